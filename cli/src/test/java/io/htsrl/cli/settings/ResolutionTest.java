package io.htsrl.cli.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.PlainRuns;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.ValueType;
import io.htsrl.core.settings.Values;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.environments.wrapper.StepTime;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.dqn.DqnConfig;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig.RewardNormalization;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.ppo.PpoConfig;
import io.htsrl.learners.values.Exploration;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.ObservationNormalization;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.selectors.Sampler;
import io.htsrl.replay.selectors.SelectionConfig;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.settings.Presets;
import io.htsrl.trainer.settings.RunSchema;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResolutionTest {
    /** Of the learner's threads, unless settings say more. */
    private static final int CORES = Math.min(8, Runtime.getRuntime().availableProcessors());

    private static final MlpConfig NETWORK = new MlpConfig(List.of(64, 64), Activation.TANH, false);

    @TempDir
    Path folder;

    private String file(String... lines) throws IOException {
        return Files.write(folder.resolve("c.yaml"), List.of(lines)).toString();
    }

    private static RunConfig resolve(String line) {
        return CommandLineFixture.resolve(line.split(" ")).config();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo PPO --env CartPole-v1",
                "--algo Ppo --env CartPole",
                "--algo ppo --env cartpole",
                "--algo ppo --env cartpole-V1",
                "--algo ppo --env-id cartpole"
            })
    void shouldUnderstandNamesThatAreClear(String names) {
        assertEquals(resolve("train --algo ppo --env CartPole-v1"), resolve("train " + names));
    }

    @Test
    void shouldTakeWhatUsersOfOtherTrainersType() {
        assertEquals(
                resolve("train --algo ppo --env CartPole-v1 --learning-rate 1e-3 --total-timesteps 4096 --num-envs 8"),
                resolve("train --algo ppo --env CartPole-v1 --lr 1e-3 --n_timesteps 4096 --n_envs=8"));
        assertEquals(
                resolve("train --algo ppo --env CartPole-v1 --total-timesteps 4096 --update-epochs 2"),
                resolve("train --algo ppo --env-id CartPole-v1 --train_for_env_steps 4096 --n-epochs 2"));
        assertEquals(
                resolve("train --algo ppo --env CartPole-v1 --update-epochs 2 --num-minibatches 8"),
                resolve("train --algo ppo --env CartPole-v1 --num_epochs 2 --num_batches_per_epoch 8"));
        assertEquals(
                resolve("train --algo sac --env Pendulum-v1 --learning-rate 1e-4 --critic-learning-rate 1e-3"),
                resolve("train --algo sac --env Pendulum-v1 --policy-lr 1e-4 --q-lr 1e-3"));
        assertEquals(
                resolve("train --algo dqn --env CartPole-v1 --start-e 0.9 --end-e 0.1 --per-alpha 0.5 --per-beta 0.4"),
                resolve("train --algo dqn --env CartPole-v1 --exploration-initial-eps 0.9 --exploration_final_eps 0.1"
                        + " --prioritized_replay_alpha 0.5 --prioritized-replay-beta 0.4"));
        assertEquals(
                resolve("train --algo ppo --env CartPole-v1 --memory gru --memory-size 32 --ent-coef 0.1 --vf-coef 1"),
                resolve("train --algo ppo --env CartPole-v1 --rnn_type gru --rnn_size 32 --exploration_loss_coeff 0.1"
                        + " --value_loss_coeff 1"));
    }

    @Test
    void shouldTakePpoFromItsPreset() {
        RunConfig config = resolve("train --algo ppo --env OracleChain-v0");

        assertEquals(
                new PpoConfig(
                        new ActorCriticConfig(0.99, 0.95, true, 0.01, 0.5),
                        new OptimizerConfig(OptimizerConfig.Kind.ADAM, 2.5e-4, true, 1e-5, 0, 0.5),
                        4,
                        4,
                        AnnealedValue.of(0.2),
                        true,
                        AnnealedValue.of(0),
                        0,
                        PpoConfig.ClipAround.BEHAVIOUR),
                config.algorithm());
        assertEquals(new PipelineConfig(Schedule.HTS, 16, 128, 0, 1, 16, WaitMode.PHASED, CORES), config.pipeline());
        assertEquals(NETWORK, config.network());
        assertEquals(500_000, config.totalTimesteps());
        assertNull(config.stepTime());
    }

    @Test
    void shouldTakeA2cFromItsPreset() {
        RunConfig config = resolve("train --algo a2c --env Acrobot-v1");

        assertEquals(
                new A2cConfig(
                        new ActorCriticConfig(0.99, 1, false, 0, 0.5),
                        new OptimizerConfig(OptimizerConfig.Kind.RMSPROP, 7e-4, false, 1e-5, 0.99, 0.5)),
                config.algorithm());
        assertEquals(new PipelineConfig(Schedule.HTS, 16, 16, 0, 1, 16, WaitMode.PHASED, CORES), config.pipeline());
        assertEquals(NETWORK, config.network());
    }

    @Test
    void shouldTakeDqnFromItsPreset() {
        RunConfig config = resolve("train --algo dqn --env Acrobot-v1");

        assertEquals(
                new DqnConfig(
                        new OptimizerConfig(OptimizerConfig.Kind.ADAM, 2.5e-4, false, 1e-8, 0, 0),
                        0.99,
                        new Exploration(1, 0.05, 0.5, false),
                        new ReplaySettings(10_000, 128, 1, 0.6, 0.4, 1e-6, 1, 1, null, null, null, 0),
                        DqnConfig.InitialPriority.MAX,
                        10_000,
                        Ratio.oneUpdatePer(10),
                        500,
                        1,
                        true,
                        true,
                        null,
                        0,
                        null),
                config.algorithm());
        assertEquals(new PipelineConfig(Schedule.HTS, 16, 16, 0, 1, 16, WaitMode.PHASED, CORES), config.pipeline());
        assertEquals(new MlpConfig(List.of(120, 84), Activation.RELU, true), config.network());
        assertEquals(500_000, config.totalTimesteps());
    }

    @Test
    void shouldTakeEverySettingOfDqn() {
        RunConfig config = resolve("train --algo dqn --env CartPole-v1 --learning-rate 0.5 --anneal-lr "
                + "--optimizer rmsprop --rms-alpha 0.75 --optimizer-eps 0.125 --max-grad-norm 2 --gamma 0.875 "
                + "--start-e 0.9 --end-e 0.1 --exploration-fraction 0.3 --per-env-epsilon --buffer-size 1e4 "
                + "--batch-size 32 --n-step 3 --per-alpha 0.7 --per-beta 0.2 --per-eps 1e-3 --initial-priority actor "
                + "--learning-starts 500 --train-frequency 4 --target-network-frequency 64 --tau 0.25 --no-double-q "
                + "--no-dueling");

        assertEquals(
                new DqnConfig(
                        new OptimizerConfig(OptimizerConfig.Kind.RMSPROP, 0.5, true, 0.125, 0.75, 2),
                        0.875,
                        new Exploration(0.9, 0.1, 0.3, true),
                        new ReplaySettings(10_000, 32, 3, 0.7, 0.2, 1e-3, 1, 1, null, null, null, 0),
                        DqnConfig.InitialPriority.ACTOR,
                        500,
                        Ratio.oneUpdatePer(4),
                        64,
                        0.25,
                        false,
                        false,
                        null,
                        0,
                        null),
                config.algorithm());
    }

    /** The sampler follows from the priorities, in the file of a run too. */
    @Test
    void shouldDrawByPrioritiesWhereThereAreAny() throws IOException {
        DqnConfig prioritized =
                (DqnConfig) resolve("train --algo dqn --env CartPole-v1").algorithm();
        DqnConfig uniform = (DqnConfig)
                resolve("train --algo dqn --env CartPole-v1 --per-alpha 0").algorithm();
        String file = file("algo: dqn", "env: CartPole-v1", "per-alpha: 0", "replay-sampler: auto (prioritized)");

        assertEquals(new SelectionConfig(Sampler.PRIORITIZED, 0), prioritized.table());
        assertEquals(new SelectionConfig(Sampler.UNIFORM, 0), uniform.table());
        assertEquals(uniform, resolve("train --config " + file).algorithm());
        assertEquals(
                new SelectionConfig(Sampler.FIFO, 1),
                ((DqnConfig) resolve("train --algo dqn --env CartPole-v1 --per-alpha 0 --replay-sampler fifo"
                                        + " --max-times-sampled 1")
                                .algorithm())
                        .table());
    }

    @Test
    void shouldForgetPrioritiesOfAFileWhereFlagsDrawUniformly() throws IOException {
        String file = file(
                "algo: dqn",
                "env: CartPole-v1",
                "per-alpha: 0.5",
                "per-beta: 0.5",
                "per-eps: 0.5",
                "initial-priority: actor");

        assertEquals(
                resolve("train --algo dqn --env CartPole-v1 --per-alpha 0"),
                resolve("train --per-alpha 0 --config " + file));
    }

    @Test
    void shouldTakeLearningStartsUpToTheWholeRun() {
        DqnConfig dqn = assertInstanceOf(
                DqnConfig.class,
                resolve("train --algo dqn --env CartPole-v1 --learning-starts 4096 --total-timesteps 4096")
                        .algorithm());

        assertEquals(4096, dqn.learningStarts());
    }

    @Test
    void shouldWriteNoSettingThatAnotherAlgorithmOwns() {
        Set<String> groups = Set.of("Algorithm", "Network");
        Schema schema = CliSettings.schema();
        for (Algorithm algorithm : Algorithms.all()) {
            if (!algorithm.learnsFrom(ObservationSpace.floats(1)) || algorithm.needsRecording()) {
                continue; // a table has no settings of a network: see below
            }
            String env = algorithm.actsIn(new ActionSpace.Discrete(2)) ? "Acrobot-v1" : "Pendulum-v1";
            List<String> arguments = new ArrayList<>(List.of("train", "--algo", algorithm.name(), "--env", env));
            if (RunSchema.applies(schema.get("optimizer"), algorithm)) {
                arguments.addAll(List.of("--optimizer", "rmsprop"));
            }
            for (String flag : List.of("norm-obs", "norm-reward", "clip-vloss")) {
                if (RunSchema.applies(schema.get(flag), algorithm)) {
                    arguments.add("--" + flag);
                }
            }
            if (RunSchema.applies(schema.get("memory"), algorithm)) {
                arguments.addAll(List.of("--memory", "lstm"));
            }
            if (RunSchema.applies(schema.get("distributional"), algorithm)) {
                arguments.addAll(List.of("--distributional", "categorical"));
            }
            if (RunSchema.applies(schema.get("per-alpha"), algorithm)) {
                arguments.addAll(List.of("--per-alpha", "0.6"));
            }
            String yaml = ConfigYaml.of(CommandLineFixture.resolve(arguments.toArray(String[]::new)));
            Set<String> keys = yaml.lines()
                    .filter(line -> line.contains(": ") && !line.startsWith("#"))
                    .map(line -> line.substring(0, line.indexOf(':')))
                    .collect(Collectors.toSet());

            Set<String> without = Set.of( // of other optimizers, environments with goals, and other distributions
                    "adam-beta1",
                    "adam-beta2",
                    "weight-decay",
                    "n-sampled-goal",
                    "goal-selection-strategy",
                    "num-tau-samples",
                    "num-tau-prime-samples",
                    "num-quantile-samples",
                    "quantile-embedding-dim",
                    "quantile-units");
            assertEquals(
                    schema.all().stream()
                            .filter(s -> groups.contains(s.group()))
                            .filter(s -> RunSchema.applies(s, algorithm) && s.isRecorded())
                            .filter(s -> !without.contains(s.key()))
                            .filter(s -> !s.isOptional()
                                    || !s.defaultValue().isEmpty()
                                    || Presets.of(algorithm.name()).has(s.key())) // else nobody has given it
                            .map(SettingSpec::key)
                            .collect(Collectors.toSet()),
                    keys.stream()
                            .filter(key -> groups.contains(schema.get(key).group()))
                            .collect(Collectors.toSet()));
        }
    }

    @Test
    void shouldWriteOfATableNothingThatNetworksHave() {
        String yaml =
                ConfigYaml.of(CommandLineFixture.resolve("train", "--algo", "q-learning", "--env", "Blackjack-v1"));
        Set<String> groups = Set.of("Algorithm", "Network");

        assertEquals(
                Set.of(
                        "gamma",
                        "learning-rate",
                        "anneal-lr",
                        "start-e",
                        "end-e",
                        "exploration-fraction",
                        "network",
                        "frame-stack"),
                yaml.lines()
                        .filter(line -> line.contains(": ") && !line.startsWith("#"))
                        .map(line -> line.substring(0, line.indexOf(':')))
                        .filter(key ->
                                groups.contains(CliSettings.schema().get(key).group()))
                        .collect(Collectors.toSet()));
    }

    @Test
    void shouldLayEnvironmentPresetOverAlgorithmPresetAndFileOverBothAndFlagsOverAll() throws IOException {
        Layer environment = Presets.of("ppo", "CartPole-v1").get(0);
        long ofEnvironment = Long.parseLong(environment.texts("total-timesteps").get(0));

        assertEquals(
                ofEnvironment, resolve("train --algo ppo --env CartPole-v1").totalTimesteps());
        assertEquals(
                7777,
                resolve("train --config " + file("algo: ppo", "env: CartPole-v1", "total-timesteps: 7777"))
                        .totalTimesteps());
        String file = file("algo: ppo", "env: CartPole-v1", "gamma: 0.5", "vf-coef: 0.25", "anneal-lr: false");
        PpoConfig ppo = assertInstanceOf(
                PpoConfig.class,
                resolve("train --config " + file + " --gamma 0.75 --anneal-lr").algorithm());
        assertEquals(0.75, ppo.gamma());
        assertEquals(0.25, ppo.actorCritic().vfCoef());
        assertTrue(ppo.optimizer().annealLr());
    }

    @Test
    void shouldLetFlagsNameAnotherAlgorithmAndItsPreset() throws IOException {
        RunConfig config = resolve("train --algo a2c --config " + file("algo: ppo", "env: Acrobot-v1"));

        assertEquals("a2c", config.algorithm().algorithm());
        assertEquals(16, config.pipeline().syncInterval());
    }

    @Test
    void shouldSwitchOff() {
        PpoConfig ppo = assertInstanceOf(
                PpoConfig.class,
                resolve("train --algo ppo --env CartPole-v1 --no-norm-adv --no-clip-vloss --no-anneal-lr")
                        .algorithm());

        assertFalse(ppo.actorCritic().normAdv());
        assertFalse(ppo.clipVloss());
        assertFalse(ppo.optimizer().annealLr());
    }

    @Test
    void shouldTakeAScheduleInPlaceOfThePresetsAnnealing() {
        PpoConfig ppo = assertInstanceOf(
                PpoConfig.class,
                resolve("train --algo ppo --env CartPole-v1 --learning-rate linear:3e-4:3e-5 --clip-coef cosine:0.2:0 ")
                        .algorithm());

        assertEquals(AnnealedValue.linear(3e-4, 3e-5), ppo.optimizer().rate());
        assertEquals(List.of("learning rate", "clip coef"), ppo.annealed());
    }

    @Test
    void shouldGiveBlockingEnvironmentsAnExecutorEach() {
        assertEquals(
                12,
                resolve("train --algo a2c --env CartPole-v1 --num-envs 12 --step-time exponential:5ms")
                        .pipeline()
                        .executors());
        assertEquals(
                1,
                resolve("train --algo a2c --env CartPole-v1 --num-envs 12 --step-time exponential:5ms:burn")
                        .pipeline()
                        .executors());
        assertEquals(
                3,
                resolve("train --algo a2c --env CartPole-v1 --step-time exponential:5ms --executors 3")
                        .pipeline()
                        .executors());
    }

    @Test
    void shouldTakeNumStepsAsSyncInterval() throws IOException {
        assertEquals(
                5,
                resolve("train --algo a2c --env CartPole-v1 --num-steps 5")
                        .pipeline()
                        .syncInterval());
        assertEquals(
                5,
                resolve("train --algo a2c --env CartPole-v1 --num-steps 5 --sync-interval 5")
                        .pipeline()
                        .syncInterval());
        assertEquals(
                9,
                resolve("train --algo a2c --env CartPole-v1 --sync-interval 9 --config " + file("num-steps: 5"))
                        .pipeline()
                        .syncInterval());
    }

    @Test
    void shouldTakeNormalization() throws IOException {
        RunConfig config = resolve("train --algo ppo --env CartPole-v1 --norm-obs --clip-obs 5 --norm-reward "
                + "--config " + file("clip-reward: 3"));

        assertEquals(new ObservationNormalization(true, 5), ((MlpConfig) config.network()).normalization());
        assertEquals(
                new RewardNormalization(true, 3),
                ((PpoConfig) config.algorithm()).actorCritic().rewards());
        assertEquals(
                resolve("train --algo ppo --env CartPole-v1"),
                resolve("train --algo ppo --env CartPole-v1 --no-norm-obs --config " + file("clip-obs: 3")),
                "what is void is one run");
    }

    private Ratio utd(String arguments) {
        return ((DqnConfig) resolve("train --algo dqn --env Acrobot-v1 " + arguments)
                        .algorithm())
                .utd();
    }

    @Test
    void shouldTakeTheRatioOfUpdatesInEitherWayFromTheHighestPlace() throws IOException {
        assertEquals(new Ratio(1, 10), utd(""), "of the preset");
        assertEquals(new Ratio(1, 4), utd("--utd 0.25"));
        assertEquals(new Ratio(1, 4), utd("--train-frequency 4"), "over the preset's");
        assertEquals(new Ratio(4, 1), utd("--utd 4"));
        assertEquals(new Ratio(1, 3), utd("--utd 1/3 --config " + file("train-frequency: 8")));
        assertEquals(new Ratio(1, 8), utd("--train-frequency 8 --config " + file("utd: 1/3")));
    }

    /** A choice may make other settings meaningless; it must not fail because they are unset. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a2c CartPole-v1",
                "a2c Pendulum-v1",
                "acktr CartPole-v1",
                "crossq Pendulum-v1",
                "ddpg Pendulum-v1",
                "dqn CartPole-v1",
                "ppo CartPole-v1",
                "ppo Pendulum-v1",
                "pqn CartPole-v1",
                "q-learning Blackjack-v1",
                "sac CartPole-v1",
                "sac Pendulum-v1",
                "td3 Pendulum-v1",
                "tqc Pendulum-v1",
                "trpo Pendulum-v1"
            })
    void shouldTakeOrRefuseEveryChoice(String algorithmAndEnvironment) {
        String[] names = algorithmAndEnvironment.split(" ");
        List<String> failed = CliSettings.schema().all().stream()
                .filter(setting ->
                        RunSchema.applies(setting, Algorithms.find(names[0]).orElseThrow()))
                .flatMap(ResolutionTest::choices)
                .filter(choice -> fails("train --algo " + names[0] + " --env " + names[1] + " " + choice))
                .toList();

        assertEquals(List.of(), failed);
    }

    private static Stream<String> choices(SettingSpec setting) {
        return setting.type().form() == ValueType.Form.SWITCH
                ? Stream.of("--" + setting.key(), "--no-" + setting.key())
                : setting.type().choices().stream().map(choice -> setting.flag() + " " + choice);
    }

    private static boolean fails(String line) {
        try {
            resolve(line);
            return false;
        } catch (ConfigurationException refused) {
            return false;
        } catch (RuntimeException e) {
            return true;
        }
    }

    @Test
    void shouldRunAnyConfigurationByOneThread() throws IOException {
        String file =
                file("algo: a2c", "env: Acrobot-v1", "schedule: hts", "actors: 4", "executors: 8", "actor-batch: 3");

        assertEquals(
                new PipelineConfig(Schedule.SERIAL, 16, 16, 0, 1, 1, WaitMode.PHASED, 1),
                resolve("train --schedule serial --config " + file).pipeline());
    }

    @Test
    void shouldServeAllEnvironmentsTogetherInLockstep() throws IOException {
        String file = file("algo: a2c", "env: CartPole-v1", "schedule: hts", "actor-batch: 3");

        assertEquals(
                16, resolve("train --schedule sync --config " + file).pipeline().actorBatch());
    }

    @Test
    void shouldRefuseAPresetOfAnotherAlgorithmAndOneThatIsUnknown() {
        ConfigurationException other = assertThrows(
                ConfigurationException.class,
                () -> resolve("train --algo ppo --env CartPole-v1 --preset rainbow-replay"));
        ConfigurationException unknown = assertThrows(
                ConfigurationException.class,
                () -> resolve("train --algo ppo --env CartPole-v1 --preset rainbow-repaly"));

        assertTrue(other.getMessage().contains("is for --algo dqn only"), other::getMessage);
        assertTrue(unknown.getMessage().contains("did you mean rainbow-replay?"), unknown::getMessage);
    }

    @Test
    void shouldReadNumbersAsPeopleWriteThem() {
        RunConfig config = resolve("train --algo a2c --env CartPole-v1 --total-timesteps 1e6 --seed -5 "
                + "--num-envs 1_6 --hidden-sizes 32,16,8 --step-time gamma(0.5):2ms --wait busy-spin");

        assertEquals(1_000_000, config.totalTimesteps());
        assertEquals(-5, config.seed());
        assertEquals(List.of(32, 16, 8), ((MlpConfig) config.network()).hiddenSizes());
        assertEquals(StepTime.parse("gamma(0.5):2ms"), config.stepTime());
        assertEquals(WaitMode.BUSY_SPIN, config.pipeline().waitMode());
    }

    @Test
    void shouldTakeEverySettingOfTheAsynchronousSchedule() {
        assertEquals(
                new AsyncConfig(AsyncConfig.Freshness.STEP, AsyncConfig.Correction.NONE, 100, 300),
                resolve(
                                "train --algo a2c --env CartPole-v1 --schedule async --async-params step --async-correction none "
                                        + "--async-batch 100 --async-queue 300")
                        .pipeline()
                        .async());
        assertEquals(
                new AsyncConfig(AsyncConfig.Freshness.ROLLOUT, AsyncConfig.Correction.VTRACE, 100, 100),
                resolve("train --algo a2c --env CartPole-v1 --schedule async --async-batch 100")
                        .pipeline()
                        .async());
    }

    @Test
    void shouldForgetAsynchronousSettingsOfAFileUnderAnotherSchedule() throws IOException {
        String file = file("algo: a2c", "env: CartPole-v1", "schedule: async", "async-batch: 2");

        assertEquals(
                resolve("train --algo a2c --env CartPole-v1 --schedule sync"),
                resolve("train --schedule sync --config " + file));
    }

    @Test
    void shouldReadATimeLimitForSteps() {
        assertEquals(
                Duration.ZERO,
                resolve("train --algo a2c --env CartPole-v1").pipeline().stepTimeout());
        assertEquals(
                Duration.ZERO,
                resolve("train --algo a2c --env CartPole-v1 --step-timeout none")
                        .pipeline()
                        .stepTimeout());
        assertEquals(
                Duration.ofMillis(1500),
                resolve("train --algo a2c --env CartPole-v1 --schedule serial --step-timeout 1.5s")
                        .pipeline()
                        .stepTimeout());
    }

    @Test
    void shouldLogAboutAThousandTimes() {
        assertEquals(
                3,
                CommandLineFixture.resolve(
                                "train", "--algo", "a2c", "--env", "Acrobot-v1", "--total-timesteps", "1000000")
                        .logInterval());
        assertEquals(
                1,
                CommandLineFixture.resolve("train", "--algo", "a2c", "--env", "CartPole-v1", "--total-timesteps", "1")
                        .logInterval());
        assertEquals(
                42,
                CommandLineFixture.resolve("train", "--algo", "a2c", "--env", "CartPole-v1", "--log-interval", "42")
                        .logInterval());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo ppo --env CartPole-v1",
                "--algo a2c --env CartPole-v1",
                "--algo a2c --env Acrobot-v1 --optimizer adam --seed -9223372036854775808",
                "--algo ppo --env CartPole-v1 --schedule serial --optimizer rmsprop --rms-alpha 0.5",
                "--algo ppo --env CartPole-v1 --schedule sync --no-norm-adv --no-clip-vloss --target-kl 0.015 --shared-torso",
                "--algo dqn --env CartPole-v1",
                "--algo a2c --env CartPole-v1 --eval-every 5 --eval-episodes 3 --eval-policy sampled",
                "--algo a2c --env CartPole-v1 --schedule async",
                "--algo ppo --env CartPole-v1 --schedule async --async-params step --async-correction none --async-batch 1 "
                        + "--async-queue 5000 --num-steps 8",
                "--algo a2c --env CartPole-v1 --step-timeout 1.5s",
                "--algo dqn --env Acrobot-v1 --schedule sync --n-step 3 --no-dueling --no-double-q --per-env-epsilon "
                        + "--tau 5e-3",
                "--algo dqn --env CartPole-v1 --schedule serial --initial-priority actor --per-beta 1 --per-eps 1e-300 "
                        + "--optimizer rmsprop --learning-starts 0 --target-network-frequency 2147483647",
                "--algo dqn --env CartPole-v1 --per-alpha 0 --batch-size 17 --train-frequency 2147483647",
                "--algo a2c --env CartPole-v1 --num-envs 3 --num-steps 7 --actors 2 --executors 3 --actor-batch 2 "
                        + "--wait busy-spin --step-time pareto(2.5):1ms:burn --hidden-sizes 5 --activation relu "
                        + "--learning-rate 1.2345678901234567e-5 --total-timesteps 9223372036854775000 --log-interval 3",
            })
    void shouldResolveItsOwnConfigYamlToTheSameRun(String arguments) throws IOException {
        ResolvedRun first = CommandLineFixture.resolve(("train " + arguments).split(" "));
        Path file = Files.writeString(folder.resolve("config.yaml"), ConfigYaml.of(first));

        ResolvedRun second = CommandLineFixture.resolve("train", "--config", file.toString());

        assertEquals(first.config(), second.config());
        assertEquals(first.evaluation(), second.evaluation());
        assertEquals(first.logInterval(), second.logInterval());
        assertEquals(ConfigYaml.of(first), ConfigYaml.of(second));
    }

    @Test
    void shouldCarryEnvironmentOptionsThroughConfigYaml() throws IOException {
        Layer layer = Layer.ofFile("c");
        Violations violations = new Violations();
        RunConfig plain = resolve("train --algo a2c --env CartPole-v1");
        RunConfig config = PlainRuns.of(
                plain.env(),
                Map.of("rom", "a \"b\", c\n\u00e9=1", "x", ""),
                plain.stepTime(),
                1,
                2,
                plain.pipeline(),
                plain.network(),
                plain.algorithm());
        String yaml = ConfigYaml.of(ResolvedRun.plain(config));

        ConfigFile.read(new StringReader(yaml), layer, violations);

        assertTrue(violations.isEmpty());
        assertEquals(
                Optional.of(config.envOptions()),
                new Values(CliSettings.schema(), List.of(layer), Set.of(), violations).given("env-option"));
    }
}
