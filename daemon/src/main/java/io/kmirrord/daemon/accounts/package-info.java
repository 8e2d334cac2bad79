// SPDX-License-Identifier: Apache-2.0
/** What a cluster has set for its clients as a whole: quotas, and the names of its SCRAM users. Read only. */
@NullMarked
package io.kmirrord.daemon.accounts;

import org.jspecify.annotations.NullMarked;
