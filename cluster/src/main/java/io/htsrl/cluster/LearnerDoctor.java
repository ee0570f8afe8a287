package io.htsrl.cluster;

import io.htsrl.cli.doctor.ConnectionDoctor;
import io.htsrl.cli.doctor.Finding;
import io.htsrl.cluster.pekko.Host;
import io.htsrl.cluster.pekko.Node;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks of {@code hts doctor --join}, from name resolution to the learner's answer. They stop at the first failure.
 * One thread.
 */
public final class LearnerDoctor implements ConnectionDoctor {
    private final Duration patience;

    /** Creates the service. */
    public LearnerDoctor() {
        this(Duration.ofSeconds(10));
    }

    /** @param patience time limit for each answer */
    LearnerDoctor(Duration patience) {
        this.patience = patience;
    }

    @Override
    public boolean examine(String join, Layer flags, Consumer<Finding> report) {
        Violations violations = new Violations();
        ClusterSettings settings = ClusterSettings.of(flags, violations);
        Optional<NodeCommand.JoinAddress> address =
                NodeCommand.JoinAddress.of(join, flags.has("bind") ? settings.bind() : null, violations);
        violations.throwIfAny();
        HostPort learner = address.get().learner();
        Optional<Tls> tls = settings.encryption(Secret.of(settings.secretFile()));
        address.get().check(tls);
        return reached(learner, report) && entered(learner, address.get().bind(), tls, report);
    }

    /** Resolves the host name and connects to it. */
    private boolean reached(HostPort learner, Consumer<Finding> report) {
        String why;
        String remedy;
        long begin = System.nanoTime();
        try (Socket socket = new Socket()) {
            InetAddress found = InetAddress.getByName(learner.host());
            report.accept(Finding.ok("name", learner.host() + " is " + found.getHostAddress()));
            socket.connect(new InetSocketAddress(found, learner.port()), (int) patience.toMillis());
            double millis = (System.nanoTime() - begin) / 1e6;
            report.accept(Finding.ok("connection", String.format(Locale.ROOT, "made in %.1f ms", millis)));
            return true;
        } catch (UnknownHostException e) {
            why = "no host has the name " + learner.host();
            remedy = "give the address that the learner prints, or a name that this machine knows";
        } catch (ConnectException e) {
            why = "nobody listens at " + learner + ": the connection is refused";
            remedy = "start the learner first, with 'hts train ... --nodes N --bind HOST:PORT', and give --join the "
                    + "address that it prints";
        } catch (IOException e) {
            why = "cannot connect to " + learner + " within " + patience.toSeconds() + " s: " + e.getMessage();
            remedy = "look whether the machine is on, and at firewalls and the networks of both machines";
        }
        report.accept(Finding.wrong("connection", why, remedy));
        return false;
    }

    /** Begins to join as a node does, which checks encryption, secret, build, settings and environment. */
    private boolean entered(HostPort learner, HostPort bind, Optional<Tls> tls, Consumer<Finding> report) {
        Node node = new Node(
                learner, () -> new Host(bind, tls, line -> {}), tls, patience, patience, line -> {}, () -> false);
        try {
            Node.End end = node.once(false);
            report.accept(
                    switch (end.way()) {
                        case OVER ->
                            Finding.ok("door", "the learner would admit this machine: same build, same software");
                        case REFUSED ->
                            Finding.wrong("door", end.why(), "see docs/how-to/cluster.md, and what the learner says");
                        case LOST -> silent(learner, bind);
                    });
            return end.way() == Node.Way.OVER;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Finding silent(HostPort learner, HostPort own) {
        return Finding.wrong(
                "door",
                "somebody listens at " + learner + ", but no learner answers within " + patience.toSeconds() + " s",
                "it has to reach this machine, too, at " + own.host()
                        + ": look at firewalls, or give --bind HOST; and give "
                        + "--join the address exactly as the learner prints it, and both sides the same --secret-file");
    }
}
