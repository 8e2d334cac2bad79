// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

/** Why a config is not as the source has it, or needs an operator. */
public enum ConfigReason {
    /** Less would be kept: it waits. */
    SHRINK_DELAYED,
    /** Less would be kept: the mirror's settings say that it never is. */
    SHRINK_KEPT,
    /** Neither side has it on the topic, and by the defaults of its brokers the destination keeps or takes less. */
    INHERITED_LESS,
    /** The destination's release does not know the key. */
    UNSUPPORTED_KEY,
    /** The destination does not accept the value. */
    INVALID_VALUE,
    /** The source may elect leaders that lack records. */
    SOURCE_UNCLEAN_ELECTION,
    /** Another mirror has the topic by now. */
    OTHER_MIRROR,
    /** The topic has remote storage here. */
    REMOTE_STORAGE,
    /** The mirror's principal may not read configs at the source. */
    SOURCE_UNAUTHORIZED,
    /** The daemon's principal may not read or change configs here. */
    DESTINATION_UNAUTHORIZED
}
