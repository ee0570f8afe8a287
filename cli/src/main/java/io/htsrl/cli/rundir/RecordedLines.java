package io.htsrl.cli.rundir;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.htsrl.core.error.ConfigurationException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the lines of a file that a {@link LineFile} wrote, or is writing, one after another and in bounded memory. The
 * bytes behind the last line feed are a torn line: it is being written, or a killed run left it. Only that one may be
 * dropped; any other error is {@link #damaged}. One thread.
 */
public final class RecordedLines implements Closeable {
    /** Most bytes of a line; the longest line that a run writes is a hundredth of it. */
    public static final int LONGEST = 1 << 20;

    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(JsonNode.class);

    private final Path file;
    private final String rule;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private final StringBuilder line = new StringBuilder();
    private int begin;
    private int end;
    private boolean torn;
    private long number;

    /**
     * Opens the file.
     *
     * @param rule required content, such as {@code an episode in every line}
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
     * Returns the next line without its end; null behind the last one. Every byte is one character.
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

    /**
     * Returns the next line as a JSON object; null behind the last one, and for a torn line that is no JSON.
     *
     * @throws ConfigurationException also when another line holds anything else
     */
    public JsonNode nextObject() {
        String text = next();
        if (text == null) {
            return null;
        }
        try {
            JsonNode object = JSON.readTree(text);
            require(object.isObject(), "is no JSON object");
            return object;
        } catch (JsonProcessingException e) {
            if (torn) {
                return null;
            }
            throw damaged("is no JSON: " + e.getOriginalMessage());
        }
    }

    private String read() throws IOException {
        line.setLength(0);
        number++;
        while (begin < end || fill()) {
            byte b = buffer[begin++];
            if (b == '\n') {
                return text();
            }
            require(line.length() < LONGEST, "is longer than " + LONGEST + " bytes");
            line.append((char) (b & 0xff));
        }
        torn = !line.isEmpty();
        return torn ? text() : null;
    }

    private boolean fill() throws IOException {
        begin = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }

    private String text() {
        boolean windows = !line.isEmpty() && line.charAt(line.length() - 1) == '\r';
        return line.substring(0, windows ? line.length() - 1 : line.length());
    }

    /** Returns whether the line read last has no line feed behind it. */
    public boolean torn() {
        return torn;
    }

    /** Returns the number of the line read last, from 1. */
    public long number() {
        return number;
    }

    /** Returns the refusal of the file, where {@code what} completes "the line read last ...". */
    public ConfigurationException damaged(String what) {
        return RunFiles.refused(file, "must hold " + rule + ", and line " + number + " " + what, RunFiles.COPY);
    }

    /** Refuses the file unless {@code holds} is true for the line read last, with the words of {@link #damaged}. */
    public void require(boolean holds, String what) {
        if (!holds) {
            throw damaged(what);
        }
    }

    /** Refuses the file unless its first line, if it is whole, is one of {@code headers}. */
    public void skipHeader(String... headers) {
        String first = next();
        require(first == null || torn || List.of(headers).contains(first), "is not " + headers[0]);
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
