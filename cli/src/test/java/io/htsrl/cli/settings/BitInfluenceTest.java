package io.htsrl.cli.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.core.settings.SettingSpec;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class BitInfluenceTest {
    /** One run of the common settings, which all others are compared with. */
    @TempDir
    static Path shared;

    private static RunReader plain;

    @TempDir
    Path parent;

    private RecordedRuns runs;

    @BeforeAll
    static void recordThePlainRun() {
        plain = new RecordedRuns(shared).record("plain", "");
    }

    @BeforeEach
    void chooseFolder() {
        runs = new RecordedRuns(parent);
    }

    private boolean equalWith(String flags) {
        return ChainDiff.of(plain, runs.record("other", flags)).equal();
    }

    /** Another value of each setting that is said never to change a bit; where the run goes is another one anyway. */
    private static Map<String, String> variants() {
        Map<String, String> variants = new HashMap<>();
        variants.put("allow-nondeterminism", "--allow-nondeterminism");
        variants.put("step-time", "--step-time exponential:20us");
        variants.put("actors", "--actors 2");
        variants.put("executors", "--executors 3");
        variants.put("learners", "--learners 3");
        variants.put("actor-batch", "--actor-batch 1");
        variants.put("adapt", "--adapt");
        variants.put("wait", "--wait blocking");
        variants.put("out", "");
        variants.put("run-dir", "");
        variants.put("log-interval", "--log-interval 3");
        variants.put("log-all", "--log-all");
        variants.put("checkpoint-every", "--checkpoint-every 2");
        variants.put("final-checkpoint", "--no-final-checkpoint");
        variants.put("checkpoint-keep", "--checkpoint-keep 1");
        variants.put("checkpoint-inexact", "--checkpoint-inexact");
        variants.put("alarm", "--alarm entropy>0 --alarm collapse --checkpoint-every 2");
        variants.put("step-timeout", "--step-timeout 1min");
        variants.put("restart-environments", "--restart-environments");
        variants.put("eval-every", "--eval-every 2");
        variants.put("eval-episodes", "--eval-every 3 --eval-episodes 1");
        variants.put("eval-policy", "--eval-every 1 --eval-policy sampled");
        variants.put("trace", "--trace");
        variants.put("trace-limit", "--trace --trace-limit 3");
        variants.put("logger", "--logger none"); // others are of the module monitor: see its LoggerTest
        variants.put("quiet", "--quiet");
        variants.put("trust", "--trust");
        return variants;
    }

    static Stream<String> neverChanging() {
        return variants().values().stream();
    }

    @ParameterizedTest
    @MethodSource("neverChanging")
    void shouldCallHarmlessWhatNeverChangesABit(String flags) {
        assertTrue(equalWith(flags));
    }

    @Test
    void shouldTryEverySettingThatIsCalledHarmless() {
        Set<String> harmless = CliSettings.schema().all().stream()
                .filter(setting -> !setting.decidesBits())
                .map(SettingSpec::key)
                .collect(Collectors.toSet());
        Set<String> tried = new HashSet<>(variants().keySet());
        tried.add("config"); // below
        tried.add("replay-shards"); // below: of other algorithms
        tried.add("init-from"); // --init-digest decides: see InitFromTest
        tried.add("from"); // --from-digest decides: see LearningFromTest of recordings

        assertEquals(tried, harmless);
    }

    @Test
    void shouldCallShardsOfAReplayMemoryHarmless() {
        String flags = "train --algo dqn --env CartPole-v1 --num-envs 4 --sync-interval 8 --total-timesteps 320"
                + " --learning-starts 64 --hidden-sizes 8 --learner-batches 2 --replay-shards ";
        RunReader one = runs.run("one", RecordedRuns.TRAINER, flags + 1);
        RunReader three = runs.run("three", RecordedRuns.TRAINER, flags + 3);

        assertTrue(ChainDiff.of(one, three).equal());
    }

    @Test
    void shouldRunAFileOfSettingsWithTheSameBits() {
        RunReader again = runs.run("again", RecordedRuns.TRAINER, "train --config " + plain.configFile());

        assertTrue(ChainDiff.of(plain, again).equal());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--seed 2",
                "--num-envs 5",
                "--num-steps 9",
                "--total-timesteps 192",
                "--schedule sync",
                "--learning-rate 3e-3",
                "--no-anneal-lr",
                "--optimizer adam",
                "--gamma 0.9",
                "--gae-lambda 0.5",
                "--norm-adv",
                "--norm-obs",
                "--norm-reward",
                "--ent-coef 0.1",
                "--vf-coef 0.25",
                "--hidden-sizes 9",
                "--activation relu",
                "--shared-torso"
            })
    void shouldCallDecidingWhatChangesBits(String flags) {
        String flag = flags.split(" ")[0].replace("--no-", "--");
        assertTrue(CliSettings.schema().get(flag.substring(2)).decidesBits(), flag);
        assertFalse(equalWith(flags));
    }

    @Test
    void shouldTakeSerialAndHtsForOneRun() {
        assertTrue(equalWith("--schedule serial"));
        assertFalse(CliSettings.decidesBits("schedule", "hts", "serial"));
        assertTrue(CliSettings.decidesBits("schedule", "hts", "sync"));
        assertTrue(CliSettings.decidesBits("schedule", "serial", null));
    }

    @Test
    void shouldTakeWhatItDoesNotKnowForDeciding() {
        assertTrue(CliSettings.decidesBits("from-the-future", "1", "2"));
    }

    static Stream<SettingSpec> settings() {
        return CliSettings.schema().all().stream();
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldCountNothingForDecidingThatSaysWhereOutputGoes(SettingSpec setting) {
        assertTrue(!setting.group().equals("Output") || !setting.decidesBits());
    }
}
