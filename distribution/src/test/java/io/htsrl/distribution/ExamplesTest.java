package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.distribution.Example.Kind;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/**
 * Every command that README and docs show. Each is parsed whole, and where it trains, resolved as {@code --print-config}
 * does. Those of a page's blocks are then run one after another in a folder of the page's own, as they stand, but that
 * each training is stopped after {@value #INTERVALS} intervals, as by Ctrl-C. Blocks for which that is not enough are
 * marked {@code <!-- long: why -->}; those that need something of the reader's, {@code <!-- not run: why -->}.
 */
@Timeout(300)
class ExamplesTest {
    private static final int INTERVALS = 25;

    @TempDir
    private static Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void usePipes() {
        System.setProperty("hts.tty", "false");
    }

    @AfterAll
    static void forgetThePipes() {
        System.clearProperty("hts.tty");
    }

    static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(Archive.ROOT.resolve("docs"))) {
            List<Path> pages =
                    new ArrayList<>(docs.filter(file -> file.toString().endsWith(".md"))
                            .sorted()
                            .toList());
            pages.add(Archive.ROOT.resolve("README.md"));
            pages.add(Archive.ROOT.resolve("CONTRIBUTING.md"));
            return pages;
        }
    }

    static List<Example> examples() throws IOException {
        List<Example> examples = new ArrayList<>();
        for (Path page : pages()) {
            examples.addAll(Examples.in(page));
        }
        return examples;
    }

    static List<Path> pagesToRun() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path page : pages()) {
            if (Examples.in(page).stream().anyMatch(example -> example.kind() == Kind.RUN)) {
                pages.add(page);
            }
        }
        return pages;
    }

    private CommandLine hts() {
        TrainingRunner stopping = (config, attached) -> new Trainer(
                        config, attached.with(TrainingListener.both(attached.listener(), new TrainingListener() {
                            private int intervals;

                            @Override
                            public void onInterval(IntervalReport report) {
                                if (++intervals == INTERVALS) {
                                    attached.control().requestStop();
                                }
                            }
                        })))
                .run();
        return Hts.commandLine(stopping).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    }

    private void run(Example example) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        assertEquals(0, hts().execute(example.words().toArray(String[]::new)), () -> example + "\n" + out + "\n" + err);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldBeUnderstood(Example example) throws IOException {
        withClassPath(example, () -> {
            ParseResult parsed = hts().parseArgs(example.words().toArray(String[]::new));
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

    @ParameterizedTest
    @MethodSource("pagesToRun")
    void shouldRun(Path page) throws IOException {
        Path scratch = Files.createDirectory(folder.resolve(page.getFileName().toString()));
        for (Example example : Examples.in(page)) {
            if (example.kind() == Kind.RUN) {
                withClassPath(example, () -> run(example.in(scratch)));
            }
        }
    }

    /** What is found as a service is found by the thread's loader. */
    private static void withClassPath(Example example, Runnable action) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path path : example.classPath()) {
            urls.add(Archive.ROOT.resolve(path).toUri().toURL());
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), before)) {
            thread.setContextClassLoader(loader);
            action.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
