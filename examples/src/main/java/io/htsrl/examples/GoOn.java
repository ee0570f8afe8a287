package io.htsrl.examples;

import io.htsrl.trainer.Agent;
import io.htsrl.trainer.Training;
import java.nio.file.Path;

/** Saves the state of a training at intervals, and later resumes and extends it. */
public final class GoOn {

    private GoOn() {}

    /** @param args the folder of the checkpoints */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Agent first = Training.of("a2c", Corridor::new)
                .timesteps(10_000)
                .checkpoints(folder, 10)
                .run();
        Agent second = Training.resume(folder, Corridor::new).timesteps(20_000).run();
        System.out.printf(
                "%d steps, then %d%n",
                first.result().orElseThrow().timesteps(),
                second.result().orElseThrow().timesteps());
    }
}
