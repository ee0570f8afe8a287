package io.htsrl.cli.rundir.files;

import io.htsrl.core.error.ConfigurationException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads the lines of a file that a {@link LineFile} wrote, or is writing, one after another and in bounded memory. The
 * bytes behind the last line feed are a torn line: the one that is being written, or that a killed run left. Only that
 * one may be dropped; what else is wrong is {@link #damaged}. One thread.
 */
public final class RecordedLines implements Closeable {
    /** In bytes; the longest line that a run writes is a hundredth of it. */
    public static final int LONGEST = 1 << 20;

    private final Path file;
    private final String rule;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int begin;
    private int end;
    private boolean torn;
    private long number;

    /**
     * Opens the file.
     *
     * @param rule what it must hold, such as {@code an episode in every line}
     * @throws ConfigurationException when it is missing, or is no regular file
     */
    public RecordedLines(Path file, String rule) {
        this.file = file;
        this.rule = rule;
        try {
            this.in = RunFiles.open(file);
        } catch (IOException e) {
            throw RunFiles.unreadable(file, e);
        }
    }

    /**
     * The next line without its end; null behind the last one. Every byte is one character.
     *
     * @throws ConfigurationException when it is longer than {@link #LONGEST}, or cannot be read
     */
    public String next() {
        try {
            return read();
        } catch (IOException e) {
            throw RunFiles.unreadable(file, e);
        }
    }

    private String read() throws IOException {
        byte[] line = new byte[0];
        number++;
        while (begin < end || fill()) {
            int feed = begin;
            while (feed < end && buffer[feed] != '\n') {
                feed++;
            }
            line = appended(line, feed);
            if (feed < end) {
                begin = feed + 1;
                return text(line);
            }
            begin = end;
        }
        torn = line.length > 0;
        return torn ? text(line) : null;
    }

    private boolean fill() throws IOException {
        begin = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }

    private byte[] appended(byte[] line, int to) {
        int length = line.length + to - begin;
        if (length > LONGEST) {
            throw damaged("is longer than " + LONGEST + " bytes");
        }
        byte[] longer = Arrays.copyOf(line, length);
        System.arraycopy(buffer, begin, longer, line.length, to - begin);
        return longer;
    }

    private static String text(byte[] line) {
        int length = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
        return new String(line, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** Whether the line read last has no line feed behind it. */
    public boolean torn() {
        return torn;
    }

    /** Of the line read last, from 1. */
    public long number() {
        return number;
    }

    /** What the file is refused with, where the line read last {@code is ...}. */
    public ConfigurationException damaged(String what) {
        return RunFiles.refused(file, "must hold " + rule + ", and line " + number + " " + what, RunFiles.COPY);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw RunFiles.unreadable(file, e);
        }
    }
}
