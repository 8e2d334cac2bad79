// SPDX-License-Identifier: Apache-2.0
/** What commands see of the destination: blocking calls over the state topic and the Admin client, with errors of numbers. */
@NullMarked
package io.kmirrord.cli.cluster;

import org.jspecify.annotations.NullMarked;
