package io.htsrl.replay;

import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Frames of floats, some of which are images, as bytes: an element of an image is stored as one of 256 fractions of
 * 255, which it must be, all others as they are. Immutable.
 */
final class FramePacking {
    private static final VarHandle FLOATS =
            MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);

    /** Neighbouring elements that are stored alike. */
    private record Run(String part, boolean image, int count) {}

    private final List<Run> runs = new ArrayList<>();
    private int size;

    private FramePacking(ObservationSpace space) {
        for (ObservationPart part : space.parts()) {
            add(new Run(part.name(), part.kind() == ObservationPart.Kind.IMAGE, part.size()));
        }
        add(new Run("policy and mask", false, space.unread()));
    }

    private void add(Run run) {
        runs.add(run);
        size += run.count() * (run.image() ? 1 : Float.BYTES);
    }

    /** Returns the packing of a space; empty where nothing is to gain. */
    static Optional<FramePacking> of(ObservationSpace space) {
        boolean images = space.parts().stream().anyMatch(part -> part.kind() == ObservationPart.Kind.IMAGE);
        return images && space.kind() == ObservationSpace.Kind.FLOAT32
                ? Optional.of(new FramePacking(space))
                : Optional.empty();
    }

    /** Returns the bytes of a frame. */
    int size() {
        return size;
    }

    /**
     * Packs a frame.
     *
     * @throws IllegalArgumentException when an element of an image is no fraction of 255
     */
    void pack(float[] from, int at, byte[] to, int toAt) {
        int source = at;
        int target = toAt;
        for (Run run : runs) {
            for (int end = source + run.count(); source < end; source++) {
                if (run.image()) {
                    to[target++] = packed(from[source], run.part());
                } else {
                    FLOATS.set(to, target, from[source]);
                    target += Float.BYTES;
                }
            }
        }
    }

    private static byte packed(float value, String part) {
        int nearest = Math.round(value * 255);
        if (nearest < 0 || nearest > 255 || nearest / 255f != value) {
            throw new IllegalArgumentException("an element of the image " + part + " is " + value
                    + ": it must be a fraction of 255, such as 128 / 255f, for a replay buffer stores bytes of images");
        }
        return (byte) nearest;
    }

    void unpack(byte[] from, int at, float[] to, int toAt) {
        int source = at;
        int target = toAt;
        for (Run run : runs) {
            for (int end = target + run.count(); target < end; target++) {
                if (run.image()) {
                    to[target] = (from[source++] & 0xff) / 255f;
                } else {
                    to[target] = (float) FLOATS.get(from, source);
                    source += Float.BYTES;
                }
            }
        }
    }
}
