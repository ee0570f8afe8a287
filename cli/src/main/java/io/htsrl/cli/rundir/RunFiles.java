package io.htsrl.cli.rundir;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Opens the files of a run directory: only regular files, since reading a pipe could wait for ever, and documents of
 * bounded length. Explains why a file cannot be read. Stateless, any thread.
 */
public final class RunFiles {
    /** Remedy for damages that only a defective copy or disk can cause. */
    public static final String COPY = "copy the run again from where it was made";

    /** Most bytes of a document that is read into memory whole. */
    public static final int LONGEST = 1 << 24;

    private RunFiles() {}

    /** @throws IOException when {@code file} exists and is a folder, a pipe or a device */
    public static void checkRegular(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileSystemException(
                    file.toString(), null, Files.isDirectory(file) ? "it is a folder" : "it is no regular file");
        }
    }

    /** @throws IOException also when {@code file} is no regular file */
    public static InputStream open(Path file) throws IOException {
        checkRegular(file);
        return Files.newInputStream(file);
    }

    /** Copies at most {@code most} bytes, and returns their number. */
    static long copy(InputStream in, OutputStream out, long most) throws IOException {
        byte[] chunk = new byte[1 << 16];
        long left = most;
        for (int count = 0; count >= 0 && left > 0; left -= Math.max(0, count)) {
            count = in.read(chunk, 0, (int) Math.min(chunk.length, left));
            out.write(chunk, 0, Math.max(0, count));
        }
        return most - left;
    }

    /** @throws IOException also when {@code file} is no regular file, is not UTF-8, or is too long */
    public static String readString(Path file) throws IOException {
        return readString(file, LONGEST);
    }

    /** @throws IOException also when {@code file} is no regular file, is not UTF-8, or has more bytes */
    public static String readString(Path file, int most) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(readAllBytes(file, most));
        CharBuffer out = CharBuffer.allocate(in.capacity());
        if (StandardCharsets.UTF_8.newDecoder().decode(in, out, true).isError()) {
            long line = out.flip().chars().filter(c -> c == '\n').count() + 1;
            throw new FileSystemException(
                    file.toString(), null, "it is not UTF-8: byte " + (in.position() + 1) + ", in line " + line);
        }
        return out.flip().toString();
    }

    /** @throws IOException also when {@code file} is no regular file, or has more than {@code most} bytes */
    private static byte[] readAllBytes(Path file, int most) throws IOException {
        try (InputStream in = open(file)) {
            byte[] bytes = in.readNBytes(most + 1); // not the length that the system reports: the file may grow
            if (bytes.length > most) {
                throw new FileSystemException(file.toString(), null, "it has more than " + most + " bytes");
            }
            return bytes;
        }
    }

    /** Returns the refusal of a file that cannot be read. */
    public static ConfigurationException unreadable(Path file, IOException cause) {
        return refused(file, "must be a readable file (" + ShownText.reason(cause) + ")", "check the run directory");
    }

    /** Returns where a document cannot be parsed, and why: {@code line 3: ...}. */
    public static String place(JsonProcessingException e) {
        return "line " + (e.getLocation() == null ? "?" : e.getLocation().getLineNr()) + ": "
                + e.getOriginalMessage().lines().findFirst().orElse("");
    }

    /**
     * Returns the refusal of a run directory, or of a file of one.
     *
     * @param rule completes "it ..."
     * @param remedy an imperative
     */
    public static ConfigurationException refused(Path file, String rule, String remedy) {
        return new ConfigurationException("run directory", file, rule, remedy);
    }
}
