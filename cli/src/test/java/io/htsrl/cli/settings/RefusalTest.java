package io.htsrl.cli.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.core.settings.ValueType;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Algorithms;
import io.htsrl.trainer.settings.RunSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalTest {
    private static final String BATCHES =
            "only; remove it, or choose --algo bc, crossq, ddpg, dqn, sac, td3, tqc or trpo";

    @TempDir
    Path folder;

    private final CommandLineFixture hts = new CommandLineFixture();

    /** The lines about single settings; asserts that nothing ran and that no stack trace was shown. */
    private List<String> refusals(String... arguments) {
        assertEquals(ExitCode.MISTAKE, hts.run(arguments));
        assertNull(hts.ran.get());
        assertEquals("", hts.out.toString());
        assertFalse(hts.errors().contains("\tat "));
        return hts.mistakes();
    }

    /** It is a module of its own, which these tests do not have: so a file may name it where the launcher did not. */
    @ParameterizedTest
    @ValueSource(strings = {"train", "doctor"})
    void shouldSayOnceWhatABackendNeedsThatIsNotThere(String command) throws IOException {
        Path file = Files.write(folder.resolve("c.yaml"), List.of("algo: ppo", "env: CartPole-v1", "backend: nd4j"));
        Path run = folder.resolve("run");
        List<String> arguments = new ArrayList<>(List.of(command, "--config", file.toString()));
        if (command.equals("train")) {
            arguments.addAll(List.of("--run-dir", run.toString()));
        }

        assertEquals(
                List.of(
                        "--backend nd4j: it needs the module nd4j-backend, which is not on the class path; write --backend "
                                + "nd4j on the command line of hts, with hts-rl-nd4j-VERSION.zip unpacked in its folder; in a "
                                + "program of your own depend on io.htsrl:hts-nd4j-backend"),
                refusals(arguments.toArray(String[]::new)));
        assertFalse(Files.exists(run));
    }

    private List<String> refusalsOfFile(String... lines) throws IOException {
        Path file = Files.write(folder.resolve("c.yaml"), List.of(lines));
        return refusals("train", "--config", file.toString()).stream()
                .map(line -> line.replace(file.toString(), "FILE"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--learning-starts -1 | --learning-starts -1: it must be at least 0",
                "--learning-starts 200001 | --learning-starts 200001: it must be at most --total-timesteps (200000)",
                "--total-timesteps 999 | learning-starts (in presets/dqn/CartPole-v1.yaml) 1000: it must be at most --total-t",
                "--total-timesteps 0 | --total-timesteps 0: it must be at least 1",
                "--train-frequency 0 | --train-frequency 0: it must be at least 1",
                "--train-frequency 0.5 | --train-frequency 0.5: it must be at least 1, and a whole number",
                "--utd 0 | --utd 0: it must be updates per step above 0: a number or a fraction",
                "--utd 1/0 | --utd 1/0: it must be updates per step above 0",
                "--utd often | --utd often: it must be updates per step above 0",
                "--utd 2147483647 | --utd 2147483647: it must make less than 2147483647 updates in an interval",
                "--utd 4 --train-frequency 4 | --train-frequency 4: it says in another way what --utd says, which is 4; give",
                "--utd 1/4 --train-frequency 4 | --train-frequency 4: it says in another way what --utd says, which is 1/4; g",
                "--target-network-frequency 0 | --target-network-frequency 0: it must be in 1 ..",
                "--tau 0 | --tau 0.0: it must be in (0, 1]",
                "--start-e 1.1 | --start-e 1.1: it must be in [0, 1]",
                "--end-e -0.1 | --end-e -0.1: it must be in [0, 1]",
                "--exploration-fraction 2 | --exploration-fraction 2.0: it must be in [0, 1]",
                "--buffer-size 191 | --buffer-size 191: it must be in 192 .. 2^27",
                "--batch-size 100001 | --batch-size 100001: it must be in 1 .. --buffer-size (100000)",
                "--n-step 0 | --n-step 0: it must be in 1 .. 100",
                "--n-step 1 --retrace-lambda 0.9 | --retrace-lambda 0.9: it must be 0 with --n-step 1 and no --memory",
                "--retrace-lambda -1 | --retrace-lambda -1.0: it must be in [0, 1]",
                "--retrace-lambda 1 --distributional quantile | --retrace-lambda 1.0: it must be 0 with a --distributional",
                "--num-tau-samples 8 | --num-tau-samples 8: it is for --distributional implicit only",
                "--distributional implicit --n-atoms 8 | --n-atoms 8: it is for --distributional categorical or quantile",
                "--distributional implicit --num-tau-samples 0 | --num-tau-samples 0: it must be in 1 .. 1000",
                "--distributional implicit --memory gru --n-step 1 | --distributional implicit: it must not be given with a",
                "--distributional implicit --initial-priority actor | --initial-priority actor: it must be max with a --dist",
                "--memory gru --n-step 1 --sequence-period 0 | --sequence-period 0: it must be in 1 ..",
                "--memory gru --n-step 1 --retrace-lambda 2 | --retrace-lambda 2.0: it must be in [0, 1]",
                "--memory gru --n-step 3 --retrace-lambda 1 | --retrace-lambda 1.0: it must be 0 with --n-step above 1 (3)",
                "--memory gru --n-step 1 --distributional quantile --retrace-lambda 1 | --retrace-lambda 1.0: it must be 0"
                        + " with a --distributional",
                "--per-alpha -1 | --per-alpha -1.0: it must be in [0, 1]",
                "--per-beta 1.5 | --per-beta 1.5: it must be in [0, 1]",
                "--per-eps 0 | --per-eps 0.0: it must be a positive number",
                "--per-alpha 0 --per-beta 0.4 | --per-beta 0.4: it is for a --per-alpha above 0 only",
                "--per-alpha 0 --per-eps 1e-6 | --per-eps 1.0E-6: it is for a --per-alpha above 0 only",
                "--per-alpha 0 --initial-priority max | --initial-priority max: it is for a --per-alpha above 0 only",
                "--per-alpha 0 --per-beta-steps 9 | --per-beta-steps 9: it is for a --per-alpha above 0 only",
                "--replay-sampler fifo | --replay-sampler fifo: it must be prioritized, max-heap or min-heap where --per-alpha",
                "--per-alpha 0 --replay-sampler prioritized | --replay-sampler prioritized: it must be uniform, fifo or lifo",
                "--replay-sampler filo | --replay-sampler filo: it must be one of prioritized, uniform, fifo, lifo",
                "--max-times-sampled -1 | --max-times-sampled -1: it must be at least 0",
                "--max-times-sampled 1 --replay-shards 2 | --replay-shards 2: it must be 1 with --max-times-sampled above 0",
                "--replay-sampler max-heap --replay-shards 2 | --replay-shards 2: it must be 1 with this --replay-sampler",
                "--replay-sampler max-heap --schedule async | --schedule async: it must be hts, sync or serial with this",
                "--buffer-size 300 --batch-size 300 --max-times-sampled 1 | --max-times-sampled 1: it must be such that a full",
                "--initial-priority actors | --initial-priority actors: it must be one of max, actor; did you mean actor?",
                "--rate-tolerance 4 | --rate-tolerance 4: it is for --schedule async only; remove it, or choose --schedule a",
                "--no-double | --no-double: it is not a flag of hts train; did you mean --no-double-q?",
                "--gamma 2 | --gamma 2.0: it must be in [0, 1]",
                "--rms-alpha 0.5 | --rms-alpha 0.5: it is for --optimizer rmsprop only",
            })
    void shouldRefuseWithValueRuleAndRemedyForDqn(String arguments, String refusal) {
        shouldRefuseOne("dqn", arguments, refusal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--executors 3 | --executors 3: it must divide --num-envs (16) with --schedule a3c",
                "--actors 2 | --actors 2: it must be 0 with --schedule a3c, whose executors act and learn alone",
                "--learners 2 | --learners 2: it must be 1 with --schedule a3c",
                "--actor-batch 4 | --actor-batch 4: it must be 1 with --schedule a3c",
                "--optimizer adam | --optimizer adam: it must be rmsprop with --schedule a3c, whose workers share",
                "--norm-obs | --norm-obs true: it must be false with --schedule a3c",
                "--norm-reward | --norm-reward true: it must be false with --schedule a3c",
                "--checkpoint-every 5 | --checkpoint-every 5: it must be 0 with --schedule a3c",
                "--adapt | --adapt true: it is for schedules with threads that meet at a barrier",
                "--async-batch 4 | --async-batch 4: it is for --schedule async only"
            })
    void shouldRefuseWithValueRuleAndRemedyForA3c(String arguments, String refusal) {
        shouldRefuseOne("a2c", "--schedule a3c " + arguments, refusal);
    }

    @Test
    void shouldRefuseOtherAlgorithmsForA3c() {
        shouldRefuseOne(
                "ppo", "--schedule a3c", "--schedule a3c: it must not be a3c for ppo in this version; choose a2c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--num-envs 0 | --num-envs 0: it must be at least 1",
                "--memory lstm --hidden-sizes 60000,60000 | --hidden-sizes [60000, 60000]: it must make at most 2147483639 "
                        + "parameters",
                "--memory lstm --memory-size 8 | --memory-size 8: it must be in 16 .. 4096; give 128",
                "--memory lstm --memory-size 24 | --memory-size 24: it must be a multiple of 16; give 16",
                "--network combined --critic-sees state | --critic-sees state: it must name some of the observation's parts, and",
                "--eval-every -1 | --eval-every -1: it must be at least 0",
                "--eval-every 5 --eval-episodes 0 | --eval-episodes 0: it must be in 1 .. 1000000",
                "--eval-episodes 5 | --eval-episodes 5: it is for an --eval-every above 0 only",
                "--eval-every 0 --eval-policy greedy | --eval-policy greedy: it is for an --eval-every above 0 only",
                "--eval-every 1 --eval-policy gready | --eval-policy gready: it must be one of greedy, sampled; did you mean",
                "--sync-interval 0 | --sync-interval 0: it must be at least 1",
                "--actors -1 | --actors -1: it must be at least 0",
                "--executors 17 | --executors 17: it must be in 1 .. --num-envs (16)",
                "--actor-batch 0 | --actor-batch 0: it must be at least 1",
                "--total-timesteps 0 | --total-timesteps 0: it must be at least 1",
                "--total-timesteps 1.5 | --total-timesteps 1.5: it must be a whole number",
                "--num-envs 2147483648 | --num-envs 2147483648: it must be a whole number of at most 2147483647",
                "--num-envs 99999 --sync-interval 99999 --num-minibatches 3 | --num-envs x --sync-interval 9999800001: it must",
                "--seed abc | --seed abc: it must be a whole number",
                "--seed 1e999999999 | --seed 1e999999999: it must be a whole number",
                "--gamma 1.1 | --gamma 1.1: it must be in [0, 1]",
                "--gamma NaN | --gamma NaN: it must be a number",
                "--learning-rate -1 | --learning-rate -1.0: it must be a positive number",
                "--learning-rate linear:1e-3:-1 | --learning-rate linear:0.001:-1.0: it must be a positive number",
                "--clip-coef cosine:0.2 | --clip-coef cosine:0.2: it must be a number, linear:FROM:TO or cosine:FROM:TO; give",
                "--learning-rate linear:1:0 --anneal-lr | --anneal-lr true: it is for a --learning-rate other than a schedule",
                "--clip-range-vf linear:0.1:0 | --clip-range-vf linear:0.1:0.0: it needs --clip-vloss true",
                "--num-minibatches 7 | --num-minibatches 7: it must divide the steps of an interval (512); give 4 or 8, or",
                "--num-minibatches 600 | --num-minibatches 600: it must divide the steps of an interval (512); give 512, or",
                "--hidden-sizes 64,,1 | --hidden-sizes 64,,1: it must be whole numbers",
                "--hidden-sizes 0 | --hidden-sizes [0]: it must name one layer or more",
                "--log-interval 0 | --log-interval 0: it must be at least 1",
                "--schedule seral | --schedule seral: it must be one of hts, sync, serial, async, a3c; did you mean",
                "--async-batch 4 | --async-batch 4: it is for --schedule async only; remove it, or choose --schedule async",
                "--schedule sync --async-params step | --async-params step: it is for --schedule async only",
                "--schedule async --async-batch 0 | --async-batch 0: it must be at least 1",
                "--schedule async --async-queue 15 | --async-queue 15: it must be at least --async-batch (16)",
                "--schedule async --async-params steps | --async-params steps: it must be one of rollout, step; did you mean s",
                "--schedule async --checkpoint-every 5 | --checkpoint-every 5: it must be 0 with --schedule async",
                "--schedule async --async-batch 3 --num-minibatches 5 | --num-minibatches 5: it must divide the steps of an i",
                "--activation swish | --activation swish: it must be one of tanh, relu, elu, silu, gelu; give one of them",
                "--step-time exponentail:5ms | --step-time exponentail:5ms: it must read",
                "--schedule serial --actors 1 | --actors 1: it must be 0 with --schedule serial",
                "--schedule serial --executors 2 | --executors 2: it must be 1 with --schedule serial",
                "--schedule serial --actor-batch 4 | --actor-batch 4: it must be 1 with --schedule serial",
                "--schedule sync --actor-batch 4 | --actor-batch 4: it must be at least --num-envs (16) with --schedule sync",
                "--rms-alpha 0.5 | --rms-alpha 0.5: it is for --optimizer rmsprop only",
                "--clip-obs 5 | --clip-obs 5.0: it is for --norm-obs true only; remove it, or choose --norm-obs true",
                "--weight-decay 0.1 | --weight-decay 0.1: it is for --optimizer adamw only",
                "--optimizer adamw --weight-decay -1 | --weight-decay -1.0: it must be",
                "--adam-beta1 1 | --adam-beta1 1.0: it must be",
                "--adam-beta2 -0.1 | --adam-beta2 -0.1: it must be",
                "--optimizer rmsprop --adam-beta1 0.5 | --adam-beta1 0.5: it is for a --optimizer other than rmsprop only",
                "--norm-obs --clip-obs 0 | --clip-obs 0.0: it must be a positive number",
                "--clip-reward 5 | --clip-reward 5.0: it is for --norm-reward true only; remove it, or choose --norm-reward t",
                "--norm-reward --clip-reward -1 | --clip-reward -1.0: it must be a positive number",
                "--num-steps 5 --sync-interval 6 | --num-steps 5: it is another name of --sync-interval, which is 6",
                "--seed 1 --seed 2 | --seed 1 and 2: it must be given once",
                "--norm-adv --no-norm-adv | --norm-adv true and false: it must be given once",
                "--env-option a=1 --env-option a=2 | --env-option a=1,a=2: it must be NAME=VALUE, each name once",
                "--env-option a | --env-option a: it must be NAME=VALUE",
                "--env-option nonsense=1 | --env-option nonsense=1: it is not understood by CartPole-v1",
                "--nmu-envs 4 | --nmu-envs: it is not a flag of hts train; did you mean --num-envs?",
                "--no-anneal-rl | --no-anneal-rl: it is not a flag of hts train; did you mean --no-anneal-lr?",
                "--lr 0.1 --learning-rate 0.2 | --learning-rate 0.1 and 0.2: it must be given once",
                "--lr fast | --learning-rate fast: it must be a number",
                "-a ppo | -a: it is not a flag of hts train; did you mean --algo ppo?",
                "ppo | ppo: it must follow a flag; write --algo ppo",
                "Acrobot-v1 | Acrobot-v1: it must follow a flag; write --env Acrobot-v1",
                "--hidden-sizes 128 64 | 64: it must follow a flag; write --hidden-sizes 128,64",
                "more | more: it must follow a flag",
                "--gamma | --gamma: it must be given with a value; write --gamma X",
                "--config nowhere.yaml | --config nowhere.yaml: it must name a readable file (No such file or directory)",
            })
    void shouldRefuseWithValueRuleAndRemedy(String arguments, String refusal) {
        shouldRefuseOne("ppo", arguments, refusal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--n-steps 8 | give --sync-interval N for steps per environment",
                "--rollout 32 | give --sync-interval N for steps per environment",
                "--num_workers 8 | give --num-envs N for the replicas, and --executors E",
                "--num_envs_per_worker 2 | give --num-envs N for all replicas together",
                "--vec-env subproc | remove it, or give --executors E",
                "--num-threads 2 | remove it, or give --learners L",
                "--net-arch 64 | give --hidden-sizes N,N",
                "--per | give --per-alpha 0.6 for prioritized replay",
                "--minibatch_size 64 | give --num-minibatches N for --algo ppo or pqn, and --batch-size N for others",
                "--normalize_input True | give --norm-obs",
                "--policy MlpPolicy | give --network mlp, nature, impala or minatar",
                "--tensorboard-log x | give --tensorboard, which writes",
                "--wandb | give --logger wandb",
                "--with_wandb True | give --logger wandb",
                "--track | give --logger wandb",
                "--wandb-project-name x | give --logger wandb, whose project and entity WANDB_PROJECT",
                "--wandb-entity x | give --logger wandb",
                "--eval_freq 100 | give --eval-every N, which counts intervals",
                "--save-freq 100 | give --checkpoint-every N, which counts intervals",
                "--device cpu | remove it, or give --backend nd4j (docs/how-to/nd4j.md)",
                "--no-cuda | remove it, or give --backend nd4j (docs/how-to/nd4j.md)",
                "--torch-deterministic | remove it: every run is deterministic",
                "--capture-video | remove it, and record what was learnt: 'hts play RUN --record FILE.gif'",
                "--capture-video True | remove it, and record what was learnt: 'hts play RUN --record FILE.gif'",
                "--save-model | remove it: every run writes model.safetensors",
                "--verbose 1 | remove it, or give --quiet",
                "--exp-name x | name the run's folder with --out",
                "--experiment x | name the run's folder with --out",
                "--train_dir x | name the run's folder with --out",
                "--log-folder x | name the run's folder with --out",
                "--trained-agent x | give --init-from RUN for its parameters",
                "--conf-file x | give --config FILE",
                "--env-kwargs x:1 | give --env-option NAME=VALUE for each",
                "--hyperparams x:1 | give each setting by its own flag",
            })
    void shouldNameOwnFlagForThatOfAnotherTrainer(String arguments, String remedy) {
        String flag = arguments.split(" ")[0].replace('_', '-');

        shouldRefuseOne("ppo", arguments, flag + ": it is not a flag of hts train; " + remedy);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--batch-size 64 | give --num-minibatches 8 for minibatches of that size",
                "--batch_size 64 --n_envs 4 | give --num-minibatches 2 for minibatches of that size",
                "--batch-size 100 | give --num-minibatches N, a divisor of --num-envs x --sync-interval (512)",
                "--batch-size 0 | give --num-minibatches N, a divisor of --num-envs x --sync-interval (512)",
                "--batch-size 4096 | give --num-minibatches N, a divisor of --num-envs x --sync-interval (512)",
            })
    void shouldNameTheMinibatchesForTheRowsOfOne(String arguments, String remedy) {
        String size = arguments.split(" ")[1];

        shouldRefuseOne(
                "ppo",
                arguments,
                "--batch-size " + size + ": it is for --algo bc, crossq, ddpg, dqn, sac, td3, tqc or trpo only; "
                        + remedy);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--noise-correlation 0.9 | --noise-correlation 0.9: it must be 0 for discrete actions",
                "--target-entropy-scale 1.5 | --target-entropy-scale 1.5: it must be in (0, 1]",
                "--no-autotune --target-entropy-scale 0.5 | --target-entropy-scale 0.5: it is for --autotune true only",
                "--reset-every -1 | --reset-every -1: it must be at least 0",
            })
    void shouldRefuseWithValueRuleAndRemedyForSac(String arguments, String refusal) {
        shouldRefuseOne("sac", arguments, refusal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ppo | --use-sde | --use-sde true: it must be false unless actions are continuous, and these are discrete 2",
                "acktr | --env Pendulum-v1 --use-sde | --use-sde true: it must be false for acktr",
                "sac | --env Pendulum-v1 --use-sde | --use-sde true: it is for --algo a2c, acktr, ppo or trpo only",
                "a2c | --noise-steps 0 | --noise-steps 0: it must be at least 1, or -1 for one draw of each interval",
                "a2c | --sde-sample-freq -2 | --noise-steps -2: it must be at least -1",
            })
    void shouldRefuseNoiseThatDoesNotFit(String algo, String arguments, String refusal) {
        shouldRefuseOne(algo, arguments, refusal);
    }

    @Test
    void shouldRefuseCriticsThatFitNoArray() {
        shouldRefuseOne(
                "sac",
                "--env Pendulum-v1 --network combined --value-hidden-sizes 65536,65536",
                "--network combined: it must have at most 2147483639 parameters, and has ");
    }

    private void shouldRefuseOne(String algo, String arguments, String refusal) {
        List<String> lines = refusals(
                ("train --algo " + algo + (arguments.contains("--env ") ? " " : " --env CartPole-v1 ") + arguments)
                        .split(" "));

        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.get(0).startsWith(refusal), lines::toString);
        assertTrue(lines.get(0).contains("; "), lines::toString);
    }

    @Test
    void shouldRefuseAllAtOnce() {
        List<String> lines = refusals(
                "train",
                "--algo",
                "a2c",
                "--env",
                "cartpoel-v1",
                "--clip-coef",
                "0.1",
                "--no-clip-vloss",
                "--num-envs",
                "0",
                "--gamma",
                "2",
                "--total-timesteps",
                "0",
                "--seed",
                "x",
                "--foo",
                "--optimizer",
                "sgd");

        assertEquals(
                List.of(
                        "--foo",
                        "--seed x",
                        "--optimizer sgd",
                        "--env cartpoel-v1",
                        "--clip-coef 0.1",
                        "--clip-vloss false",
                        "--total-timesteps 0",
                        "--num-envs 0",
                        "--gamma 2.0"),
                lines.stream()
                        .map(line -> line.substring(0, line.indexOf(": ")))
                        .toList());
        assertTrue(hts.errors().contains("9 settings are wrong"));
        assertTrue(hts.errors().contains("did you mean CartPole-v1?"));
    }

    @Test
    void shouldCheckTheOtherSettingsWithoutAlgorithmAndEnvironment() {
        List<String> lines = refusals("train", "--gamma", "2");

        assertEquals(3, lines.size(), lines::toString);
        assertTrue(lines.get(0).startsWith("--algo: it must be given"), lines::toString);
        assertTrue(lines.get(1).startsWith("--env: it must be given"), lines::toString);
        assertTrue(lines.get(2).startsWith("--gamma 2.0"), lines::toString);
    }

    @Test
    void shouldRefuseAllThatIsWrongWithAFile() throws IOException {
        List<String> lines = refusalsOfFile(
                "algo: ppo",
                "env: CartPole-v1",
                "num-envs: [1, 2]",
                "num-envs: 3",
                "sede: 4",
                "gamma:",
                "hidden-sizes: [64, {a: 1}]",
                "clip-coef: {a: {b: 1}}",
                "config: other.yaml",
                "norm-adv: yes",
                "seed: 1.5",
                "quite: true");

        assertEquals(
                List.of(
                        "num-envs (in FILE): it must be a single value; give 16, for example",
                        "num-envs (in FILE): it must be given once; remove all but one",
                        "sede (in FILE): it is not a setting; did you mean seed?",
                        "gamma (in FILE): it must have a value; give one, or remove the line to take the preset's",
                        "hidden-sizes (in FILE): it must be a list of single values; give 64,64 for example",
                        "clip-coef (in FILE): it must be a single value; give 2.5e-4 or linear:2.5e-4:0, for example",
                        "config (in FILE): it is not a setting; 'hts train --help' lists the settings",
                        "quite (in FILE): it is not a setting; did you mean quiet?",
                        "seed (in FILE) 1.5: it must be a whole number; give 100000 or 1e5, for example",
                        "norm-adv (in FILE) yes: it must be true or false; give one of the two"),
                lines);
    }

    @Test
    void shouldRefuseAFileThatIsNoFlatMap() throws IOException {
        assertTrue(refusalsOfFile("- a", "- b").get(0).startsWith("--config FILE: it must be a flat map of settings"));
        assertTrue(refusalsOfFile("algo: [a").stream().anyMatch(line -> line.contains("it must be YAML (line 1")));
    }

    @Test
    void shouldRefusePpoSettingsOfAFileForA2c() throws IOException {
        assertEquals(
                List.of("clip-coef (in FILE) 0.1: it is for --algo ppo only; remove it, or choose --algo ppo"),
                refusalsOfFile("algo: a2c", "env: CartPole-v1", "clip-coef: 0.1"));
    }

    /** Gives all at once, but for {@code --utd}: it says in another way what {@code --train-frequency} says. */
    private static Stream<Arguments> settingsOfOtherAlgorithms() {
        Predicate<SettingSpec> isUtd = setting -> setting.key().equals("utd");
        return Algorithms.all().stream().flatMap(algorithm -> {
            Map<Boolean, List<SettingSpec>> others = CliSettings.schema().all().stream()
                    .filter(setting -> !RunSchema.applies(setting, algorithm))
                    .collect(Collectors.partitioningBy(isUtd));
            return others.values().stream()
                    .filter(settings -> !settings.isEmpty())
                    .map(settings -> Arguments.of(algorithm, settings));
        });
    }

    private static boolean isSwitch(SettingSpec setting) {
        return setting.type().form() == ValueType.Form.SWITCH;
    }

    /** A value of the setting that nothing is wrong with. */
    private static String value(SettingSpec setting) {
        return isSwitch(setting)
                ? "true"
                : !setting.type().choices().isEmpty()
                        ? setting.type().choices().get(0)
                        : setting.type().readAll(List.of("0.5")) == null
                                ? "1"
                                : setting.text(setting.type().readAll(List.of("0.5")));
    }

    /** An environment that the algorithm acts in. */
    private static String fitting(Algorithm algorithm) {
        return Stream.of("CartPole-v1", "Pendulum-v1", "Blackjack-v1")
                .filter(env -> algorithm.fits(Environments.ask(env, Map.of(), Environment::spec)))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("settingsOfOtherAlgorithms")
    void shouldRefuseEachSettingOfOtherAlgorithmsAndNameThem(Algorithm algorithm, List<SettingSpec> others) {
        List<String> words = new ArrayList<>(List.of("train", "--algo", algorithm.name(), "--env", fitting(algorithm)));
        for (SettingSpec setting : others) {
            words.add(setting.flag());
            if (!isSwitch(setting)) {
                words.add(value(setting));
            }
        }

        assertEquals(
                others.stream().map(RefusalTest::refusalOfAnother).sorted().toList(),
                refusals(words.toArray(String[]::new)).stream()
                        .map(line -> line.replaceFirst("only; give --num-minibatches .*", BATCHES)) // tested above
                        .sorted()
                        .toList());
    }

    private static String refusalOfAnother(SettingSpec setting) {
        String owners = Suggestions.oneOf(RunSchema.algorithms(setting));
        return setting.flag() + " " + value(setting) + ": it is for --algo " + owners
                + " only; remove it, or choose --algo " + owners;
    }

    @Test
    void shouldRefusePrioritiesThatAFileBothVoidsAndSets() throws IOException {
        assertEquals(
                List.of("per-beta (in FILE) 0.5: it is for a --per-alpha above 0 only; remove it, or give "
                        + "a higher --per-alpha"),
                refusalsOfFile("algo: dqn", "env: CartPole-v1", "per-alpha: 0", "per-beta: 0.5"));
    }

    @Test
    void shouldOfferEveryAlgorithm() {
        assertEquals(
                List.of(
                        "--algo: it must be given; give a2c, acktr, bc, crossq, ddpg, dqn, ppo, pqn, q-learning, sac, td3, tqc or trpo"),
                refusals("train", "--env", "CartPole-v1"));
        assertTrue(
                refusals("train", "--algo", "dqm", "--env", "CartPole-v1")
                        .contains(
                                "--algo dqm: it must be one of a2c, acktr, bc, crossq, ddpg, dqn, ppo, pqn, q-learning, sac, td3, tqc, trpo; did you mean dqn?"));
    }

    @Test
    void shouldRefuseAFolderThatHoldsFiles() throws IOException {
        Files.createFile(folder.resolve("old"));

        List<String> lines = refusals("train", "--algo", "ppo", "--env", "CartPole-v1", "--run-dir", folder.toString());

        assertEquals(
                List.of("--out " + folder + ": it must name a new or empty folder, and this one holds files; "
                        + "choose another --out"),
                lines);
    }

    @Test
    void shouldRefuseAFolderThatCannotBeMade() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        List<String> lines = refusals(
                "train",
                "--algo",
                "ppo",
                "--env",
                "CartPole-v1",
                "--run-dir",
                file.resolve("run").toString());

        assertEquals(1, lines.size());
        assertTrue(lines.get(0).contains("it must name a folder that can be written"), lines::toString);
    }

    @Test
    void shouldRefuseAnUnknownCommandWithASuggestion() {
        assertEquals(ExitCode.MISTAKE, hts.run("trian"));
        assertTrue(hts.errors().contains("did you mean hts train?"), hts.err::toString);
    }
}
