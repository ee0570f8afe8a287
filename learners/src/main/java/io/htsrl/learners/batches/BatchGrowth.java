package io.htsrl.learners.batches;

import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;

/**
 * Whether batches grow until the learner is busy, as in Spreeze (Hou et al. 2023, 3.3), and up to where. Immutable.
 *
 * @param adaptBatch whether they do
 * @param limit      the most transitions of one batch; 0 for {@link #TIMES} those of the first
 */
@SettingGroup("Pipeline")
public record BatchGrowth(
        @Setting(
                usual = "false",
                help =
                        "Grows the batches until the learner is busy for 85 % of the time; --batch-size is where they "
                                + "begin. What is learnt then depends on the machine: needs --allow-nondeterminism, or --schedule async.")
        boolean adaptBatch,

        @Setting(
                flag = "adapt-batch-limit",
                usual = "0",
                onlyWith = "adapt-batch=true",
                otherwise = "0",
                unit = "transitions",
                range = "[0, inf)",
                remedy = "give 4096, or 0 for 16 x --batch-size",
                help = "The most transitions that a batch grows to; 0: 16 x --batch-size, up to --buffer-size.")
        int limit) {

    /** Batches that stay as they are. */
    public static final BatchGrowth NONE = new BatchGrowth(false, 0);

    private static final int TIMES = 16;

    /**
     * The most transitions of one batch.
     *
     * @param size       of the first
     * @param bufferSize of the memory that they are drawn from
     */
    public int most(int size, int bufferSize) {
        if (!adaptBatch) {
            return size;
        }
        return limit > 0 ? limit : (int) Math.max(size, Math.min((long) TIMES * size, bufferSize));
    }
}
