package io.htsrl.executors;

import io.htsrl.core.environment.Rendered;
import io.htsrl.core.render.FrameSource;
import io.htsrl.core.render.RgbFrame;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Paints the environment of one replica when an external observer requests it. {@link #wanted} and {@link #paint} are
 * for the replica's owner, between two calls of the environment; the other methods are for the observer. Allocates only
 * for a request. An exception of the environment ends the pictures, never the run.
 */
final class ReplicaFrameSource implements FrameSource {
    private static final VarHandle WANTED = VarHandles.handle(MethodHandles.lookup(), "wanted", boolean.class);

    private final Rendered rendered;
    private final AtomicReference<RgbFrame> painted = new AtomicReference<>();
    private volatile String fault = "";

    @SuppressWarnings("UnusedVariable") // read and written through WANTED
    private boolean wanted;

    ReplicaFrameSource(Rendered rendered) {
        this.rendered = rendered;
    }

    /** Returns whether a picture is requested. */
    boolean wanted() {
        return (boolean) WANTED.getOpaque(this);
    }

    /** Paints the current state. */
    void paint() {
        WANTED.setOpaque(this, false);
        try {
            int width = rendered.renderWidth();
            int height = rendered.renderHeight();
            int[] pixels = new int[Math.multiplyExact(width, height)];
            rendered.render(pixels);
            painted.set(new RgbFrame(width, height, pixels));
        } catch (RunAbortedException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) { // also errors of the JDK's graphics, if they are not installed
            fault = e.toString();
        }
    }

    @Override
    public void want() {
        if (fault.isEmpty() && painted.get() == null) {
            WANTED.setOpaque(this, true);
        }
    }

    @Override
    public Optional<RgbFrame> take() {
        return Optional.ofNullable(painted.getAndSet(null));
    }

    @Override
    public void drop() {
        WANTED.setOpaque(this, false);
        painted.set(null);
    }

    @Override
    public String fault() {
        return fault;
    }
}
