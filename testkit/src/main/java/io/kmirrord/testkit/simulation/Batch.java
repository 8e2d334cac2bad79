// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

/** A batch of one record. Compared by identity: a copy of a batch is the same batch. */
final class Batch {

    enum Kind {
        DATA,
        TRANSACTIONAL,
        COMMIT,
        ABORT,
        MARK
    }

    final long offset;
    final int epoch;
    final Kind kind;
    final int producer;
    final String cluster;

    /** Made by a cluster; {@code producer} is -1 outside of transactions. */
    Batch(long offset, int epoch, Kind kind, int producer, String cluster) {
        this.offset = offset;
        this.epoch = epoch;
        this.kind = kind;
        this.producer = producer;
        this.cluster = cluster;
    }

    @Override
    public String toString() {
        return offset + "@" + epoch + (kind == Kind.DATA ? "" : kind.name().substring(0, 1) + producer) + cluster;
    }
}
