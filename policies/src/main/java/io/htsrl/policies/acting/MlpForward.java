package io.htsrl.policies.acting;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.policies.acting.ForwardPlan.Block;
import io.htsrl.policies.acting.ForwardPlan.MlpSnapshot;
import io.htsrl.policies.acting.ForwardPlan.Stage;
import io.htsrl.policies.kernel.CacheAlignment;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.DenseKernel.InputRows;
import io.htsrl.policies.kernel.DenseKernel.OutputRows;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NetworkInput;
import java.util.ArrayList;
import java.util.List;

/**
 * One thread's row-stable forward. Batches are cut into chunks whose activations stay in the first-level cache; since
 * rows are computed independently, the cut changes nothing.
 */
final class MlpForward implements Policy.Forward {
    private static final int CHUNK = 32;

    private final ForwardPlan plan;
    private final int observationSize;
    private final int[] outputColumns;
    private final MlpConfig.Activation activation;
    private final DenseKernel kernel;
    private final InputRows observations = new InputRows(CHUNK);
    private final float[] converted;
    private final List<List<InputRows>> inputs = new ArrayList<>();
    private final List<List<OutputRows>> outputRows = new ArrayList<>();

    MlpForward(ForwardPlan plan, MlpLayout layout, boolean direct, DenseKernel kernel) {
        this.plan = plan;
        this.kernel = kernel;
        observationSize = layout.observationSize();
        outputColumns = plan.outputColumns();
        activation = layout.config().activation();
        converted = direct ? null : new float[CHUNK * observationSize];
        float[] source = CacheAlignment.floats(CHUNK * plan.widestRow());
        float[] target = CacheAlignment.floats(CHUNK * plan.widestRow());
        int sourceWidth = 0;
        for (Stage stage : plan.stages()) {
            connect(stage, source, sourceWidth, target);
            float[] swap = source;
            source = target;
            target = swap;
            sourceWidth = stage.width();
        }
    }

    /** The first stage reads the observations; each later one what the stage before it wrote. */
    private void connect(Stage stage, float[] source, int sourceWidth, float[] target) {
        List<InputRows> in = new ArrayList<>();
        List<OutputRows> out = new ArrayList<>();
        for (Block block : stage.blocks()) {
            in.add(
                    inputs.isEmpty()
                            ? observations
                            : new InputRows(source, CHUNK, sourceWidth, CacheAlignment.ORIGIN + block.input()));
            out.add(new OutputRows(target, stage.width(), CacheAlignment.ORIGIN + block.output()));
        }
        inputs.add(in);
        outputRows.add(out);
    }

    @Override
    public void forward(Policy.Snapshot snapshot, ObservationBatch batch, float[] outputs, int[] outputOffsets) {
        if (!(snapshot instanceof MlpSnapshot mlp) || mlp.plan() != plan) {
            throw new IllegalArgumentException("this snapshot belongs to another policy");
        }
        for (int start = 0; start < batch.rows(); start += CHUNK) {
            int rows = Math.min(CHUNK, batch.rows() - start);
            gather(batch, start, rows);
            run(mlp, rows);
            scatter(rows, outputs, outputOffsets, start);
        }
    }

    private void gather(ObservationBatch batch, int start, int rows) {
        if (converted == null) {
            observations.values = batch.floats();
            for (int i = 0; i < rows; i++) {
                observations.offsets[i] = batch.offset(start + i);
            }
            return;
        }
        observations.values = converted;
        for (int i = 0; i < rows; i++) {
            observations.offsets[i] = i * observationSize;
            NetworkInput.read(batch, start + i, observationSize / batch.frames(), converted, i * observationSize);
        }
    }

    private void run(MlpSnapshot snapshot, int rows) {
        List<Stage> stages = plan.stages();
        for (int s = 0; s < stages.size(); s++) {
            Stage stage = stages.get(s);
            for (int b = 0; b < stage.blocks().size(); b++) {
                kernel.dense(
                        snapshot.weights(s, b),
                        stage.blocks().get(b).depth(),
                        inputs.get(s).get(b),
                        rows,
                        outputRows.get(s).get(b));
            }
            if (s < stages.size() - 1) {
                activate(outputRows.get(s).get(0).values(), rows * stage.width());
            }
        }
    }

    private void activate(float[] values, int count) {
        if (activation == MlpConfig.Activation.TANH) {
            kernel.tanh(values, CacheAlignment.ORIGIN, count);
        } else {
            kernel.relu(values, CacheAlignment.ORIGIN, values, CacheAlignment.ORIGIN, count);
        }
    }

    private void scatter(int rows, float[] outputs, int[] outputOffsets, int start) {
        OutputRows heads = outputRows.get(outputRows.size() - 1).get(0);
        for (int i = 0; i < rows; i++) {
            int from = CacheAlignment.ORIGIN + i * heads.stride();
            int to = outputOffsets[start + i];
            for (int j = 0; j < outputColumns.length; j++) {
                outputs[to + j] = canonical(heads.values()[from + outputColumns[j]]);
            }
        }
    }

    /** Which of its NaN operands' bits a processor hands on is not specified: there is one NaN in output rows. */
    static float canonical(float value) {
        return Float.isNaN(value) ? Float.NaN : value;
    }
}
