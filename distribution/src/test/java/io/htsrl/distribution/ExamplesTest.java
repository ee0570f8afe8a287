package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.distribution.Example.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.ParseResult;

/**
 * Every command that README and docs show is parsed whole, and where it trains, resolved as {@code --print-config}
 * does. {@link ExamplesRunTest} runs those of blocks.
 */
@Timeout(1800)
class ExamplesTest extends ExampleCommands {
    static List<Example> examples() throws IOException {
        List<Example> examples = new ArrayList<>();
        for (Path page : pages()) {
            examples.addAll(Examples.in(page));
        }
        return examples;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldBeUnderstood(Example example) throws IOException {
        withClassPath(example, () -> {
            String[] given = example.words().toArray(String[]::new);
            ParseResult parsed = hts(given).parseArgs(given);
            while (parsed.hasSubcommand()) {
                parsed = parsed.subcommand();
            }
            if (!example.command().equals("experiment")) { // which takes flags of train as what is left over
                assertEquals(List.of(), parsed.unmatched(), example::toString);
            }
            assertEquals(List.of(), parsed.errors(), example::toString);
            if (example.kind() != Kind.PARSED && example.resolves()) {
                List<String> words = new ArrayList<>(example.without("--jdk").words()); // another machine's
                words.add("--print-config");
                run(example.with(words));
                assertTrue(out.toString().contains("Nothing was run."), out::toString);
            }
        });
    }
}
