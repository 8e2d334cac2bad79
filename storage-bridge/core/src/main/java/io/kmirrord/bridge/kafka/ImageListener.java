// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;

/** Follows the metadata log. */
public interface ImageListener {

    /**
     * Called after a node applied an image: on a broker after leaders and followers were made, elsewhere by a
     * publisher of the bridge. On the thread that publishes metadata: must neither block nor throw.
     */
    void onImage(MetadataDelta delta, MetadataImage image);
}
