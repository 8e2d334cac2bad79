// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import org.apache.kafka.common.TopicPartition;

/**
 * One difference, named exactly.
 *
 * @param offset where it is: base offset of the batch on the reference side, or offset of the record
 * @param reference name of the side taken as right
 * @param other name of the side that differs
 */
public record Difference(
        TopicPartition partition,
        long offset,
        Field field,
        String reference,
        String referenceValue,
        String other,
        String otherValue) {

    @Override
    public String toString() {
        return partition + " offset " + offset + " " + field + ": " + reference + " has " + referenceValue + ", "
                + other + " has " + otherValue;
    }
}
