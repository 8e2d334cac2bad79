// SPDX-License-Identifier: Apache-2.0
/**
 * What the source cluster looks like: topics, leaders, topic configs. {@link io.kmirrord.daemon.source.SourceView} is
 * immutable; {@link io.kmirrord.daemon.source.SourceWatcher} is confined to one event queue.
 */
@NullMarked
package io.kmirrord.daemon.source;

import org.jspecify.annotations.NullMarked;
