package io.htsrl.cluster;

import io.htsrl.cli.CommandProvider;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cluster.pekko.Node;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
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
    /** How {@link LocalNodes} hands over a secret that is in no file. */
    static final String SECRET_FROM_INPUT = "--secret-from-input";

    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final int LONGEST_LINE = 1024;

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
            description = "The learner's secret, in a file of this machine; all is encrypted by it (TLS 1.3).")
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

    @Option(names = SECRET_FROM_INPUT, hidden = true, description = "Standard input begins with a line, the secret.")
    private boolean secretFromInput;

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
        Secret secret = secretFromInput ? secretFromInput() : Secret.of(Optional.ofNullable(secretFile));
        Optional<Tls> stores = tls.settings().read();
        address.get().check(Tls.by(stores, secret));
        if (untilInputEnds) {
            endWithInput();
        }
        PrintWriter out = spec.commandLine().getOut();
        Node node = new Node(
                address.get().learner(),
                address.get().bind(),
                secret,
                stores,
                SILENCE,
                Duration.ofSeconds(wait),
                line -> {
                    out.println(line);
                    out.flush();
                });
        String why = node.run();
        if (!why.isEmpty()) {
            ErrorOutput.printPlain(spec.commandLine().getErr(), why);
            return ExitCode.FAILED;
        }
        return ExitCode.OK;
    }

    private static Secret secretFromInput() {
        StringBuilder line = new StringBuilder();
        try {
            for (int c = System.in.read(); c > '\n' && line.length() < LONGEST_LINE; c = System.in.read()) {
                line.append((char) c);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no secret has come: " + e.getMessage(), e);
        }
        return Secret.of(line.toString());
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

    /** The flags of {@link TlsSettings}, for a command that has no others of a run. Filled by picocli. */
    private static final class TlsOptions {
        @Option(
                names = "--tls-keystore",
                order = 3,
                paramLabel = "FILE",
                description = "Speak TLS 1.3 with the learner, by the key and certificate in this keystore.")
        private Path keystore;

        @Option(
                names = "--tls-truststore",
                order = 4,
                paramLabel = "FILE",
                description = "The learner's certificate, or that of who signed it.")
        private Path truststore;

        @Option(
                names = "--tls-password-file",
                order = 5,
                paramLabel = "FILE",
                description = "A file with the password of both; or the environment variable HTS_TLS_PASSWORD has it.")
        private Path passwordFile;

        @Option(
                names = "--tls-verify-hosts",
                order = 6,
                negatable = true,
                defaultValue = "true",
                fallbackValue = "true",
                description = "The learner's certificate must name its host; --no-tls-verify-hosts: need not.")
        private boolean verifyHosts;

        private TlsSettings settings() {
            return new TlsSettings(
                    Optional.ofNullable(keystore),
                    Optional.ofNullable(truststore),
                    Optional.ofNullable(passwordFile),
                    verifyHosts);
        }
    }

    /**
     * Where a machine joins. Immutable.
     *
     * @param learner that it joins
     * @param bind    where it is reached itself
     */
    record JoinAddress(HostPort learner, HostPort bind) {

        /**
         * Whoever answers names what this machine runs: without encryption nobody off it may.
         *
         * @throws ConfigurationException where somebody may
         */
        void check(Optional<Tls> tls) {
            boolean far = !learner.loopback();
            new Violations()
                    .check(
                            tls.isPresent() || !far && bind.loopback(),
                            far ? "--join" : "--bind",
                            far ? learner : bind,
                            "must be loopback without --secret-file and --tls-keystore: anybody who answers could name "
                                    + "programs that this machine runs",
                            "copy the learner's secret to this machine, and give --secret-file secret")
                    .throwIfAny();
        }

        /**
         * From a command line; adds what is wrong with it.
         *
         * @param bind null for the address that this machine reaches the learner from
         */
        static Optional<JoinAddress> of(String join, String bind, Violations violations) {
            Optional<HostPort> learner = HostPort.of(join).filter(address -> address.port() > 0);
            violations.check(
                    learner.isPresent(),
                    "--join",
                    join,
                    "must be an address, HOST:PORT",
                    "give the one that the learner prints when it starts");
            Optional<HostPort> own = bind == null ? learner.map(HostPort::seenFrom) : HostPort.of(bind);
            violations.check(
                    learner.isEmpty() || own.isPresent(),
                    "--bind",
                    bind,
                    "must be an address of this machine, HOST or HOST:PORT",
                    "leave it out for the one that this machine reaches the learner from");
            return learner.flatMap(to -> own.map(from -> new JoinAddress(to, from)));
        }
    }
}
