// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the metadata log on a controller that is no broker. Called by the metadata loader. */
final class FencePublisher implements MetadataPublisher {
    private static final Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge.fence");

    private final ImageFollower follower;

    FencePublisher(ImageFollower follower) {
        this.follower = follower;
    }

    @Override
    public String name() {
        return "KmirrordFencePublisher";
    }

    /** Never throws: the loader would count it as a fault of the controller. */
    @Override
    public void onMetadataUpdate(MetadataDelta delta, MetadataImage newImage, LoaderManifest manifest) {
        try {
            follower.beforeApplied(delta, newImage);
            follower.afterApplied(delta, newImage);
        } catch (RuntimeException e) {
            LOG.error("the fences at metadata offset {} could not be read", newImage.offset(), e);
        }
    }

    /** Holds nothing. */
    @Override
    public void close() {}
}
