package io.htsrl.learners.offpolicy;

import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.core.work.Team;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.ReplayRate.InsertRate;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.SequenceConfig;
import io.htsrl.storage.BankShape;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Settings of the replay memory and its draws.
 *
 * @param bufferSize transitions
 * @param batchSize transitions of one batch
 * @param nStep steps of a return before the bootstrap value
 * @param alpha exponent of the priorities (Schaul et al. 2016); 0 draws uniformly
 * @param beta0 exponent of the importance weights at the start; 1 at the end of the run
 * @param epsilon added to absolute TD errors
 * @param batches batches of one update, drawn separately; the mean of their gradients makes one step
 * @param shards shards of the memory; the bits do not depend on it
 * @param rate rate of draws, where executors insert rollouts themselves
 * @param draws choice of the transitions, and duration of β's rise
 * @param growth growth of batches during the run
 * @param resetEvery updates between two resets of the networks (Nikishin et al. 2022); 0 for none
 */
@RecordBuilder
public record ReplaySettings(
        @Setting(unit = "transitions", help = "Transitions in the replay memory.")
        int bufferSize,

        @Setting(onFork = true, help = "Transitions of one batch.")
        int batchSize,

        @Setting(
                flag = "n-step",
                unit = "steps",
                range = "[1, 100]",
                remedy = "give 1 or 3, for example",
                help = "Steps of a return before it bootstraps.")
        int nStep,

        @Setting(
                flag = "per-alpha",
                range = "[0, 1]",
                remedy = "give 0.6, or 0 to draw uniformly",
                help = "Exponent of the replay priorities; 0: draws uniformly.")
        double alpha,

        @Setting(
                onFork = true,
                flag = "per-beta",
                range = "[0, 1]",
                remedy = "give 0.4, for example",
                onlyWith = "per-alpha>0",
                otherwise = "0",
                help = "Exponent of the importance weights at the start; 1 at the end of the run.")
        double beta0,

        @Setting(
                onFork = true,
                flag = "per-eps",
                range = "(0, inf)",
                remedy = "give 1e-6, for example",
                onlyWith = "per-alpha>0",
                otherwise = "1",
                help = "Added to absolute TD errors before they become priorities.")
        double epsilon,

        @Setting(
                onFork = true,
                flag = "learner-batches",
                label = "L",
                defaultValue = "1",
                range = "[1, 1024]",
                remedy = "give 1, or 2 for two batches that two threads compute side by side",
                help = "Batches of one update, computed in parallel; the mean of their gradients makes one step.")
        int batches,

        @Setting(
                flag = "replay-shards",
                label = "S",
                defaultValue = "1",
                range = "[1, inf)",
                remedy = "give 1, for example",
                decidesBits = false,
                onResume = true,
                help = "Shards of the replay memory, each of neighbouring environments; up to --num-envs.")
        int shards,

        InsertRate rate,

        DrawSettings draws,

        BatchGrowth growth,

        @Setting(
                onFork = true,
                defaultValue = "0",
                unit = "updates",
                range = "[0, inf)",
                remedy = "give 200000, or 0 for none",
                help = "Updates between two resets of the networks, which keep the replay memory; 0: none.")
        long resetEvery)
        implements ReplaySettingsBuilder.With {

    /** Creates settings; null stands for the default rate, the default draws, and no growth. */
    public ReplaySettings {
        rate = rate == null ? InsertRate.DEFAULT : rate;
        draws = draws == null ? DrawSettings.defaultValue(alpha) : draws;
        growth = growth == null ? BatchGrowth.NONE : growth;
    }

    /** Returns the number of transitions of one update. */
    int rows() {
        return batches * batchSize;
    }

    /** Returns the team that computes the batches of an update. */
    public BatchTeam team(Team team) {
        return new BatchTeam(batches, team);
    }

    /** Returns the greatest number of transitions that a batch can grow to. */
    public int mostOfBatch() {
        return growth.most(batchSize, bufferSize);
    }

    /**
     * Creates a network for each batch of an update.
     *
     * @param rows rows that each network has room for
     */
    public List<GradientNetwork> networks(LearnerInputs inputs, int rows) {
        return networks(inputs, inputs.policy(), rows);
    }

    /** Creates the same of another network of the policy's parameters. */
    public List<GradientNetwork> networks(LearnerInputs inputs, PolicyNetwork policy, int rows) {
        Team within = team(inputs.team()).within();
        return IntStream.range(0, batches)
                .mapToObj(batch -> policy.newGradientNetwork(inputs.backend(), rows, within))
                .toList();
    }

    /** Returns whether β rises over the run. */
    boolean annealed() {
        return alpha > 0 && beta0 != 1 && draws.betaSteps() == 0;
    }

    ReplayConfig memory(BankShape shape, double gamma, SequenceConfig sequences) {
        return new ReplayConfig(
                bufferSize,
                shape.environments(),
                shape.observationSpace(),
                shape.frameStack(),
                shape.actionWidth(),
                nStep,
                gamma,
                alpha,
                epsilon,
                sequences,
                draws.hindsight());
    }

    long leastBufferSize(PipelineConfig pipeline, int frameStack, SequenceConfig sequences) {
        return Math.max(
                pipeline.stepsPerInterval(),
                ReplayConfig.leastCapacity(pipeline.numEnvs(), frameStack, nStep, sequences));
    }

    /** Returns the number of transitions or sequences of a full memory that can be drawn if no episode ends. */
    private long leastRows(int environments, int frameStack, SequenceConfig sequences) {
        if (environments < 1 || sequences.period() < 1) {
            return 0; // wrong settings, which are reported as such
        }
        long places = ReplayConfig.leastCapacity(1, frameStack, nStep, sequences) - 2;
        return environments * (Math.max(0, bufferSize / environments - places) / sequences.period());
    }

    void check(PipelineConfig pipeline, int frameStack, SequenceConfig sequences, Violations violations) {
        RecordSettings.check(this, violations);
        RecordSettings.check(rate, violations);
        RecordSettings.check(growth, violations);
        long least = pipeline.hasSteps() ? leastBufferSize(pipeline, frameStack, sequences) : 1;
        violations
                .check(
                        bufferSize >= least && bufferSize <= ReplayConfig.MAX_CAPACITY,
                        "--buffer-size",
                        bufferSize,
                        "must be in " + least + " .. 2^27: it holds an interval's steps and"
                                + " --frame-stack + --n-step + 1 of every replica at least"
                                + (sequences.stateSize() == 0 ? "" : ", with --burn-in + --sequence-length - 1 more"),
                        "give 10000, for example")
                .check(
                        batchSize >= 1 && batchSize <= bufferSize,
                        "--batch-size",
                        batchSize,
                        "must be in 1 .. --buffer-size (" + bufferSize + ")",
                        "give 32, for example, or a higher --buffer-size")
                .check(
                        growth.limit() == 0 || growth.limit() >= batchSize && growth.limit() <= bufferSize,
                        "--adapt-batch-limit",
                        growth.limit(),
                        "must be in --batch-size (" + batchSize + ") .. --buffer-size (" + bufferSize + ")",
                        "leave it out for 16 x --batch-size")
                .check(
                        shards <= pipeline.numEnvs(),
                        "--replay-shards",
                        shards,
                        "must be at most --num-envs (" + pipeline.numEnvs() + "): a shard holds whole environments",
                        "give a lower --replay-shards");
        draws.hindsight().check(frameStack, sequences, violations);
        draws.check(this, pipeline, leastRows(pipeline.numEnvs(), frameStack, sequences), violations);
    }

    /**
     * Settings of batches that grow until the learner is busy, as in Spreeze (Hou et al. 2023, 3.3). Immutable.
     *
     * @param adaptBatch whether batches grow
     * @param limit greatest number of transitions of a batch; 0 for {@link #TIMES} times the first batch
     */
    @SettingGroup("Pipeline")
    public record BatchGrowth(
            @Setting(
                    defaultValue = "false",
                    help = "Grows batches from --batch-size until the learner is busy 85 % "
                            + "of the time. Bits then depend on the machine: needs "
                            + "--allow-nondeterminism or --schedule async.")
            boolean adaptBatch,

            @Setting(
                    flag = "adapt-batch-limit",
                    defaultValue = "0",
                    onlyWith = "adapt-batch=true",
                    otherwise = "0",
                    unit = "transitions",
                    range = "[0, inf)",
                    remedy = "give 4096, or 0 for 16 x --batch-size",
                    help = "Most transitions of a batch; 0: 16 x --batch-size, up to --buffer-size.")
            int limit) {

        /** Batches of constant size. */
        public static final BatchGrowth NONE = new BatchGrowth(false, 0);

        private static final int TIMES = 16;

        /**
         * Returns the greatest number of transitions of one batch.
         *
         * @param size transitions of the first batch
         * @param bufferSize transitions of the replay memory
         */
        public int most(int size, int bufferSize) {
            if (!adaptBatch) {
                return size;
            }
            return limit > 0 ? limit : (int) Math.max(size, Math.min((long) TIMES * size, bufferSize));
        }
    }
}
