// SPDX-License-Identifier: Apache-2.0
/** What commands print: records, as a table or JSON. Pure. */
@NullMarked
package io.kmirrord.cli.report;

import org.jspecify.annotations.NullMarked;
