package io.htsrl.benchmarks.damages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.benchmarks.damages.TimedCommand.Result;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class DamagesTest {

    @Tag("slow")
    @Tag("thorough")
    @Test
    void shouldReportEveryDamageThatChangesAResult() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "needs mkfifo");
        StringWriter output = new StringWriter();

        int code = new CommandLine(new Damages())
                .setOut(new PrintWriter(output))
                .setErr(new PrintWriter(output))
                .execute("--count", Boolean.getBoolean("hts.long") ? "6" : "3", "--seed", "7");

        assertEquals(0, code, output.toString());
        assertTrue(output.toString().contains("command "), output.toString());
    }

    @ParameterizedTest
    @CsvSource({"warning: run has no summary.json, WARNED", "warning: other, SILENT"})
    void shouldCountTheWarningOfAKilledRunAsOneOfMissingLines(String err, Verdict expected) {
        assertEquals(expected, new Result(0, "less", err).compareWith(new Result(0, "same", err)));
    }

    @ParameterizedTest
    @CsvSource({
        "0, same, '', SAME",
        "0, less, '', SILENT",
        "1, same, '', SILENT",
        "0, less, warning: cut, WARNED",
        "2, '', error: damaged, REFUSED",
        "1, '', 'error: x\n\tat io.htsrl.X', STACK_TRACE",
        "0, less, 'warning: \u001b[2J', CONTROL_CHARACTERS",
        "-1, '', at read, HANG"
    })
    void shouldClassifyResults(int code, String out, String err, Verdict expected) {
        assertEquals(expected, new Result(code, out, err).compareWith(new Result(0, "same", "")));
    }
}
