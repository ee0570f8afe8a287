package io.htsrl.cluster;

import io.htsrl.cli.doctor.ConnectionDoctor;
import io.htsrl.cli.doctor.Finding;
import io.htsrl.cluster.door.HostPort;
import io.htsrl.cluster.door.Identity;
import io.htsrl.cluster.door.Reach;
import io.htsrl.cluster.door.Secret;
import io.htsrl.cluster.door.Tls;
import io.htsrl.cluster.door.TlsCheck;
import io.htsrl.cluster.pekko.Probe;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.Values;
import io.htsrl.trainer.config.RunConfig;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** {@code hts doctor --join}: from the name to the speed, as far as it gets. One thread. */
public final class LearnerDoctor implements ConnectionDoctor {
    private static final double CARTPOLE = 37e3;
    private static final double CARTPOLE_BANK = 82e3;
    private static final double NATURE = 6.75e6;
    private static final double NATURE_BANK = 14.5e6;

    private static final String ENCRYPTION = "see docs/cluster.md, and what the learner itself says";

    private final Duration patience;

    /** As a service. */
    public LearnerDoctor() {
        this(Duration.ofSeconds(10));
    }

    /** @param patience for each answer */
    LearnerDoctor(Duration patience) {
        this.patience = patience;
    }

    @Override
    public boolean examine(String join, Layer flags, Consumer<Finding> report) {
        Violations violations = new Violations();
        Schema schema = new Schema.Builder().add(List.of(ClusterSettings.class)).build();
        ClusterSettings settings =
                new Values(schema, List.of(flags), Set.of(), violations).record(ClusterSettings.class);
        Optional<JoinAddress> address = JoinAddress.of(join, flags.has("bind") ? settings.bind() : null, violations);
        violations.throwIfAny();
        HostPort learner = address.get().learner();
        Secret secret = Secret.of(settings.secretFile());
        Optional<Tls> tls = settings.tls().read();
        return reached(learner, report)
                && encrypted(learner, tls, report)
                && entered(learner, address.get().bind(), secret, tls, report);
    }

    private boolean reached(HostPort learner, Consumer<Finding> report) {
        Reach.Result reach = Reach.to(learner, patience);
        if (!reach.address().isEmpty()) {
            report.accept(Finding.ok("name", learner.host() + " is " + reach.address()));
        }
        report.accept(
                reach.reached()
                        ? Finding.ok("connection", String.format(Locale.ROOT, "made in %.1f ms", reach.millis()))
                        : Finding.wrong("connection", reach.why(), reach.remedy()));
        return reach.reached();
    }

    private boolean encrypted(HostPort learner, Optional<Tls> tls, Consumer<Finding> report) {
        if (tls.isEmpty()) {
            return true; // a learner that speaks it is found out when none answers
        }
        Optional<String> fault = TlsCheck.fault(learner, tls, patience);
        if (fault.isPresent()) {
            report.accept(Finding.wrong("encryption", fault.get(), ENCRYPTION));
        } else {
            report.accept(Finding.ok("encryption", "TLS 1.3; each believes the other's certificate"));
        }
        return fault.isEmpty();
    }

    private boolean entered(
            HostPort learner, HostPort bind, Secret secret, Optional<Tls> tls, Consumer<Finding> report) {
        try (Probe probe = new Probe(learner, bind, secret, tls, patience)) {
            Optional<Map<String, String>> settings = probe.enter();
            if (settings.isEmpty()) {
                report.accept(TlsCheck.fault(learner, tls, patience)
                        .map(fault -> Finding.wrong("encryption", fault, ENCRYPTION))
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
                        + "--join the address exactly as the learner prints it");
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
        // what a node receives comes from the learner: in its direction, parameters go "out" of the other end
        Probe.Speed node = new Probe.Speed(speed.roundTrip(), speed.in(), speed.out());
        report.accept(
                Finding.ok("cost", CostModel.line("CartPole 16 x 128, MLP 64-64", node, CARTPOLE, CARTPOLE_BANK)));
        report.accept(Finding.ok("", CostModel.line("Atari 16 x 128, Nature network", node, NATURE, NATURE_BANK)));
        return true;
    }
}
