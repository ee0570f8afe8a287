package io.htsrl.cluster;

import io.htsrl.cli.CommandProvider;
import io.htsrl.cli.terminal.Errors;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cluster.door.Secret;
import io.htsrl.cluster.pekko.Node;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hts node}: collects rollouts for a learner on another machine. One thread. */
@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        header = "Collects rollouts for 'hts train --nodes N' on another machine.",
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        description = "Joins the learner, gets the settings of its run, steps its share of the environments, and ends "
                + "with the run. It may come late, go, and come back: no bit of the run depends on it.",
        footerHeading = "%nExamples:%n",
        footer = {"  hts node --join 10.0.0.1:25520 --secret-file secret"})
public final class NodeCommand implements Callable<Integer> {
    private static final Duration SILENCE = Duration.ofSeconds(10);

    @Option(
            names = "--join",
            required = true,
            order = 0,
            paramLabel = "HOST:PORT",
            description = "Where the learner listens; it prints this line when it starts.")
    private String join;

    @Option(
            names = "--bind",
            order = 1,
            paramLabel = "HOST:PORT",
            description = "The address of this machine that the learner reaches; default: the one that this machine "
                    + "reaches the learner from, any free port.")
    private String bind;

    @Option(
            names = "--secret-file",
            order = 2,
            paramLabel = "FILE",
            description = "The learner's secret, in a file of this machine.")
    private Path secretFile;

    @Mixin
    private TlsOptions tls;

    @Option(
            names = "--wait",
            order = 9,
            paramLabel = "SECONDS",
            description = "How long to knock at a learner that does not answer; default 300.")
    private int wait = 300;

    @Option(names = "--until-input-ends", hidden = true, description = "End when standard input does.")
    private boolean untilInputEnds;

    @Spec
    private CommandSpec spec;

    /** Adds this command to the program. */
    public static final class Provider implements CommandProvider {
        @Override
        public List<CommandLine> commands() {
            return List.of(new CommandLine(new NodeCommand()));
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        Violations violations = new Violations();
        Optional<JoinAddress> address = JoinAddress.of(join, bind, violations);
        violations.check(wait >= 1, "--wait", wait, "must be at least 1", "leave it out");
        violations.throwIfAny();
        if (untilInputEnds) {
            endWithInput();
        }
        PrintWriter out = spec.commandLine().getOut();
        Node node = new Node(
                address.get().learner(),
                address.get().bind(),
                Secret.of(Optional.ofNullable(secretFile)),
                tls.settings().read(),
                SILENCE,
                Duration.ofSeconds(wait),
                line -> {
                    out.println(line);
                    out.flush();
                });
        String why = node.run();
        if (!why.isEmpty()) {
            Errors.printPlain(spec.commandLine().getErr(), why);
            return ExitCode.FAILED;
        }
        return ExitCode.OK;
    }

    /** Whoever started this process holds the other end, until it ends in whatever way. */
    private static void endWithInput() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // nothing is said
                        }
                    } catch (IOException e) {
                        // ended, too
                    }
                    Runtime.getRuntime().halt(0);
                },
                "input");
        watch.setDaemon(true);
        watch.start();
    }
}
