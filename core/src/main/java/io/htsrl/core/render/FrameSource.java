package io.htsrl.core.render;

import java.util.Optional;

/**
 * Pictures of one replica's environment for an observer outside of the run. The owner of the replica paints between two
 * of its steps, once for each request; without a request it only reads a flag. Any thread, one at a time for each
 * replica; no call waits.
 */
public interface FrameSource {

    /**
     * Requests a picture of the state after the current or next step. A second request before it is painted has no
     * effect.
     */
    void want();

    /** Returns the requested picture, once; empty until it has been painted. */
    Optional<RgbFrame> take();

    /** Cancels a request, and discards a picture that was not taken. */
    void drop();

    /** Returns the exception that ended painting, as text; empty if none exists. */
    String fault();
}
