package io.htsrl.monitor.graph;

import io.htsrl.actionbuffer.DisruptorActionBuffer;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.statebuffer.DisruptorStateBuffer;
import io.htsrl.trainer.config.RunConfig;
import java.util.stream.IntStream;

/**
 * Sizes of a run's parts, asked of these parts themselves: rings and a network are made as the trainer makes them, and
 * thrown away. Immutable.
 *
 * @param parameters  of the network that acts, and of what the learner has behind it
 * @param remote      whether environments compute elsewhere
 * @param stateSlots  of the ring of states; 0 of a run without
 * @param actionSlots of all rings of actions
 */
record Wiring(int parameters, boolean remote, int stateSlots, int actionSlots) {

    static Wiring of(RunConfig config) {
        PipelineConfig pipeline = config.pipeline();
        return config.ask((Environment environment) -> {
            int parameters = config.policy(environment.spec()).parameterCount();
            boolean remote = environment instanceof RemoteEnvironment
                    || Environments.processes(config.env(), config.envOptions()) > 0; // of a recorded run
            if (pipeline.schedule().oneThread()) {
                return new Wiring(parameters, remote, 0, 0);
            }
            RunControl control = new RunControl();
            int[] owners = IntStream.range(0, pipeline.numEnvs())
                    .map(replica -> replica % pipeline.executors())
                    .toArray();
            return new Wiring(
                    parameters,
                    remote,
                    new DisruptorStateBuffer(pipeline.numEnvs(), pipeline.waitMode(), control).capacity(),
                    new DisruptorActionBuffer(owners, 1, remote, pipeline.waitMode(), control).capacity());
        });
    }

    /** Where environments compute, for people; empty for the executors' own threads. */
    String place() {
        return remote ? "in processes of their own" : "";
    }
}
