package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.Hts;
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
import picocli.CommandLine;

/**
 * Runs commands that README and docs show, each training stopped after {@value #INTERVALS} intervals, as by Ctrl-C:
 * enough for the checkpoint and the evaluation of the tenth. Games, and runs whose steps take time, stop after
 * {@value #FEW}.
 */
abstract class ExampleCommands {
    static final int INTERVALS = 12;
    static final int FEW = 1;

    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    @BeforeAll
    static void usePipes() {
        System.setProperty("hts.tty", "false");
    }

    @AfterAll
    static void forgetThePipes() {
        System.clearProperty("hts.tty");
    }

    static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(Archive.ROOT.resolve("docs"))) {
            List<Path> pages =
                    new ArrayList<>(docs.filter(file -> file.toString().endsWith(".md"))
                            .sorted()
                            .toList());
            pages.add(Archive.ROOT.resolve("README.md"));
            pages.add(Archive.ROOT.resolve("CONTRIBUTING.md"));
            return pages;
        }
    }

    final CommandLine hts(String... arguments) {
        TrainingRunner stopping = (config, attached) -> new Trainer(config, attached.with(new TrainingListener() {
                    private final int most = config.frameStack() > 1 || config.stepTime() != null ? FEW : INTERVALS;
                    private int intervals;

                    @Override
                    public void onInterval(IntervalReport report) {
                        if (++intervals == most) {
                            attached.control().requestStop();
                        }
                    }
                }))
                .run();
        return Hts.commandLine(stopping, arguments).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    }

    final void run(Example example) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] words = example.words().toArray(String[]::new);
        assertEquals(0, hts(words).execute(words), () -> example + "\n" + out + "\n" + err);
    }

    /** What is found as a service is found by the thread's loader. */
    static void withClassPath(Example example, Runnable action) throws IOException {
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
