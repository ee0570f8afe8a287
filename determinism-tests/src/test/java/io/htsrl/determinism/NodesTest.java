package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A process beside this one steps runs of every kind: stacked frames, continuous actions, replay, memories, agents. */
@Tag("slow")
@Tag("thorough")
@Timeout(1800)
class NodesTest {
    private static final String SMALL = " --num-envs 4 --sync-interval 8 --executors 2 --learners 1 --seed 3";
    private static final String REPLAY = " --learning-starts 64 --buffer-size 512 --batch-size 8";

    private final List<String> told = new CopyOnWriteArrayList<>();

    private String digest(String flags) throws Exception {
        ResolvedRun run = Hts.resolve(flags.split(" "));
        Attachments attachments = Attachments.none().collectedBy(run.engine().source(run.config(), told::add));
        TrainingResult result = new Trainer(run.config(), attachments).run();
        return result.digest();
    }

    static Stream<String> runs() {
        Stream<String> always = Stream.of(
                "--algo a2c --env ALE/HomebrewPaddle-v0 --env-option screen-size=40 --total-timesteps 64",
                "--algo ppo --env ConnectFour-v0 --total-timesteps 512 --memory lstm --memory-size 16 --opponents pfsp"
                        + " --opponent-every 1 --hidden-sizes 64,64 --num-minibatches 4",
                "--algo dqn --env Masked-v0 --env-option kind=parts --total-timesteps 512 --memory gru --memory-size 16"
                        + " --sequence-length 9 --sequence-period 4 --burn-in 5" + REPLAY,
                "--algo ppo --env TrafficJunction-v0 --env-option agents=4 --total-timesteps 512 --policies"
                        + " car_0=lead,*=rest --policy-setting lead.clip-coef=0.1 --num-minibatches 2",
                "--algo ppo --env Pendulum-v1 --total-timesteps 192 --norm-obs --local-nodes 1 --learner-nodes 1");
        String replayed = "--algo sac --env Pendulum-v1 --total-timesteps 192 --hidden-sizes 16,16" + REPLAY;
        return Boolean.getBoolean("hts.long") ? Stream.concat(always, Stream.of(replayed)) : always;
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldHaveTheDigestOfOneProcess(String flags) throws Exception {
        List<String> alone = new ArrayList<>(List.of((flags + SMALL).split(" ")));
        for (String flag : List.of("--local-nodes", "--learner-nodes")) {
            int at = alone.indexOf(flag);
            if (at >= 0) {
                alone.subList(at, at + 2).clear();
            }
        }
        String nodes = flags.contains("--local-nodes") ? "" : " --local-nodes 1";

        assertEquals(digest(String.join(" ", alone)), digest(flags + SMALL + nodes));

        assertTrue(told.stream().anyMatch(line -> line.contains("1 node joined, ")), told.toString());
    }
}
