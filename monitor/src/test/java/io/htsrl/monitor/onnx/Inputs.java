package io.htsrl.monitor.onnx;

import io.htsrl.core.environment.ObservationSpace;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** What policies are shown. Stateless. */
final class Inputs {
    private static final int SMALLEST_PICTURE = 1000;

    private Inputs() {}

    /** Returns one input's. */
    static int[] shape(Case of) {
        int frames = of.config().frameStack();
        IntStream shape = Arrays.stream(of.observations().shape());
        return (frames == 1 ? shape : IntStream.concat(IntStream.of(frames), shape)).toArray();
    }

    /** Normal numbers, beyond the clip too; pictures. */
    static Object draw(Case of, int inputs) {
        Random chance = new Random(3);
        int size = Arrays.stream(shape(of)).reduce(1, (a, b) -> a * b);
        boolean pictures = size > SMALLEST_PICTURE;
        float[] floats = new float[inputs * size];
        byte[] bytes = new byte[inputs * size];
        for (int i = 0; i < floats.length; i++) {
            int pixel = pictures ? pixel(i / size, i % size, size, chance.nextInt(256)) : chance.nextInt(256);
            bytes[i] = (byte) pixel;
            floats[i] = pictures ? pixel / 128f - 1 : (float) chance.nextGaussian();
        }
        return of.observations().kind() == ObservationSpace.Kind.FLOAT32 ? floats : bytes;
    }

    /** Noise, stripes, edges and waves: noise alone looks the same to a network. */
    private static int pixel(int picture, int place, int size, int noise) {
        return switch (picture % 4) {
            case 0 -> noise / (1 + picture % 7);
            case 1 -> place / (1 + picture % 23) % 2 == 0 ? 230 : noise / 8;
            case 2 -> place < picture * 37 % size ? noise : 255 - noise / 8;
            default -> (int) Math.round(128 + 100 * Math.sin(place / (1.0 + picture % 31)));
        };
    }

    /** Returns recurrent states in [-1, 1] of {@code rows} inputs from {@code first} on, functions of their numbers. */
    static float[] states(int rows, int first, int size) {
        float[] states = new float[rows * size];
        for (int i = 0; i < states.length; i++) {
            states[i] = (float) Math.sin(first * size + i + 1);
        }
        return states;
    }
}
