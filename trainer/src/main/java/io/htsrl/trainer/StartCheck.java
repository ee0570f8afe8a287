package io.htsrl.trainer;

import io.htsrl.core.EnvironmentSpec;
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
final class StartCheck {
    private final RunConfig config;
    private final Attachments attachments;

    StartCheck(RunConfig config, Attachments attachments) {
        this.config = config;
        this.attachments = attachments;
    }

    /**
     * Checks, tells the listener, and returns the network by the route that has proven itself.
     *
     * @param initial the run's first parameters
     * @throws io.htsrl.core.ConfigurationException where equal bits are promised and would not come
     */
    PolicyNetwork run(EnvironmentSpec spec, float[] initial, RandomStream stream) {
        Nd4jRuntime.load(); // takes long, and is no part of what is timed
        List<ActingRoute> routes = attachments.components().routes(config.routes(spec), config);
        // by the number of environments, not the batch limit: every number of threads has to choose the same route
        SelfCheck check = new SelfCheck(
                spec.observationSpace(), config.frameStack(), config.pipeline().numEnvs(), initial, stream);
        RouteChoice choice = RouteChoice.of(routes, check);
        List<CheckRow> learner = LearnerCheck.run(
                check, config.algorithm(), choice.network(), config.pipeline().learners());
        boolean stable = choice.stable() && new CheckTable(learner).holds();
        List<CheckRow> rows = new ArrayList<>(choice.rows());
        rows.addAll(learner);
        CheckTable table = new CheckTable(rows);
        refuse(stable, table);
        attachments.listener().onSelfCheck(new SelfCheckReport(
                choice.route(), rejected(routes, choice), stable, table));
        return choice.network();
    }

    private void refuse(boolean stable, CheckTable table) {
        boolean promised = config.pipeline().schedule().deterministic() && !config.allowNondeterminism();
        new Violations().check(stable || !promised, "network", config.network().description(),
                "must give bits that depend on nothing but its input, and on this machine they do (" + table.failures()
                        + ")", "'hts doctor' shows the machine; give --allow-nondeterminism to run all the same, "
                        + "in bits that other batches, threads or runs may not give again").throwIfAny();
    }

    private static List<String> rejected(List<ActingRoute> routes, RouteChoice choice) {
        return choice.stable() ? routes.stream().map(ActingRoute::name).limit(choice.rows().size() - 1L).toList()
                : List.of();
    }
}
