// SPDX-License-Identifier: Apache-2.0
/**
 * The link check: whether every member of the broker that this bridge uses exists in the broker's jars. Reads class
 * files only, loads no class of the broker.
 */
@NullMarked
package io.kmirrord.bridge.link;

import org.jspecify.annotations.NullMarked;
