// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.Endpoint;
import io.kmirrord.protocol.EpochEnd;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.LeaderHint;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.protocol.WireException;
import io.kmirrord.protocol.net.ByteBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.LeaderIdAndEpoch;
import org.apache.kafka.common.message.FetchResponseData.NodeEndpoint;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** Turns answers into results. Pure, but for the ownership of buffers. */
final class FetchResults {

    private FetchResults() {}

    /**
     * Reads an answer; the result owns buffer and reservation from now on.
     *
     * @throws WireException RETRY, if the answer names a partition that is not in the session; then the caller still
     *     owns both
     */
    static NettyFetchResult read(RawFetch raw, SessionState state, ByteBudget.Reservation reservation) {
        NettyFetchResult result = new NettyFetchResult(raw.frame(), reservation, raw.sizeInBytes());
        Iterator<ByteBuf> slices = raw.records().iterator();
        List<NettyFetchedPartition> partitions = new ArrayList<>();
        for (FetchableTopicResponse topic : raw.message().responses()) {
            for (PartitionData p : topic.partitions()) {
                ByteBuf records = p.records() == null ? Unpooled.EMPTY_BUFFER : slices.next();
                FetchPosition position = state.find(topic.topic(), topic.topicId(), p.partitionIndex());
                if (position == null) {
                    throw new WireException(
                            ErrorCategory.RETRY,
                            "the source answered partition " + p.partitionIndex() + " of topic " + topic.topic() + " ("
                                    + topic.topicId() + "), which is not in the session",
                            null);
                }
                partitions.add(partition(result, position, p, records, raw.message()));
            }
        }
        result.start(partitions);
        return result;
    }

    private static NettyFetchedPartition partition(
            NettyFetchResult result, FetchPosition position, PartitionData p, ByteBuf records, FetchResponseData all) {
        Errors error = Errors.forCode(p.errorCode());
        ByteBuf whole = records;
        try {
            whole = records.slice(records.readerIndex(), RecordBatches.wholeBatchBytes(records));
        } catch (WireException e) {
            // One bad partition must not stop the others of the answer.
            error = Errors.CORRUPT_MESSAGE;
            whole = Unpooled.EMPTY_BUFFER;
        }
        EpochEnd diverging = p.divergingEpoch().epoch() < 0
                ? null
                : new EpochEnd(
                        Errors.NONE,
                        p.divergingEpoch().epoch(),
                        p.divergingEpoch().endOffset());
        return new NettyFetchedPartition(
                result,
                position,
                error,
                p.highWatermark(),
                p.lastStableOffset(),
                p.logStartOffset(),
                diverging,
                hint(p.currentLeader(), all),
                whole);
    }

    private static @Nullable LeaderHint hint(LeaderIdAndEpoch leader, FetchResponseData all) {
        if (leader.leaderId() < 0 || leader.leaderEpoch() < 0) {
            return null;
        }
        NodeEndpoint node = all.nodeEndpoints().find(leader.leaderId());
        boolean usable = node != null && !node.host().isEmpty() && node.port() > 0 && node.port() <= 65_535;
        return new LeaderHint(
                leader.leaderId(),
                leader.leaderEpoch(),
                node != null && usable ? new Endpoint(node.host(), node.port()) : null);
    }
}
