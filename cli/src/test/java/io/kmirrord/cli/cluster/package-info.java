// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.kmirrord.cli.cluster;

import org.jspecify.annotations.NullMarked;
