// SPDX-License-Identifier: Apache-2.0
/** Real broker processes, workloads, log comparison and faults for tests, the demo and the sandbox. */
@NullMarked
package io.kmirrord.testkit;

import org.jspecify.annotations.NullMarked;
