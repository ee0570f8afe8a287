package io.htsrl.monitor.live;

import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunGroup;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.monitor.live.model.PageFeed;
import io.htsrl.monitor.live.model.RunModel;
import io.htsrl.monitor.live.server.Address;
import io.htsrl.monitor.live.server.Token;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts watch}: serves the live page of runs whose files exist, whatever process writes them. One thread. */
@Command(
        name = "watch",
        header = "Shows runs in the browser, while they go and afterwards.",
        description = "Serves a page that draws what the files of runs say and follows them while they grow: returns, "
                + "evaluations, speed, losses. Several runs lie over each other. Of the folder of a sweep, all its runs. "
                + "Until Ctrl-C. 'hts train --live' shows more of the run that it trains.",
        footer = {"  hts watch runs/a runs/b", "  hts watch runs/mysweep --port 8080"})
public final class WatchCommand extends PlainCommand {
    private static final int MOST_RUNS = 32;

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Run directories, and folders of sweeps.")
    private List<Path> runs;

    @Option(
            names = "--port",
            order = 0,
            paramLabel = "PORT",
            description = "Port of the page; 0 (default): any free one.")
    private int port;

    @Option(
            names = "--live-host",
            order = 1,
            paramLabel = "HOST",
            description = "Name or address to serve at; default 127.0.0.1: for this machine alone.")
    private String host = Address.LOOPBACK;

    private final CountDownLatch end;

    /** Creates a command that runs until the process ends. */
    public WatchCommand() {
        this(new CountDownLatch(1));
    }

    WatchCommand(CountDownLatch end) {
        this.end = end;
    }

    @Override
    public Integer call() throws InterruptedException {
        check();
        List<Path> all = folders();
        List<Path> folders = newest(all);
        if (folders.size() < all.size()) {
            warn("only the newest " + MOST_RUNS + " of " + all.size()
                    + " runs are shown: more colours cannot be distinguished");
        }
        List<RunModel> models = new ArrayList<>();
        for (Path run : folders) {
            models.add(RunModel.of(run));
        }
        checkEnded(folders, models);
        PageFeed feed = new PageFeed(models, Optional.empty());
        try (LivePage page =
                LivePage.open(new Address(host, port), "--port", feed, Map.of(), Token.create(), Map.of())) {
            PrintWriter out = out();
            out.println(page.url() + "  (Ctrl-C ends it)");
            out.flush();
            end.await();
        }
        return ExitCode.OK;
    }

    private List<Path> folders() {
        List<Path> folders = new ArrayList<>();
        for (Path run : runs) {
            if (RunGroup.areIn(run)) {
                RunGroup.in(run).stream()
                        .flatMap(group -> group.runs().stream())
                        .map(RunReader::folder)
                        .forEach(folders::add);
            } else {
                folders.add(run);
            }
        }
        return folders;
    }

    /**
     * Warns of files that changed after their run ended. Refuses damaged runs that no process writes; of the others the
     * page shows the damage.
     */
    private void checkEnded(List<Path> folders, List<RunModel> models) {
        Violations violations = new Violations();
        for (int i = 0; i < models.size(); i++) {
            RunModel model = models.get(i);
            try {
                model.poll();
                model.damage()
                        .filter(damage -> !model.state().equals("running"))
                        .ifPresent(violations::addAll);
                RunReader run = RunReader.open(folders.get(i));
                if (model.damage().isEmpty() && run.summary().isPresent()) {
                    run.changes("config.yaml", "metrics.jsonl", "episodes.csv", "evaluations.csv")
                            .forEach(this::warn);
                }
            } catch (ConfigurationException e) {
                violations.addAll(e);
            } catch (IOException e) {
                violations.addAll(RunFiles.unreadable(folders.get(i), e));
            }
        }
        violations.throwIfAny();
    }

    /** Returns the runs that began last, at most one for each colour, in the given order. */
    private static List<Path> newest(List<Path> all) {
        Set<Path> newest = all.stream()
                .sorted(Comparator.comparing(WatchCommand::begun).reversed())
                .limit(MOST_RUNS)
                .collect(Collectors.toSet());
        return all.stream().filter(newest::contains).toList();
    }

    private static FileTime begun(Path run) {
        try {
            return Files.getLastModifiedTime(run.resolve("config.yaml"));
        } catch (IOException e) {
            return FileTime.fromMillis(Long.MAX_VALUE); // shown, so that the fault is reported
        }
    }

    private void check() {
        Violations violations = new Violations();
        violations.check(
                Address.isPort(port),
                "--port",
                port,
                "must be in [0, " + Address.HIGHEST_PORT + "]",
                "leave it out for any free one");
        violations.throwIfAny();
    }
}
