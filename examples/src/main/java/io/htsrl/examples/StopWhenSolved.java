package io.htsrl.examples;

import io.htsrl.trainer.Agent;
import io.htsrl.trainer.Training;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;

/** A user-defined listener: ends the training as soon as the last 100 episodes are good enough. */
public final class StopWhenSolved implements TrainingListener {
    private final Training training;
    private final double target;
    private int longest;

    private StopWhenSolved(Training training, double target) {
        this.training = training;
        this.target = target;
    }

    @Override
    public void onEpisode(EpisodeRecord episode) {
        longest = Math.max(longest, episode.length());
    }

    @Override
    public void onInterval(IntervalReport report) {
        if (report.meanReturn100() >= target) {
            training.stop();
        }
    }

    /** @param args the mean return at which it stops, such as {@code 100} */
    public static void main(String[] args) throws Exception {
        Training training =
                Training.of("a2c", "CartPole-v1").set("learning-rate", 3e-3).timesteps(200_000);
        StopWhenSolved listener = new StopWhenSolved(training, Double.parseDouble(args[0]));
        Agent agent = training.listener(listener).run();
        System.out.printf(
                "stopped after %d steps, longest episode %d%n",
                agent.result().orElseThrow().timesteps(), listener.longest);
    }
}
