package io.htsrl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {
    private final CommandLineFixture hts = new CommandLineFixture();

    @Test
    void shouldCompleteFlagsInBash(@TempDir Path folder) throws IOException, InterruptedException {
        assertEquals(ExitCode.OK, hts.run("completion", "bash"), hts::errors);
        Path script = Files.writeString(folder.resolve("hts.bash"), hts.out.toString());

        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source " + script + "; COMP_WORDS=(hts train --clip-c); COMP_CWORD=2; _complete_hts; "
                                + "echo \"${COMPREPLY[@]}\"")
                .redirectError(ProcessBuilder.Redirect.DISCARD) // no completion is under way
                .start();

        String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, bash.waitFor(), printed);
        assertEquals("--clip-coef", printed.strip());
    }

    @Test
    void shouldListCommandsAndFlagsForFish() {
        assertEquals(ExitCode.OK, hts.run("completion", "fish"), hts::errors);

        String script = hts.out.toString();
        assertTrue(
                script.contains("complete -c hts -f -n __fish_use_subcommand -a train -d 'Trains an agent.'\n"),
                script);
        assertTrue(script.contains("complete -c hts -n '__fish_seen_subcommand_from train' -l clip-coef -r\n"), script);
        assertTrue(script.contains("complete -c hts -n '__fish_seen_subcommand_from train' -l quiet\n"), script);
    }

    @Test
    void shouldNameTheShells() {
        assertEquals(ExitCode.MISTAKE, hts.run("completion", "tcsh"));
        assertEquals(
                "SHELL tcsh: it must be bash, zsh or fish; give one of them",
                hts.mistakes().get(0));
    }
}
