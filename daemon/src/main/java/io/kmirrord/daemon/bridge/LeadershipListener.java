// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.bridge;

import java.util.List;

/** Told on the queue of {@link NodeWatch}. */
public interface LeadershipListener {

    /** Leaderships that changed; each partition once. */
    void leaderships(List<Leadership> changed);

    /**
     * The node became, stayed with another claim, or ceased to be the active controller.
     *
     * @param epoch claim epoch, -1 when it is not
     */
    void controllerEpoch(int epoch);
}
