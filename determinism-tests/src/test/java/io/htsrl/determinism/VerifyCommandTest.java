package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.CompilerFlags;
import io.htsrl.cli.Hts;
import io.htsrl.determinism.commands.DeterminismCommands;
import io.htsrl.trainer.config.Components;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tests {@code hts verify} as users see it: exit codes, table, {@code verify.json}, and JVMs of their own. */
@Tag("slow")
@Timeout(1800)
class VerifyCommandTest {

    @TempDir
    Path parent;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int verify(Components components, String... more) {
        Stream<String> arguments = Stream.of(
                "verify",
                "--quick",
                "--algo",
                "a2c",
                "--env",
                "CartPole-v1",
                "--total-timesteps",
                "1024",
                "--run-dir",
                parent.resolve("run").toString());
        CommandLine hts = Hts.commandLine((config, attachments) -> {
            throw new IllegalStateException("hts train was not called");
        });
        hts.getCommandSpec().removeSubcommand("verify");
        hts.addSubcommand(DeterminismCommands.verify(components));
        return hts.setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler(hts.getExecutionExceptionHandler()) // of the exchanged command too
                .execute(Stream.concat(arguments, Arrays.stream(more)).toArray(String[]::new));
    }

    private JsonNode json() throws IOException {
        return new ObjectMapper()
                .readTree(parent.resolve("run").resolve("verify.json").toFile());
    }

    @Test
    void shouldPrintItsSettingsAndRunNothing() {
        assertEquals(0, verify(Components.STANDARD, "--print-config"), err::toString);

        assertTrue(out.toString().startsWith("# Everything that 'hts verify' would run, "), out::toString);
        assertTrue(out.toString().contains("# It would be compared with 11 perturbations.\n"), out::toString);
        assertTrue(out.toString().matches("(?s).*\ntotal-timesteps: 1024 +# command line\n.*"), out::toString);
        assertTrue(Files.notExists(parent.resolve("run")));
    }

    @Test
    void shouldExitWithZeroWhenAllDigestsAgree() throws IOException {
        assertEquals(0, verify(Components.STANDARD), () -> out + "\n" + err);

        JsonNode json = json();
        assertTrue(json.get("equal").asBoolean());
        assertEquals(11, json.get("perturbations").asInt());
        assertEquals(12, json.get("rows").size());
        JsonNode child = json.get("rows").get(11);
        assertEquals("without the vector module", child.get("perturbation").asText());
        assertEquals(json.get("digest"), child.get("digest"));
        assertFalse(child.get("jvm").get("flags").isEmpty());
        assertEquals("verify", json.get("manifest").get("command_line").get(0).asText());
        assertTrue(
                out.toString()
                        .contains("\n11 perturbations, one digest: "
                                + json.get("digest").asText() + "\n"),
                out::toString);
        assertEquals("", err.toString());
        assertEquals(
                List.of("config.yaml", "verify.json"),
                Arrays.stream(parent.resolve("run").toFile().list()).sorted().toList());
    }

    /** A run is extended while its learning rate falls, and begun again with what it has learnt. */
    @Test
    void shouldVerifyARunThatWentOnAndOneThatBeganWithItsParameters() throws IOException {
        String learnt = parent.resolve("learnt").toString();
        assertEquals(
                0,
                hts(
                        "train",
                        "--algo",
                        "a2c",
                        "--env",
                        "CartPole-v1",
                        "--anneal-lr",
                        "--total-timesteps",
                        "512",
                        "--checkpoint-every",
                        "2",
                        "--run-dir",
                        learnt),
                err::toString);
        assertEquals(0, hts("resume", learnt, "--total-timesteps", "1024"), err::toString);

        assertEquals(
                0,
                verify(Components.STANDARD, "--config", learnt + "/config.yaml", "--init-from", learnt),
                () -> out + "\n" + err);
        assertEquals(12, json().get("rows").size());
        String config = Files.readString(parent.resolve("run").resolve("config.yaml"));
        assertTrue(config.contains("\nannealed-over: 512@"), config);
        assertTrue(config.contains("\ninit-digest: "), config);
    }

    private int hts(String... arguments) {
        return Hts.program(arguments)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    @Test
    void shouldExitWithOneAndTellWhereRunsPart() throws IOException {
        assertEquals(1, verify(BrokenParts.threadedSums(), "--localize", "1"), out::toString);

        assertFalse(json().get("equal").asBoolean());
        JsonNode row = null;
        for (JsonNode candidate : json().get("rows")) {
            row = row == null && candidate.has("localization") ? candidate : row;
        }
        assertEquals("different", row.get("verdict").asText());
        JsonNode found = row.get("localization");
        assertEquals("parameter", found.get("field").asText());
        assertTrue(found.get("step").isNull());
        assertTrue(found.get("reference").get("bits").asText().matches("0x[0-9a-f]{8}"));
        String line = "first difference: interval " + found.get("interval").asLong()
                + ", field policy.0.weight[0][0] (parameter): ";
        assertTrue(out.toString().contains(line), out::toString);
        assertTrue(out.toString().contains("hint: all steps so far are equal"), out::toString);
        assertTrue(err.toString().contains(" runs gave other bits or none"), err::toString);
    }

    /** A folder that passes for a JDK's, whose {@code java} is a script. */
    private Path jdk(String script) throws IOException {
        Path jdk = Files.createDirectories(parent.resolve("jdk").resolve("bin")).getParent();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        File program = Files.writeString(jdk.resolve("bin").resolve("java"), "#!/bin/sh\n" + script)
                .toFile();
        assertTrue(program.setExecutable(true));
        return jdk;
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its other JDK is a shell script")
    void shouldTellOfAJvmThatCrashes() throws IOException {
        Path jdk = jdk("echo the JVM broke\nexit 3\n");

        assertEquals(1, verify(Components.STANDARD, "--jdk", jdk.toString()));

        JsonNode row = json().get("rows").get(12);
        assertEquals("failed", row.get("verdict").asText());
        assertEquals(
                "the JVM ended with status 3: the JVM broke", row.get("message").asText());
        assertTrue(out.toString().contains("the JVM broke"), out::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "--jdk, /nowhere, must name the folder of a JDK",
        "--xint-timesteps, 0, must be at least 1",
        "--localize, -1, must be at least 0",
        "--num-envs, 0, must be at least 1",
        "--quik, 1, is not a flag"
    })
    void shouldExitWithTwoOnMistakes(String flag, String value, String rule) {
        assertEquals(2, verify(Components.STANDARD, flag, value));

        assertTrue(err.toString().contains(rule), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
        assertFalse(Files.exists(parent.resolve("run").resolve("verify.json")));
    }

    /** A JVM with bits of its own: this one's program, but with another seed in the configuration it is given. */
    @Tag("thorough")
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its other JDK is a shell script")
    void shouldLocaliseWhatHappensInAnotherJvm() throws IOException {
        Path jdk = jdk("""
                for argument; do case $argument in *.yaml) config=$argument ;; esac; done
                sed 's/^seed: .*/seed: 2/' "$config" >"$config.new" && mv "$config.new" "$config"
                exec '%s/bin/java' %s "$@"
                """.formatted(
                System.getProperty("java.home"),
                CompilerFlags.ofThisJvm().stream().map(flag -> "'" + flag + "'").collect(Collectors.joining(" "))));

        assertEquals(1, verify(Components.STANDARD, "--jdk", jdk.toString()));

        JsonNode row = json().get("rows").get(12);
        assertEquals(0, row.get("first_differing_interval").asLong());
        JsonNode found = row.get("localization");
        assertEquals("observation", found.get("field").asText());
        assertEquals("observation[0]", found.get("name").asText());
        assertEquals(
                List.of(0, 0, 0),
                Stream.of("interval", "step", "environment")
                        .map(place -> found.get(place).asInt())
                        .toList());
        assertTrue(found.get("reference_repeatable").asBoolean());
    }
}
