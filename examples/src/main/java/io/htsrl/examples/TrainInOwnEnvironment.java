package io.htsrl.examples;

import io.htsrl.trainer.Agent;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.report.EvaluationRecord;
import java.nio.file.Path;

/** Trains in a user-defined environment, prints the progress, and saves the agent. */
public final class TrainInOwnEnvironment {

    private TrainInOwnEnvironment() {}

    /** @param args the file that the agent is saved in */
    public static void main(String[] args) throws Exception {
        Agent agent = Training.of("ppo", Corridor::new)
                .set("num-envs", 8)
                .set("sync-interval", 64)
                .seed(1)
                .timesteps(20_000)
                .onInterval(report ->
                        System.out.printf("%6d steps: return %.2f%n", report.timesteps(), report.meanReturn100()))
                .run();
        EvaluationRecord evaluation = agent.evaluate(10);
        System.out.printf("evaluated: %.2f%n", evaluation.meanReturn());
        agent.save(Path.of(args[0]));
    }
}
