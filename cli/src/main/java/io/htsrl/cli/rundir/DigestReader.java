package io.htsrl.cli.rundir;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.htsrl.cli.rundir.files.RunFiles;
import io.htsrl.cli.rundir.files.Thinning;
import io.htsrl.core.error.ConfigurationException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Reads {@code digests.jsonl} line by line, however long it is. A last line that is cut off or torn, as a killed run
 * leaves it, counts as not written. Everything else that {@link RunDirectory} would not write is refused, with the
 * line's number. Of lines that {@link Thinning} leaves out none may be there but the run's last. One thread at a time.
 */
public final class DigestReader implements Closeable {
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{32}");

    private final Path file;
    private final Thinning thinning;
    private final BufferedReader lines;
    private final JsonFactory json = new JsonFactory();
    private ChainExtent extent = ChainExtent.NONE;
    private String ahead;
    private long number;
    private boolean last; // the line before was one that only a run's end writes

    DigestReader(Path file) {
        this(file, Thinning.DOUBLING);
    }

    /** @param thinning that the file was written with */
    DigestReader(Path file, Thinning thinning) {
        this.file = file;
        this.thinning = thinning;
        try {
            RunFiles.checkRegular(file);
            this.lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1); // no byte is refused here
        } catch (IOException e) {
            throw RunFiles.unreadable(file, e);
        }
        this.ahead = read();
    }

    private String read() {
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw RunFiles.unreadable(file, e);
        }
    }

    /**
     * The next line, or null at the end.
     *
     * @throws ConfigurationException when the file is damaged
     */
    public DigestLine next() {
        if (ahead == null) {
            return null;
        }
        String text = ahead;
        ahead = read();
        number++;
        try (JsonParser parser = json.createParser(text)) {
            DigestLine line = line(parser);
            extent = extent.with(line);
            return line;
        } catch (JsonProcessingException e) {
            if (ahead == null) {
                return null; // cut off, or torn
            }
            throw damaged("is no JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new IllegalStateException("a text can always be read", e);
        }
    }

    /** How far the lines read so far reach. */
    public ChainExtent extent() {
        return extent;
    }

    private DigestLine line(JsonParser parser) throws IOException {
        require(parser.nextToken() == JsonToken.START_OBJECT, "is no JSON object");
        long interval = -1;
        long timesteps = -1;
        String digest = "";
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "interval" -> interval = number(parser);
                case "timesteps" -> timesteps = number(parser);
                case "digest" -> digest = hex(parser);
                default -> parser.skipChildren(); // a later version's
            }
        }
        require(parser.nextToken() == null, "holds more than one object");
        return check(interval, timesteps, digest);
    }

    private long number(JsonParser parser) throws IOException {
        require(parser.currentToken() == JsonToken.VALUE_NUMBER_INT, "has no whole number where one belongs");
        return parser.getLongValue();
    }

    private String hex(JsonParser parser) throws IOException {
        require(
                parser.currentToken() == JsonToken.VALUE_STRING
                        && DIGEST.matcher(parser.getText()).matches(),
                "has no digest of 32 hexadecimal digits");
        return parser.getText();
    }

    private DigestLine check(long interval, long timesteps, String digest) {
        require(!extent.closed(), "follows the learning after the last rollout, which ends a run");
        boolean closing = interval > 0 && interval == extent.intervals() && timesteps == extent.timesteps();
        long due = thinning.next(extent.intervals());
        require(!last || closing, "follows one that is written at a run's end alone");
        require(closing || interval >= extent.intervals() && interval <= due, "should be of interval " + due);
        last = interval < due && !closing;
        require(closing || timesteps > extent.timesteps(), "counts fewer timesteps than there were");
        require(!digest.isEmpty(), "has no digest");
        return new DigestLine(interval, timesteps, digest, closing);
    }

    private void require(boolean holds, String what) {
        if (!holds) {
            throw damaged(what);
        }
    }

    private ConfigurationException damaged(String what) {
        return RunFiles.refused(
                file,
                "must hold the digests of intervals 0, 1, 2, ..., one a line, and line " + number + " " + what,
                RunFiles.COPY);
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException e) {
            throw RunFiles.unreadable(file, e);
        }
    }
}
