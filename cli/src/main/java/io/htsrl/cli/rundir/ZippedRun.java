package io.htsrl.cli.rundir;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Reads the files that decide and prove a run from a zip of its directory, which may be hostile. Only files of these
 * names are written, into a folder of this user's, which is deleted when the JVM ends. Links and the mark of own runs
 * are not taken over, so the run counts as another person's. One thread.
 */
public final class ZippedRun {
    private static final Pattern NEEDED = Pattern.compile("((?:.*/)?)(config\\.yaml|(?:manifest|summary)\\.json"
            + "|(?:digests|metrics)\\.jsonl|checkpoints/(?:interval-\\d{12,18}\\.safetensors|blocks/[0-9a-f]{32}))");
    private static final int MOST_ENTRIES = 100_000;
    private static final long MOST_BYTES = 8L << 30;

    private final Path run;
    private int entriesLeft;
    private long bytesLeft; // skipped files' included

    ZippedRun(Path run, int mostEntries, long mostBytes) {
        this.run = run;
        this.entriesLeft = mostEntries;
        this.bytesLeft = mostBytes;
    }

    /**
     * Returns {@code run} itself, or the folder of its files where it is a zip.
     *
     * @throws ConfigurationException when a zip holds no run or several, is damaged or too large
     */
    public static Path folder(Path run) {
        return Files.isRegularFile(run)
                        && run.toString().toLowerCase(Locale.ROOT).endsWith(".zip")
                ? new ZippedRun(run, MOST_ENTRIES, MOST_BYTES).extract()
                : run;
    }

    Path extract() {
        try (InputStream in = RunFiles.open(run);
                ZipInputStream zip = new ZipInputStream(in)) {
            Path temporary = Files.createTempDirectory("hts-");
            temporary.toFile().deleteOnExit();
            Path folder = Files.createDirectory(temporary.resolve(run.getFileName()));
            folder.toFile().deleteOnExit();
            extract(zip, folder);
            require(
                    Files.exists(folder.resolve(RunReader.CONFIG)),
                    "must hold a run directory, and has no config.yaml");
            return folder;
        } catch (IOException | IllegalArgumentException e) { // the latter where a name is not UTF-8
            throw refused("must be a zip that can be read (" + ShownText.reason(e) + ")");
        }
    }

    private void extract(ZipInputStream zip, Path folder) throws IOException {
        for (String name : List.of("checkpoints", "checkpoints/blocks")) {
            Files.createDirectory(folder.resolve(name)).toFile().deleteOnExit();
        }
        String prefix = null;
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            require(entriesLeft-- > 0, "must have fewer files");
            Matcher name = NEEDED.matcher(entry.getName().replace('\\', '/'));
            if (!name.matches()) {
                copy(zip, OutputStream.nullOutputStream());
                continue;
            }
            Path file = folder.resolve(name.group(2));
            require(
                    (prefix == null || prefix.equals(name.group(1))) && Files.notExists(file),
                    "must hold one run directory alone");
            prefix = name.group(1);
            file.toFile().deleteOnExit();
            try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
                copy(zip, out);
            }
        }
    }

    private void copy(InputStream in, OutputStream out) throws IOException {
        bytesLeft -= RunFiles.copy(in, out, bytesLeft + 1);
        require(bytesLeft >= 0, "must have fewer bytes in its files");
    }

    private void require(boolean holds, String rule) {
        if (!holds) {
            throw refused(rule);
        }
    }

    private ConfigurationException refused(String rule) {
        return RunFiles.refused(run, rule, "unpack it, and give the folder of the run");
    }
}
