package io.htsrl.trainer;

import io.htsrl.core.Environment;
import io.htsrl.core.EnvironmentSpec;
import io.htsrl.core.Policy;
import io.htsrl.core.RandomStream;
import io.htsrl.core.Violations;
import io.htsrl.learners.LearnerCheck;
import io.htsrl.policies.ActingRoute;
import io.htsrl.policies.Nd4jRuntime;
import io.htsrl.policies.PolicyNetwork;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.CheckTable;
import io.htsrl.policies.check.RouteChoice;
import io.htsrl.policies.check.SelfCheck;
import java.util.ArrayList;
import java.util.List;

/**
 * The self-check of a run: proves on this machine, before the first interval and with the network in use, that rows do
 * not depend on their batch and that passes repeat, or refuses the run. One thread; milliseconds.
 */
public final class StartCheck {
    private final RunConfig config;
    private final Attachments attachments;

    StartCheck(RunConfig config, Attachments attachments) {
        this.config = config;
        this.attachments = attachments;
    }

    /** What a check found, and the network of the route that it chose. */
    private record Checked(PolicyNetwork network, SelfCheckReport report) {
    }

    /**
     * Checks, tells the listener, and returns the network by the route that has proven itself.
     *
     * @param initial the run's first parameters
     * @throws io.htsrl.core.ConfigurationException where equal bits are promised and would not come
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
     * @throws io.htsrl.core.ConfigurationException when the tensor library cannot be loaded
     */
    public static SelfCheckReport report(RunConfig config) {
        EnvironmentSpec spec = config.ask(Environment::spec);
        RandomStream root = RandomStream.root(config.seed());
        return check(config, spec, config.routes(spec), initial(config.policy(spec), root),
                root.spawn("self-check")).report();
    }

    /** The first parameters of a run whose chance has this root. */
    static float[] initial(Policy policy, RandomStream root) {
        float[] initial = new float[policy.parameterCount()];
        policy.initialise(initial, root.spawn("parameters"));
        return initial;
    }

    private static Checked check(RunConfig config, EnvironmentSpec spec, List<ActingRoute> routes, float[] initial,
            RandomStream stream) {
        Nd4jRuntime.load(); // takes long, and is no part of what is timed
        // by the number of environments, not the batch limit: every number of threads has to choose the same route
        SelfCheck check = new SelfCheck(
                spec.observationSpace(), config.frameStack(), config.pipeline().numEnvs(), initial, stream);
        RouteChoice choice = RouteChoice.of(routes, check);
        List<CheckRow> learner = LearnerCheck.run(
                check, config.algorithm(), choice.network(), config.pipeline().learners());
        boolean stable = choice.stable() && new CheckTable(learner).holds();
        List<CheckRow> rows = new ArrayList<>(choice.rows());
        rows.addAll(learner);
        return new Checked(choice.network(), new SelfCheckReport(
                choice.route(), rejected(routes, choice), stable, new CheckTable(rows)));
    }

    private void refuse(SelfCheckReport report) {
        boolean promised = config.pipeline().schedule().deterministic() && !config.allowNondeterminism();
        new Violations().check(report.stable() || !promised, "network", config.network().description(),
                "must give bits that depend on nothing but its input, and on this machine they do ("
                        + report.table().failures() + ")", "'hts doctor' shows the machine; give "
                        + "--allow-nondeterminism to run all the same, in bits that may not come again").throwIfAny();
    }

    private static List<String> rejected(List<ActingRoute> routes, RouteChoice choice) {
        return choice.stable() ? routes.stream().map(ActingRoute::name).limit(choice.rows().size() - 1L).toList()
                : List.of();
    }
}
