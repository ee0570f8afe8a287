package io.htsrl.cli.rundir;

import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.terminal.ShellWords;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.error.Violations;
import io.htsrl.trainer.model.ModelFile;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Claims the folder that a run writes to, before anything runs. Stateless, any thread and any process. */
public final class RunFolders {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /** Name of the summary, which is written only at the end of a run. */
    static final String SUMMARY = "summary.json";

    /** Characters that some system forbids in names of files. */
    public static final String NO_NAMES = "[/\\\\:*?\"<>|]";

    private RunFolders() {}

    /** Returns the folder of a run's checkpoints. */
    public static CheckpointFolder checkpoints(Path run) {
        return new CheckpointFolder(run.resolve("checkpoints"), 1);
    }

    /**
     * Returns the checkpoint that the user named.
     *
     * @param flag that named it
     * @throws ConfigurationException when the run has no such one
     */
    public static Path checkpoint(Path run, String flag, long interval) {
        List<Path> files = checkpoints(run).list();
        Path wanted = checkpoints(run).file(interval);
        Violations.require(
                files.contains(wanted),
                flag,
                interval,
                "must name one of the run's checkpoints",
                files.isEmpty()
                        ? "leave it out for the final parameters: this run has none"
                        : "give one of "
                                + files.stream()
                                        .map(file -> String.valueOf(CheckpointFolder.interval(file)))
                                        .collect(Collectors.joining(", ")));
        return wanted;
    }

    /**
     * Returns {@code <env>__<algo>__<seed>__<UTC time>}, with dashes for characters of an environment's name that some
     * system forbids in names of files.
     */
    public static String defaultName(String env, String algo, long seed, Instant start) {
        return defaultName(env, algo + "__" + seed, start);
    }

    private static String defaultName(String env, String what, Instant start) {
        return env.replaceAll(NO_NAMES, "-") + "__" + what + "__" + STAMP.format(start);
    }

    /** Returns {@code <env>__sweep__<UTC time>}. */
    public static String defaultSweepName(String env, Instant start) {
        return defaultName(env, "sweep", start);
    }

    /**
     * Creates {@code folder}, or takes it as it is: that of a sweep may be continued.
     *
     * @throws ConfigurationException when it is no folder, is a run's, or cannot be written
     */
    public static Path shared(Path folder) {
        if (isRun(folder)) {
            throw new ConfigurationException(
                    "--out",
                    folder,
                    "must name the folder of a sweep, and this one is that of a run",
                    "choose another --out, or " + resuming(folder));
        }
        try {
            return writable(Files.createDirectories(folder));
        } catch (IOException e) {
            throw unwritable("--out", folder, e);
        }
    }

    /**
     * Moves an unfinished run out of the way, to {@code <name>.unfinished-1}, {@code -2}, ...
     *
     * @throws ConfigurationException when the run is still going
     * @throws RunDirectoryException when it cannot be moved
     */
    public static Path moveAside(Path folder) {
        if (Files.notExists(folder.resolve(RunLock.FILE))) {
            return moved(folder);
        }
        try (RunLock lock = RunLock.of(folder)) {
            if (File.separatorChar == '\\') {
                lock.close(); // Windows moves no folder with an open file
            }
            return moved(lock.folder());
        }
    }

    private static Path moved(Path folder) {
        for (int number = 1; ; number++) {
            Path aside = folder.resolveSibling(folder.getFileName() + ".unfinished-" + number);
            if (Files.notExists(aside)) {
                try {
                    return Files.move(folder, aside);
                } catch (IOException e) {
                    throw new RunDirectoryException(folder, e);
                }
            }
        }
    }

    /**
     * Creates {@code folder}, or takes it when it exists and is empty.
     *
     * @throws ConfigurationException when it holds files, is no folder, or cannot be written
     */
    public static Path claim(Path folder) {
        try {
            Files.createDirectories(folder);
            if (!isEmpty(folder)) {
                throw new ConfigurationException(
                        "--out",
                        folder,
                        "must name a new or empty folder, and this one holds " + (isRun(folder) ? "a run" : "files"),
                        isRun(folder) ? resuming(folder) + ", or choose another --out" : "choose another --out");
            }
            return writable(folder);
        } catch (IOException e) {
            throw unwritable("--out", folder, e);
        }
    }

    /**
     * Creates {@code folder}, or {@code folder-2}, {@code -3}, ... when a run that began at the same time took the
     * name.
     */
    public static Path claimFresh(Path folder) {
        try {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            for (int number = 1; ; number++) {
                Path candidate = number == 1 ? folder : folder.resolveSibling(folder.getFileName() + "-" + number);
                try {
                    return Files.createDirectory(candidate);
                } catch (FileAlreadyExistsException e) {
                    // another run has it: createDirectory is atomic, so no other run gets the next name
                }
            }
        } catch (IOException e) {
            throw unwritable("--out", folder, e);
        }
    }

    /**
     * Deletes a folder with all that is in it, as far as the system permits; of a link, what is in its folder. The name
     * of a folder that was claimed can then be given again.
     */
    public static void release(Path folder) {
        try (Stream<Path> files = Files.walk(folder.toRealPath())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!Files.isSymbolicLink(folder) || !Files.isSameFile(file, folder)) {
                    Files.delete(file);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // the claim of the same name reports what is left
        }
    }

    /** Deletes the end of the run in {@code folder}, which continues: it counts as not ended from now on. */
    public static void dropEnd(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(SUMMARY));
        Files.deleteIfExists(folder.resolve(ModelFile.NAME));
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    /** Returns whether {@code folder} holds the first files of every run. */
    static boolean isRun(Path folder) {
        return Files.exists(folder.resolve("config.yaml"));
    }

    /** Returns whether {@code folder} holds those, or files that a run writes later. */
    static boolean wasRun(Path folder) {
        return isRun(folder)
                || Files.exists(folder.resolve(RunDirectory.MANIFEST))
                || Files.exists(folder.resolve(SUMMARY));
    }

    private static Path writable(Path folder) throws IOException {
        // permission bits do not show read-only mounts: try
        Files.delete(Files.createTempFile(folder, ".probe", null));
        return folder;
    }

    /** Returns how to train a run again, as a remedy. */
    public static String startingAgain(Path run) {
        return "start again with '"
                + ShellWords.hts(
                        "train", "--config", run.resolve(RunReader.CONFIG).toString()) + "'";
    }

    private static String resuming(Path run) {
        return "continue that run with '" + ShellWords.hts("resume", run.toString()) + "'";
    }

    private static ConfigurationException unwritable(String setting, Path folder, IOException cause) {
        boolean denied = cause instanceof AccessDeniedException;
        return new ConfigurationException(
                setting,
                folder,
                "must name a folder that can be written (" + reason(folder, cause) + ")",
                "choose another " + setting + (denied ? ", or fix its permissions" : ""));
    }

    /**
     * Returns the reason of a failure. A "no such file" for a folder to be made means, as in /proc, that none can be
     * made there.
     */
    private static String reason(Path folder, IOException cause) {
        Path there = folder.toAbsolutePath();
        while (there != null && !Files.exists(there)) { // null where Windows has no such drive
            there = there.getParent();
        }
        return cause instanceof NoSuchFileException ? there + " takes no new folders" : ShownText.reason(cause);
    }
}
