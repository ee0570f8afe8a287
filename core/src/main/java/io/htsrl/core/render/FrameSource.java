package io.htsrl.core.render;

import java.util.Optional;

/**
 * How somebody outside of a run sees the environment of one replica. Who owns the replica paints it between two of its
 * steps, once for each wish; without a wish that costs the owner a look at a flag. Any thread, for each replica one at a
 * time; nobody waits.
 */
public interface FrameSource {

    /** Wishes for a picture of the state after the step under way, or the next one. A second wish before it is no more. */
    void want();

    /** The picture that was wished for, once; empty until it has been painted. */
    Optional<RgbFrame> take();

    /** Forgets a wish, and a picture that nobody took. */
    void drop();

    /** Why there are no more pictures: what the environment threw; empty where it did not. */
    String fault();
}
