package io.htsrl.trainer.run;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.learners.LearnerCheck;
import io.htsrl.policies.acting.ActingRoute;
import io.htsrl.policies.backend.BackendFacts;
import io.htsrl.policies.backend.Backends;
import io.htsrl.policies.backend.Nd4jRuntime;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.CheckTable;
import io.htsrl.policies.check.RouteChoice;
import io.htsrl.policies.check.SelfCheck;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.SelfCheckReport;
import java.util.ArrayList;
import java.util.List;

/**
 * The self-check of a run: proves on this machine, before the first interval and with the network in use, that rows do
 * not depend on their batch, that passes repeat and that the learner is right, or refuses the run. That it is right
 * cannot be waived. One thread; milliseconds.
 */
public final class StartCheck {
    /** Where the learner is wrong. */
    public static final String WRONG_REMEDY = "no setting allows that, for it would not learn what it seems to; choose "
            + "another native library (build with HTS_PROFILES=baseline, for example) or another network, and please "
            + "report it with the output of 'hts doctor'";

    private final RunConfig config;
    private final Attachments attachments;

    StartCheck(RunConfig config, Attachments attachments) {
        this.config = config;
        this.attachments = attachments;
    }

    /** What a check found, and the network of the route that it chose. */
    private record Checked(PolicyNetwork network, SelfCheckReport report) {}

    /**
     * Checks, tells the listener, and returns the network by the route that has proven itself.
     *
     * @param initial the run's first parameters
     * @throws io.htsrl.core.error.ConfigurationException where the learner computes something else than it should, or
     *                                                    equal bits are promised and would not come
     */
    PolicyNetwork run(EnvironmentSpec spec, float[] initial, RandomStream stream) {
        List<ActingRoute> routes = attachments.components().routes(config.routes(spec), config);
        Checked checked = check(config, spec, routes, initial, stream);
        refuse(checked.report());
        attachments.listener().onSelfCheck(checked.report());
        return checked.network();
    }

    /**
     * The check that a run of {@code config} would make, without a run; refuses nothing.
     *
     * @param config checked
     * @throws io.htsrl.core.error.ConfigurationException when the tensor library cannot be loaded
     */
    public static SelfCheckReport report(RunConfig config) {
        EnvironmentSpec spec = config.ask(Environment::spec);
        RandomStream root = RandomStream.root(config.seed());
        return check(config, spec, config.routes(spec), initial(config.policy(spec), root), root.spawn("self-check"))
                .report();
    }

    /** The first parameters of a run whose chance has this root. */
    static float[] initial(Policy policy, RandomStream root) {
        float[] initial = new float[policy.parameterCount()];
        policy.initialise(initial, root.spawn("parameters"));
        return initial;
    }

    private static Checked check(
            RunConfig config, EnvironmentSpec spec, List<ActingRoute> routes, float[] initial, RandomStream stream) {
        Backend backend = config.pipeline().backend();
        if (backend == Backend.ND4J) {
            Nd4jRuntime.load(); // takes long, and is no part of what is timed
            Backends.current().attachThread();
        }
        // by the number of environments, not the batch limit: every number of threads has to choose the same route
        SelfCheck check = new SelfCheck(
                spec.observationSpace(), config.frameStack(), config.pipeline().numEnvs(), initial, stream);
        RouteChoice choice = RouteChoice.of(routes, check);
        List<CheckRow> learner;
        try (Team team = Team.of(config.pipeline().learners())) {
            learner = LearnerCheck.run(check, config.algorithm(), choice.network(), backend, team);
        }
        boolean stable = choice.stable() && new CheckTable(learner).holds(CheckRow.Kind.DETERMINISM);
        List<CheckRow> rows = new ArrayList<>(choice.rows());
        rows.addAll(learner);
        return new Checked(
                choice.network(),
                new SelfCheckReport(
                        choice.route(),
                        rejected(routes, choice),
                        stable,
                        new CheckTable(rows),
                        backend == Backend.ND4J ? BackendFacts.current() : BackendFacts.jvm()));
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

    private static List<String> rejected(List<ActingRoute> routes, RouteChoice choice) {
        return choice.stable()
                ? routes.stream()
                        .map(ActingRoute::name)
                        .limit(choice.rows().size() - 1L)
                        .toList()
                : List.of();
    }
}
