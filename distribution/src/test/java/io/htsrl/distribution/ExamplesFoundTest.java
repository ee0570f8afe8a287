package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.distribution.Example.Kind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what {@link ExamplesTest} finds in a page, and what it makes of it. */
class ExamplesFoundTest {

    private static List<Example> found(String... lines) {
        return Examples.in("page.md", String.join("\n", lines));
    }

    @Test
    void shouldFindCommandsAsAShellReadsThem() {
        List<Example> found = found(
                "```",
                "$ ./hts train --algo ppo   # a comment",
                "mvn verify",
                "unzip a.zip && bin/hts sweep --grid 'hidden-sizes=64,64;256,256' \\",
                "    --seeds 1",
                "HTS_CLASS_PATH=mine:yours ./hts envs",
                "```");

        assertEquals(
                List.of(
                        new Example("page.md line 2", List.of("train", "--algo", "ppo"), "", Kind.RUN),
                        new Example(
                                "page.md line 5",
                                List.of("sweep", "--grid", "hidden-sizes=64,64;256,256", "--seeds", "1"),
                                "",
                                Kind.RUN),
                        new Example("page.md line 6", List.of("envs"), "mine:yours", Kind.RUN)),
                found);
        assertEquals(List.of(Path.of("mine"), Path.of("yours")), found.get(2).classPath());
    }

    @Test
    void shouldSeeTheMarkOfTheBlockRightBelowIt() {
        String[] block = {"```", "./hts envs", "```"};
        List<String> lines = new java.util.ArrayList<>();
        for (String before :
                List.of("<!-- long: an hour -->", "", "<!-- not run: a ROM -->", "<!-- long: x -->\nBut:")) {
            lines.add(before);
            lines.addAll(List.of(block));
        }

        assertEquals(
                List.of(Kind.LONG, Kind.RUN, Kind.PARSED, Kind.RUN),
                found(lines.toArray(String[]::new)).stream().map(Example::kind).toList());
    }

    @Test
    void shouldNotTakeAMarkWithoutAReason() {
        assertEquals(
                Kind.RUN,
                found("<!-- long: -->", "```", "./hts envs", "```").get(0).kind());
    }

    @Test
    void shouldFindWholeCommandsInSentences() {
        List<Example> found = found(
                "First `./hts experiment actors --seeds",
                "1` and then `./hts train ... --lr 1`, `./hts envs`, `./hts COMMAND --help`.",
                "Or" + " `./hts roms --out DIR`.");

        assertEquals(
                List.of("page.md sentence: hts experiment actors --seeds 1", "page.md sentence: hts roms --out DIR"),
                found.stream().map(Example::toString).toList());
        assertEquals(
                List.of(Kind.LONG, Kind.PARSED),
                found.stream().map(Example::kind).toList());
    }

    @Test
    void shouldWriteBelowTheScratchFolderAlone() {
        Path scratch = Path.of("scratch");

        assertEquals(
                "p: hts play scratch/runs/mine --record scratch/mine.gif --scale 2",
                new Example("p", Examples.words("play runs/mine --record mine.gif --scale 2"), "", Kind.RUN)
                        .in(scratch)
                        .toString());
        assertEquals(
                "p line 3: hts train --algo ppo --out scratch/runs/p-line-3",
                new Example("p line 3", Examples.words("train --algo ppo"), "", Kind.RUN)
                        .in(scratch)
                        .toString());
        assertEquals(
                "p: hts verify --quick",
                new Example("p", Examples.words("verify --jdk /jdk --quick"), "", Kind.LONG)
                        .without("--jdk")
                        .toString());
    }
}
