// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fetch;

import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.WireException;

/** Told what became of a {@link FetchTarget}, on the shard's queue. */
public interface FetchListener {

    /**
     * An answer. With data, an error or a diverging epoch the target is done; without, the fetch goes on.
     *
     * @param answer to be closed by the listener
     */
    void fetched(FetchedPartition answer);

    /** The broker could not be asked, more than once in a row; the target is done. */
    void failed(WireException problem);
}
