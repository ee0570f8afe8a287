package io.htsrl.cluster;

import io.htsrl.cli.doctor.ConnectionDoctor;
import io.htsrl.cli.doctor.Finding;
import io.htsrl.cluster.pekko.Probe;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Identity;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.cluster.security.TlsCheck;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.RunConfig;
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
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks of {@code hts doctor --join}, from name resolution to the speed of the connection. They stop at the first
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
        Secret secret = Secret.of(settings.secretFile());
        Optional<Tls> tls = Tls.by(settings.tls().read(), secret);
        address.get().check(tls);
        return reached(learner, report)
                && encrypted(learner, tls, report)
                && entered(learner, address.get().bind(), secret, tls, report);
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

    private boolean entered(
            HostPort learner, HostPort bind, Secret secret, Optional<Tls> tls, Consumer<Finding> report) {
        try (Probe probe = new Probe(learner, bind, secret, tls, patience)) {
            Optional<Map<String, String>> settings = probe.enter();
            if (settings.isEmpty()) {
                report.accept(TlsCheck.fault(learner, tls, patience)
                        .map(fault -> Finding.wrong("encryption", fault.text(), ENCRYPTION))
                        .orElseGet(() -> silent(learner, probe.address())));
                return false;
            }
            report.accept(Finding.ok("door", "the learner answers; same secret, same build"));
            return software(probe, settings.get(), report) && speed(probe, report);
        } catch (Probe.RefusedException e) {
            report.accept(Finding.wrong("door", e.getMessage(), "see there"));
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Finding silent(HostPort learner, HostPort own) {
        return Finding.wrong(
                "door",
                "somebody listens at " + learner + ", but no learner answers within " + patience.toSeconds() + " s",
                "it has to reach this machine, too, at " + own + ": look at firewalls, or give --bind HOST; and give "
                        + "--join the address exactly as the learner prints it, and both sides the same --secret-file");
    }

    private static boolean software(Probe probe, Map<String, String> settings, Consumer<Finding> report)
            throws Probe.RefusedException, InterruptedException {
        RunConfig config;
        try {
            config = Identity.run(settings);
        } catch (ConfigurationException e) {
            e.violations().stream()
                    .map(v -> Finding.wrong("software", v.setting() + " " + v.value() + ": it " + v.rule(), v.remedy()))
                    .forEach(report);
            return false;
        }
        boolean same = probe.examined(Identity.of(config));
        report.accept(
                same
                        ? Finding.ok(
                                "software",
                                "this machine would compute the same: " + config.env() + ", "
                                        + config.algorithm().algorithm())
                        : Finding.wrong("software", "the learner does not answer any more", "look at the learner"));
        return same;
    }

    private static boolean speed(Probe probe, Consumer<Finding> report)
            throws Probe.RefusedException, InterruptedException {
        Optional<Probe.Speed> found = probe.speed();
        if (found.isEmpty()) {
            report.accept(Finding.wrong("speed", "the learner does not answer any more", "look at the learner"));
            return false;
        }
        Probe.Speed speed = found.get();
        report.accept(Finding.ok("round trip", String.format(Locale.ROOT, "%.2f ms, median", speed.roundTrip() * 1e3)));
        report.accept(Finding.ok(
                "throughput",
                String.format(
                        Locale.ROOT,
                        "%.0f MB/s to the learner, %.0f MB/s from it, in pieces",
                        speed.out() / 1e6,
                        speed.in() / 1e6)));
        return true;
    }
}
