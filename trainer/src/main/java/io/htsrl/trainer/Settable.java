package io.htsrl.trainer;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.trainer.settings.RunSchema;
import java.util.Set;

/**
 * Checks the settings that a program may change: a setting that would have no effect is refused. Immutable.
 *
 * @param own whether the program makes its environments itself
 * @param resumed whether the training resumes from a checkpoint
 */
record Settable(Schema schema, boolean own, boolean resumed) {
    static final String INIT_FROM = "init-from";

    private static final Set<String> CHOSEN = Set.of("algo", "env");

    /** @throws ConfigurationException when no such setting exists, or it cannot be set here */
    SettingSpec setting(String name) {
        Violations violations = new Violations();
        violations.check(
                schema.find(name).isPresent(),
                name,
                null,
                "is not a setting of a training",
                schema.didYouMean(name).orElse("'hts train --help' lists them"));
        violations.check(
                !own || !isOfNamed(name),
                name,
                null,
                "is for environments that are found by name, and this program makes its own",
                "give it to the supplier");
        violations.check(
                !CHOSEN.contains(name), name, null, "is chosen when the training is made", "give it to Training.of");
        violations.check(
                !resumed
                        || name.equals("total-timesteps")
                        || schema.find(name).map(SettingSpec::isOnResume).orElse(true),
                name,
                null,
                "decides what the checkpoint holds",
                "begin a new training to change it");
        violations.throwIfAny();
        return schema.get(name);
    }

    private boolean isOfNamed(String name) {
        return name.equals("env-option") || RunSchema.environmentOptions().contains(name);
    }

    /** @throws ConfigurationException when the training has the parameters of its checkpoint */
    static void checkInitial(boolean resumed) {
        Violations.require(
                !resumed,
                INIT_FROM,
                null,
                "is for a training from the beginning, and this one has the parameters of its checkpoint",
                "begin a new one with Training.of");
    }

    /** @throws ConfigurationException when it has neither a name nor a supplier */
    static void checkGiven(Object environment) {
        Violations.require(
                environment != null,
                "environment",
                null,
                "must be given",
                "give its name, or what makes it: MyEnvironment::new");
    }
}
