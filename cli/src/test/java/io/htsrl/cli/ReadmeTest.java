package io.htsrl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's transcript is what the program prints; figures, which another run has others of, are masked. */
@Tag("slow")
class ReadmeTest {
    private static final String COMMAND = "$ ./hts ";

    @TempDir
    Path folder;

    @AfterEach
    void forgetTheTerminal() {
        System.clearProperty("hts.tty");
    }

    /** The lines of the README from its transcript's command to the end of that block. */
    private static List<String> transcript() throws IOException {
        return Files.readAllLines(Path.of("../README.md")).stream()
                .dropWhile(line -> !line.startsWith(COMMAND))
                .takeWhile(line -> !line.equals("```"))
                .toList();
    }

    private static String masked(String line) {
        return line.replaceAll("(run dir +).*", "$1DIR")
                .replaceAll(" \\(commit [^)]*\\)", "") // which the launcher tells
                .replaceAll("\\b[0-9a-f]{32}\\b", "HASH")
                .replaceAll("[<>]?\\d([\\d,.:]*\\d)?( [mu]?s\\b)?", "N")
                .replace(", learner idle N (N %)", "") // which need not be
                .replaceAll(" +", " ")
                .strip();
    }

    private static boolean isProgress(String line) {
        return line.matches(" *\\d+ %.*");
    }

    private static String withoutProgress(List<String> lines) {
        return lines.stream()
                .filter(line -> !isProgress(line) && !line.equals(" ..."))
                .map(ReadmeTest::masked)
                .collect(Collectors.joining("\n"));
    }

    private static List<String> progress(List<String> lines) {
        return lines.stream()
                .filter(ReadmeTest::isProgress)
                .map(ReadmeTest::masked)
                .distinct()
                .toList();
    }

    @Test
    void shouldShowWhatTheProgramPrints() throws IOException {
        System.setProperty("hts.tty", "false");
        List<String> written = transcript();
        String command = written.get(0).substring(COMMAND.length());
        CommandLineFixture hts = new CommandLineFixture();

        int code = hts.run(
                (config, attached) -> new Trainer(config, attached).run(),
                (command + " --total-timesteps 30720 --out " + folder.resolve("run")).split(" "));

        assertEquals(0, code, hts::errors);
        List<String> printed = hts.out.toString().lines().toList();
        assertEquals(withoutProgress(written.subList(1, written.size())), withoutProgress(printed));
        assertTrue(
                progress(printed).containsAll(progress(written)),
                () -> progress(written) + " is in the README, and printed was " + progress(printed));
    }
}
