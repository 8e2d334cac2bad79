// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import org.jspecify.annotations.Nullable;

/** A topic's configs, or why they are not known; exactly one is not null. Immutable. */
public record ConfigAnswer(
        @Nullable TopicConfigs configs, @Nullable ConfigRefusal refusal) {}
