// SPDX-License-Identifier: Apache-2.0
/** What makes the engine a service: metrics, health pages and systemd, tied together for {@code Main}. */
@NullMarked
package io.kmirrord.daemon.service;

import org.jspecify.annotations.NullMarked;
