package io.htsrl.monitor.live.run;

import io.htsrl.core.render.RgbFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Encodes a picture as a PNG file with 8 bits for each of three colours. Compression is fast, since it takes the run's
 * processor time: half a millisecond for 300 x 200. The JDK's encoder would load its graphics. Stateless, any thread.
 */
final class PngImage {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final byte BITS = 8;
    private static final byte RGB = 2;
    private static final int HEADER = 13;

    private PngImage() {}

    /** Returns the file's bytes. */
    static byte[] of(RgbFrame picture) {
        ByteBuffer header = ByteBuffer.allocate(HEADER)
                .putInt(picture.width())
                .putInt(picture.height())
                .put(BITS)
                .put(RGB); // and zeros: default compression, default filters, no interlacing
        byte[] rows = compressed(rows(picture));
        ByteArrayOutputStream file = new ByteArrayOutputStream(rows.length + 64);
        file.writeBytes(SIGNATURE);
        chunk("IHDR", header.array(), file);
        chunk("IDAT", rows, file);
        chunk("IEND", new byte[0], file);
        return file.toByteArray();
    }

    /** Returns the rows; each begins with its filter: none. */
    private static byte[] rows(RgbFrame picture) {
        byte[] rows = new byte[Math.multiplyExact(picture.height(), 3 * picture.width() + 1)];
        int at = 0;
        for (int i = 0; i < picture.pixels().length; i++) {
            if (i % picture.width() == 0) {
                at++;
            }
            int rgb = picture.pixels()[i];
            rows[at++] = (byte) (rgb >> 16);
            rows[at++] = (byte) (rgb >> 8);
            rows[at++] = (byte) rgb;
        }
        return rows;
    }

    private static byte[] compressed(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream compressing = new DeflaterOutputStream(out, deflater, 1 << 14)) {
            compressing.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // writing to memory does not fail
        } finally {
            deflater.end();
        }
        return out.toByteArray();
    }

    private static void chunk(String type, byte[] content, ByteArrayOutputStream file) {
        ByteBuffer chunk = ByteBuffer.allocate(content.length + 12).putInt(content.length);
        chunk.put(type.getBytes(StandardCharsets.US_ASCII)).put(content);
        CRC32 check = new CRC32();
        check.update(chunk.array(), 4, content.length + 4);
        file.writeBytes(chunk.putInt((int) check.getValue()).array());
    }
}
