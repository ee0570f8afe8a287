package io.htsrl.atari;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Protects the process from cartridges that make ALE end or hang it. A cartridge for which ALE was built is accepted.
 * Any other is first tried in a separate JVM, which may die or hang instead. A trial takes half a second and runs once
 * per process. The trial's pipe stays open, and the trial ends when it closes. Any thread.
 */
public record RomGuard(Duration patience) {
    static final String DEFAULT = "default";

    private static final Duration PATIENCE = Duration.ofSeconds(20); // of processor time
    /** Multiple of the patience: the time of a trial on a busy machine, or of one that sleeps. */
    private static final int LONGEST = 15;

    private static final long LOOK_MILLIS = 50;
    private static final String LET_THROUGH = "";
    private static final int WORDS = 200;
    /** Cached verdicts, which are pure functions of their keys. */
    private static final Map<String, String> VERDICTS = new ConcurrentHashMap<>();

    /** Creates a guard with the default patience. */
    public RomGuard() {
        this(PATIENCE);
    }

    /**
     * Accepts {@code rom}, or throws.
     *
     * @throws IllegalArgumentException when ALE would not survive it, or refuses it; the message says how the trial
     *     ended
     */
    public void check(Rom rom, OptionalInt mode, OptionalInt difficulty) {
        if (isBuiltFor(rom)) {
            return;
        }
        List<String> settings = List.of(rom.game(), text(mode), text(difficulty));
        String verdict = VERDICTS.computeIfAbsent(rom.md5() + settings, key -> judge(rom, settings));
        if (!verdict.equals(LET_THROUGH)) {
            throw new IllegalArgumentException(verdict);
        }
    }

    private static boolean isBuiltFor(Rom rom) {
        return rom.md5().equals(Homebrew.MD5) && rom.game().equals(Homebrew.GAME)
                || KnownGame.ofMd5(rom.md5())
                        .map(KnownGame::name)
                        .filter(rom.game()::equals)
                        .isPresent();
    }

    private static String text(OptionalInt number) {
        return number.isPresent() ? String.valueOf(number.getAsInt()) : DEFAULT;
    }

    private String judge(Rom rom, List<String> settings) {
        try {
            Path folder = Files.createTempDirectory("hts-trial");
            try {
                Path file = Files.write(folder.resolve("rom"), rom.bytes());
                return judge(start(folder, file, settings), folder);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the trial of a ROM could not be made", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during the trial of a ROM", e);
        }
    }

    private static Process start(Path folder, Path file, List<String> settings) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:-CreateCoredumpOnCrash", "-XX:-UsePerfData"));
        command.add("-Djava.io.tmpdir=" + folder); // ALE's leftovers are deleted with the folder
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(RomGuard::inherited)
                .forEach(command::add);
        command.addAll(List.of(
                "-cp", absolute(System.getProperty("java.class.path")), RomTrial.class.getName(), file.toString()));
        command.addAll(settings);
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output(folder))
                .start();
    }

    /**
     * Returns whether a trial inherits this JVM flag: native access and JavaCPP need some. A debugger's port and a heap
     * size are for one process only.
     */
    private static boolean inherited(String flag) {
        return flag.startsWith("--enable-native-access")
                || flag.startsWith("--sun-misc-unsafe-memory-access")
                || flag.startsWith("-Dorg.bytedeco.");
    }

    private static String absolute(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator))
                .map(entry -> new File(entry).getAbsolutePath())
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElse("");
    }

    private static File output(Path folder) {
        return folder.resolve("output").toFile();
    }

    private String judge(Process process, Path folder) throws IOException, InterruptedException {
        try {
            if (!ends(process)) {
                return "hangs the emulator (a trial of " + patience.toSeconds() + " s)";
            }
            int status = process.exitValue();
            return status == RomTrial.SURVIVED
                    ? LET_THROUGH
                    : status == RomTrial.REFUSED
                            ? "is refused: " + firstLine(folder)
                            : "ends the emulator (a trial, exit status " + status + ": " + firstLine(folder) + ")";
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /**
     * Returns whether the trial ends within its patience of processor time. On a busy machine a trial is slow but does
     * not hang.
     */
    private boolean ends(Process process) throws InterruptedException {
        long latest = System.nanoTime() + LONGEST * patience.toNanos();
        do {
            Duration used = process.info().totalCpuDuration().orElse(Duration.ZERO);
            if (used.compareTo(patience) >= 0 || System.nanoTime() >= latest) {
                return false;
            }
        } while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS));
        return true;
    }

    /** Returns the first line without noise. */
    private static String firstLine(Path folder) throws IOException {
        String text = new String(Files.readAllBytes(output(folder).toPath()), StandardCharsets.UTF_8);
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.matches("#|WARNING:.*"))
                .map(line -> line.substring(0, Math.min(WORDS, line.length())))
                .findFirst()
                .orElse("it printed nothing");
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
