package io.htsrl.python;

import io.htsrl.core.environment.Rendered;
import java.util.function.Supplier;

/**
 * The picture of a Python environment's state. Thread rule of the environment. The worker receives no request before a
 * picture is needed.
 */
final class PythonRender implements Rendered {
    private final Supplier<WorkerProcess.Answer> source;
    private int width; // 0 until the first picture
    private int height;

    /** @param source requests a picture of the worker */
    PythonRender(Supplier<WorkerProcess.Answer> source) {
        this.source = source;
    }

    @Override
    public int renderWidth() {
        measure();
        return width;
    }

    @Override
    public int renderHeight() {
        measure();
        return height;
    }

    private void measure() {
        if (width == 0) {
            WorkerProcess.Answer first = source.get();
            width = first.json().path("width").asInt();
            height = first.json().path("height").asInt();
        }
    }

    @Override
    public void render(int[] pixels) {
        measure();
        WorkerProcess.Answer answer = source.get();
        byte[] rgb = answer.payload();
        if (answer.json().path("width").asInt() != width || rgb.length != 3 * width * height) {
            throw new PythonException(
                    "render() gave a picture of " + answer.json().path("width") + " x "
                            + answer.json().path("height") + " pixels, and before one of " + width + " x " + height);
        }
        for (int i = 0; i < width * height; i++) {
            pixels[i] = (rgb[3 * i] & 0xff) << 16 | (rgb[3 * i + 1] & 0xff) << 8 | rgb[3 * i + 2] & 0xff;
        }
    }
}
