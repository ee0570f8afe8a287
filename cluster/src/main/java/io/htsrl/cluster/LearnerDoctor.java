package io.htsrl.cluster;

import io.htsrl.cli.doctor.ConnectionDoctor;
import io.htsrl.cli.doctor.Finding;
import io.htsrl.cluster.pekko.Node;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.cluster.security.TlsCheck;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks of {@code hts doctor --join}, from name resolution to the learner's answer. They stop at the first
 * failure. One thread.
 */
public final class LearnerDoctor implements ConnectionDoctor {
    private static final String ENCRYPTION = "see docs/how-to/cluster.md, and what the learner itself says";

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
        Optional<Tls> tls = Tls.by(settings.tls().read(), Secret.of(settings.secretFile()));
        address.get().check(tls);
        return reached(learner, report)
                && encrypted(learner, tls, report)
                && entered(learner, address.get().bind(), tls, report);
    }

    /** Resolves the host name and connects to it. */
    private boolean reached(HostPort learner, Consumer<Finding> report) {
        InetAddress found;
        try {
            found = InetAddress.getByName(learner.host());
        } catch (UnknownHostException e) {
            report.accept(Finding.wrong(
                    "connection",
                    "there is no host of the name " + learner.host(),
                    "give the address that the learner prints, or a name that this machine knows"));
            return false;
        }
        report.accept(Finding.ok("name", learner.host() + " is " + found.getHostAddress()));
        String why;
        String remedy = "look at the networks of both machines";
        long begin = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(found, learner.port()), (int) patience.toMillis());
            double millis = (System.nanoTime() - begin) / 1e6;
            report.accept(Finding.ok("connection", String.format(Locale.ROOT, "made in %.1f ms", millis)));
            return true;
        } catch (NoRouteToHostException e) {
            why = "there is no way to " + learner + ": " + e.getMessage();
        } catch (ConnectException e) {
            why = "nobody listens at " + learner + ": the connection is refused";
            remedy = "start the learner first, with 'hts train ... --nodes N --bind HOST:PORT', and give --join the "
                    + "address that it prints";
        } catch (SocketTimeoutException e) {
            why = "no answer from " + learner + " within " + patience.toSeconds() + " s";
            remedy = "look whether a firewall drops it, and whether the machine is on";
        } catch (IOException e) {
            why = "cannot connect to " + learner + ": " + e.getMessage();
        }
        report.accept(Finding.wrong("connection", why, remedy));
        return false;
    }

    private boolean encrypted(HostPort learner, Optional<Tls> tls, Consumer<Finding> report) {
        if (tls.isEmpty()) {
            return true; // a learner that speaks another protocol is found when no message is answered
        }
        Optional<TlsCheck.Fault> fault = TlsCheck.fault(learner, tls, patience);
        report.accept(fault.map(found -> Finding.wrong("encryption", found.text(), ENCRYPTION))
                .orElseGet(() -> Finding.ok("encryption", "TLS 1.3; each believes the other")));
        return fault.isEmpty();
    }

    private boolean entered(HostPort learner, HostPort bind, Optional<Tls> tls, Consumer<Finding> report) {
        Node node = new Node(learner, bind, tls, patience, patience, line -> {}, () -> false);
        try {
            Node.End end = node.examine();
            report.accept(
                    switch (end.way()) {
                        case OVER ->
                            Finding.ok("door", "the learner would admit this machine: same build, same software");
                        case REFUSED -> Finding.wrong("door", end.why(), "see there");
                        case LOST ->
                            TlsCheck.fault(learner, tls, patience)
                                    .map(fault -> Finding.wrong("encryption", fault.text(), ENCRYPTION))
                                    .orElseGet(() -> silent(learner, bind));
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
                "it has to reach this machine, too, at " + own.host() + ": look at firewalls, or give --bind HOST; and give "
                        + "--join the address exactly as the learner prints it, and both sides the same --secret-file");
    }
}
