package io.htsrl.trainer.run;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.learners.LearnerCheck;
import io.htsrl.policies.backend.BackendFacts;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.CheckTable;
import io.htsrl.policies.check.SelfCheck;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.SelfCheckReport;
import java.util.ArrayList;
import java.util.List;

/**
 * The self-check of a run: proves on this machine, before the first interval and with the network in use, that rows do
 * not depend on their batch, that passes repeat and that the learner is right, or refuses the run. The check of the
 * learner cannot be waived. One thread; milliseconds.
 */
public record StartCheck(RunConfig config, Attachments attachments) {
    /** Remedy if the learner is wrong. */
    public static final String WRONG_REMEDY = "no setting allows that, for it would not learn what it seems to; choose "
            + "another native library (build with HTS_PROFILES=baseline, for example) or another network, and please "
            + "report it with the output of 'hts doctor'";

    /**
     * Checks the run's network, tells the listener, and returns it.
     *
     * @param initial the run's first parameters
     * @throws io.htsrl.core.error.ConfigurationException if the learner computes a wrong result, or if bits are
     *     promised that would not be reproducible
     */
    PolicyNetwork run(EnvironmentSpec spec, float[] initial, RandomStream stream) {
        PolicyNetwork network = attachments.components().network(config.policy(spec), config);
        SelfCheckReport report = check(config, spec, network, initial, stream);
        refuse(report);
        attachments.listener().onSelfCheck(report);
        return network;
    }

    /**
     * Returns the findings of the self-check for {@code config}, without a run; refuses nothing.
     *
     * @param config a checked run
     * @throws io.htsrl.core.error.ConfigurationException when the tensor library cannot be loaded
     */
    public static SelfCheckReport report(RunConfig config) {
        EnvironmentSpec spec = config.ask(Environment::spec);
        RandomStream root = RandomStream.root(config.seed());
        PolicyNetwork network = config.policy(spec);
        return check(config, spec, network, initial(network, root), root.spawn("self-check"));
    }

    /** Returns the initial parameters of a run with this random root. */
    static float[] initial(Policy policy, RandomStream root) {
        float[] initial = new float[policy.parameterCount()];
        policy.initialise(initial, root.spawn("parameters"));
        return initial;
    }

    private static SelfCheckReport check(
            RunConfig config, EnvironmentSpec spec, PolicyNetwork network, float[] initial, RandomStream stream) {
        Backend backend = config.pipeline().backend();
        BackendFacts facts = backend == Backend.JVM // loading takes long, and is not timed
                ? BackendFacts.jvm()
                : ComputeBackend.of(backend).load();
        // by the number of environments, not the batch limit: the finding must not depend on the number of threads
        SelfCheck check = new SelfCheck(
                spec.observationSpace(), config.frameStack(), config.pipeline().numEnvs(), initial, stream);
        List<CheckRow> rows = new ArrayList<>(List.of(check.acting(network)));
        try (Team team = Team.of(config.pipeline().learners())) {
            rows.addAll(LearnerCheck.run(check, config.algorithm(), network, backend, team));
        }
        CheckTable table = new CheckTable(rows);
        return new SelfCheckReport(table.holds(CheckRow.Kind.DETERMINISM), table, facts);
    }

    private void refuse(SelfCheckReport report) {
        Violations violations = new Violations();
        String network = config.network().description();
        violations.check(
                report.correct(),
                "network",
                network,
                "must be learnt as it acts, and on this machine the " + "learner computes something else ("
                        + report.table().failures(CheckRow.Kind.CORRECTNESS) + ")",
                WRONG_REMEDY);
        boolean promised = config.promised();
        violations.check(
                report.stable() || !promised,
                "network",
                network,
                "must give bits that depend on its input "
                        + "alone, and on this machine they depend on more ("
                        + report.table().failures(CheckRow.Kind.DETERMINISM) + ")",
                "'hts doctor' shows the machine; give "
                        + "--allow-nondeterminism to run all the same, in bits that may not come again");
        violations.throwIfAny();
    }
}
