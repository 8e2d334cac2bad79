// SPDX-License-Identifier: Apache-2.0
/** Tests of the requests to the controller. */
@NullMarked
package io.kmirrord.daemon.duty.controller;

import org.jspecify.annotations.NullMarked;
