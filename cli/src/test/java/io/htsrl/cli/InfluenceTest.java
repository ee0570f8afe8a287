package io.htsrl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.RunReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class InfluenceTest {
    @TempDir
    Path parent;

    private RecordedRuns runs;

    @BeforeEach
    void chooseFolder() {
        runs = new RecordedRuns(parent);
    }

    private boolean equalWith(String flags) {
        return ChainDiff.of(runs.record("plain", ""), runs.record("other", flags)).equal();
    }

    /** Another value of each setting that is said never to change a bit; where the run goes is another one anyway. */
    private static Map<Setting, String> variants() {
        Map<Setting, String> variants = new EnumMap<>(Setting.class);
        variants.put(Setting.ALLOW_NONDETERMINISM, "--allow-nondeterminism");
        variants.put(Setting.STEP_TIME, "--step-time exponential:20us");
        variants.put(Setting.ACTORS, "--actors 2");
        variants.put(Setting.EXECUTORS, "--executors 3");
        variants.put(Setting.ACTOR_BATCH, "--actor-batch 1");
        variants.put(Setting.WAIT, "--wait blocking");
        variants.put(Setting.RUN_DIR, "");
        variants.put(Setting.LOG_INTERVAL, "--log-interval 3");
        variants.put(Setting.LOG_ALL, "--log-all");
        variants.put(Setting.CHECKPOINT_EVERY, "--checkpoint-every 2");
        variants.put(Setting.CHECKPOINT_KEEP, "--checkpoint-keep 1");
        variants.put(Setting.CHECKPOINT_INEXACT, "--checkpoint-inexact");
        variants.put(Setting.STEP_TIMEOUT, "--step-timeout 1min");
        variants.put(Setting.EVAL_EVERY, "--eval-every 2");
        variants.put(Setting.EVAL_EPISODES, "--eval-every 3 --eval-episodes 1");
        variants.put(Setting.EVAL_POLICY, "--eval-every 1 --eval-policy sampled");
        variants.put(Setting.TRACE, "--trace");
        variants.put(Setting.TRACE_LIMIT, "--trace --trace-limit 3");
        variants.put(Setting.QUIET, "--quiet");
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
        Set<Setting> harmless = Arrays.stream(Setting.values()).filter(s -> !Influence.decidesBits(s))
                .collect(Collectors.toSet());
        Set<Setting> tried = new HashSet<>(variants().keySet());
        tried.add(Setting.CONFIG);

        assertEquals(tried, harmless);
    }

    @Test
    void shouldRunAFileOfSettingsWithTheSameBits() {
        RunReader plain = runs.record("plain", "");
        RunReader again = runs.run("again", RecordedRuns.TRAINER, "train --config " + plain.configFile());

        assertTrue(ChainDiff.of(plain, again).equal());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--seed 2", "--num-envs 5", "--num-steps 9", "--total-timesteps 192", "--schedule sync",
        "--learning-rate 3e-3", "--no-anneal-lr", "--optimizer adam", "--gamma 0.9", "--gae-lambda 0.5", "--norm-adv",
        "--ent-coef 0.1", "--vf-coef 0.25", "--hidden-sizes 9", "--activation relu", "--shared-torso"})
    void shouldCallDecidingWhatChangesBits(String flags) {
        String flag = flags.split(" ")[0].replace("--no-", "--");
        Setting setting = Arrays.stream(Setting.values()).filter(s -> s.flag().equals(flag)).findFirst()
                .orElse(Setting.SYNC_INTERVAL);

        assertTrue(Influence.decidesBits(setting), setting::key);
        assertFalse(equalWith(flags));
    }

    @Test
    void shouldTakeSerialAndHtsForOneRun() {
        assertTrue(equalWith("--schedule serial"));
        assertFalse(Influence.decidesBits("schedule", "hts", "serial"));
        assertTrue(Influence.decidesBits("schedule", "hts", "sync"));
        assertTrue(Influence.decidesBits("schedule", "serial", null));
    }

    @Test
    void shouldTakeWhatItDoesNotKnowForDeciding() {
        assertTrue(Influence.decidesBits("from-the-future", "1", "2"));
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void shouldAgreeWithTheHelp(Setting setting) {
        boolean promised = setting.description().contains("ever changes a bit")
                || setting.group() == Setting.Group.OUTPUT;

        assertTrue(!promised || !Influence.decidesBits(setting));
    }
}
