package io.htsrl.cluster;

import io.htsrl.cli.CommandProvider;
import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.cli.signals.Interruption;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cluster.pekko.Host;
import io.htsrl.cluster.pekko.Node;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.DaemonThreads;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hts node}: collects rollouts for a learner on another machine. One thread. */
@Command(
        name = "node",
        sortOptions = false,
        header = "Collects rollouts for 'hts train --nodes N' on another machine.",
        synopsisHeading = "%nUsage: ",
        customSynopsis = "hts node --join HOST:PORT [flags]",
        descriptionHeading = "%n",
        description = "Joins the learner, gets the settings of its run, steps its share of the environments, and ends"
                + " with the run. It may come late, go, and come back: no bit of the run depends on it. Ctrl-C or SIGTERM"
                + " ends it when the learner has the results of its units; a second signal at once.",
        footerHeading = "%nExamples:%n",
        footer = {"  hts node --join 10.0.0.1:25520 --secret-file secret"})
public final class NodeCommand implements Callable<Integer> {
    /** Flag with which {@link LocalNodes} passes a secret that is in no file. */
    static final String SECRET_FROM_INPUT = "--secret-from-input";

    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final String STOPPING = "stopping when the learner has the results of this node's units";
    /** Settings with which a node authenticates itself; the learner has the same settings. */
    private static final Schema SETTINGS = ClusterSettings.SCHEMA.only(
            setting -> setting.key().startsWith("tls-") || setting.key().equals("secret-file"));

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
            names = "--wait",
            order = 2,
            paramLabel = "SECONDS",
            description = "How long to retry connecting; default 300.")
    private int wait = 300;

    @Option(names = "--until-input-ends", hidden = true, description = "End when standard input does.")
    private boolean untilInputEnds;

    @Option(names = SECRET_FROM_INPUT, hidden = true, description = "Standard input begins with a line, the secret.")
    private boolean secretFromInput;

    @Spec
    private CommandSpec spec;

    /** Adds this command to the program. */
    public static final class Provider implements CommandProvider {
        @Override
        public Map<String, Supplier<CommandLine>> commands() {
            return Map.of("node", () -> TrainOptions.commandLine(new NodeCommand(), SETTINGS));
        }
    }

    @Override
    public Integer call() {
        Violations violations = new Violations();
        Layer flags = TrainOptions.read(spec.commandLine().getParseResult(), SETTINGS, violations);
        ClusterSettings settings = ClusterSettings.of(flags, violations);
        violations.throwIfAny();
        Optional<JoinAddress> address = JoinAddress.of(join, bind, violations);
        violations.check(wait >= 1, "--wait", wait, "must be at least 1", "leave it out");
        violations.throwIfAny();
        Secret secret = secretFromInput ? secretFromInput() : Secret.of(settings.secretFile());
        Optional<Tls> tls = settings.encryption(secret);
        address.get().check(tls);
        if (untilInputEnds) {
            endWithInput();
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = untilInputEnds
                ? new PrintWriter(Writer.nullWriter())
                : spec.commandLine().getErr();
        RunControl control = new RunControl();
        control.onAbort(Thread.currentThread()::interrupt);
        Consumer<String> log = line -> {
            out.println(line);
            out.flush();
        };
        HostPort learner = address.get().learner();
        HostPort own = address.get().bind();
        Supplier<Host> hosts = () -> new Host(own, tls, log);
        Duration patience = Duration.ofSeconds(wait);
        Node node = new Node(learner, hosts, tls, SILENCE, patience, log, control::stopRequested);
        try (Interruption signals = new Interruption(control, err, STOPPING).install()) {
            String why;
            try {
                why = node.run();
            } catch (InterruptedException second) { // the first signal drains
                return signals.code(ExitCode.INTERRUPTED);
            }
            if (!why.isEmpty()) {
                ErrorOutput.printPlain(spec.commandLine().getErr(), why);
            }
            return signals.happened()
                    ? signals.code(ExitCode.INTERRUPTED)
                    : why.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private static Secret secretFromInput() {
        try { // the reader may take more of the input, which is ignored
            String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            return Secret.of(line == null ? "" : line);
        } catch (IOException e) {
            throw new UncheckedIOException("no secret has come: " + e.getMessage(), e);
        }
    }

    /** Ends this process when its standard input closes, which happens when its parent process ends for any reason. */
    private static void endWithInput() {
        DaemonThreads.start("input", () -> {
            try {
                System.in.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                // the input is broken, which also counts as its end
            }
            Runtime.getRuntime().halt(0);
        });
    }

    /**
     * Addresses of a node and its learner. Immutable.
     *
     * @param learner address of the learner
     * @param bind address at which this node is reached
     */
    record JoinAddress(HostPort learner, HostPort bind) {

        /**
         * Checks that a node without encryption is reachable only from this machine, since its peer chooses what it
         * runs.
         *
         * @throws ConfigurationException when another machine could reach it
         */
        void check(Optional<Tls> tls) {
            boolean far = !learner.loopback();
            Violations.require(
                    tls.isPresent() || !far && bind.loopback(),
                    far ? "--join" : "--bind",
                    far ? learner : bind,
                    "must be loopback without --secret-file and --tls-keystore: anybody who answers could name "
                            + "programs that this machine runs",
                    "copy the learner's secret to this machine, and give --secret-file secret");
        }

        /**
         * Parses both addresses from a command line; adds violations.
         *
         * @param bind null for the address from which this machine reaches the learner
         */
        static Optional<JoinAddress> of(String join, String bind, Violations violations) {
            Optional<HostPort> learner = HostPort.of(join).filter(address -> address.port() > 0);
            Optional<HostPort> own = bind == null ? learner.map(HostPort::seenFrom) : HostPort.of(bind);
            boolean known = learner.isEmpty() || own.isPresent();
            violations
                    .check(learner.isPresent(), "--join", join, HostPort.RULE, "give what the learner prints")
                    .check(
                            known,
                            "--bind",
                            bind,
                            "must be HOST or HOST:PORT of this machine, where an IPv6 address has brackets",
                            "leave it out");
            return learner.flatMap(to -> own.map(from -> new JoinAddress(to, from)));
        }
    }
}
