// SPDX-License-Identifier: Apache-2.0
/**
 * The properties file: one immutable record per concern, every problem reported at once. Pure, but for the one class
 * that reads the file.
 */
@NullMarked
package io.kmirrord.daemon.config;

import org.jspecify.annotations.NullMarked;
