package io.htsrl.cli.settings;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Values;
import io.htsrl.trainer.config.InitialParameters;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.model.LearntParameters;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the user wants a run to begin with: {@code --init-from}, and the {@code --init-digest} that a run's
 * {@code config.yaml} has. One thread.
 */
final class InitialSettings {
    private static final String FROM = "init-from";
    private static final String DIGEST = "init-digest";

    private final Values values;
    private final Violations violations;
    private final boolean recorded;

    /** @param recorded whether the run has begun: nothing is read then */
    InitialSettings(Values values, Violations violations, boolean recorded) {
        this.values = values;
        this.violations = violations;
        this.recorded = recorded;
    }

    /** {@code config}, beginning with what is wanted; what is wrong goes to the violations. */
    RunConfig of(RunConfig config) {
        Optional<Path> from = values.given(FROM);
        Optional<String> digest = digest();
        violations.check(
                from.isPresent() || digest.isEmpty(),
                values.name(DIGEST),
                digest.orElse(""),
                "is for --init-from only",
                "remove it, or say where the parameters are");
        if (from.isEmpty() || !violations.isEmpty()) {
            return config; // the network of settings that are wrong means nothing
        }
        if (recorded && digest.isPresent()) {
            return config.startingFrom(
                    InitialParameters.recorded(digest.get(), from.get().toString()));
        }
        return read(config, from.get(), digest);
    }

    /** A file of settings has that of its own file of parameters: not of one that is given above it. */
    private Optional<String> digest() {
        return values.given(FROM).isPresent() && values.above(FROM, DIGEST) ? Optional.empty() : values.given(DIGEST);
    }

    private RunConfig read(RunConfig config, Path from, Optional<String> digest) {
        try {
            InitialParameters initial = LearntParameters.read(from, config);
            violations.check(
                    digest.isEmpty() || digest.get().equals(initial.digest()),
                    values.name(FROM),
                    from,
                    "must hold the parameters of digest " + digest.orElse("") + ", and holds those of "
                            + initial.digest(),
                    "give the file with those, or remove " + DIGEST + " to make another run");
            return config.startingFrom(initial).check();
        } catch (ConfigurationException e) {
            e.violations().forEach(v -> violations.add(values.name(FROM), v.value(), v.rule(), v.remedy()));
            return config;
        }
    }
}
