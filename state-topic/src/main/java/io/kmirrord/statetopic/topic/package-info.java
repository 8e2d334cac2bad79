// SPDX-License-Identifier: Apache-2.0
/** Creation of the topics, what is checked of those that exist, and more replicas once there are more brokers. */
@NullMarked
package io.kmirrord.statetopic.topic;

import org.jspecify.annotations.NullMarked;
