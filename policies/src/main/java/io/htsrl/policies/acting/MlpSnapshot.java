package io.htsrl.policies.acting;

import io.htsrl.core.policy.Policy;
import io.htsrl.policies.acting.ForwardPlan.Block;
import io.htsrl.policies.acting.ForwardPlan.Part;
import io.htsrl.policies.acting.ForwardPlan.Stage;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.DenseKernel.Weights;
import io.htsrl.policies.network.DenseLayer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A parameter vector packed for {@link DenseKernel}: per block its bias, then its weights, in padded rows. */
final class MlpSnapshot implements Policy.Snapshot {
    private final ForwardPlan plan;
    private final int parameterCount;
    private final float[] packed;
    private final List<List<Weights>> weights = new ArrayList<>();
    // arrays where each load loops: a list's iterator is an allocation whenever the JIT compiler says so
    private final Block[] blocks;
    private final Part[][] parts;

    MlpSnapshot(ForwardPlan plan, int parameterCount) {
        this.plan = plan;
        this.parameterCount = parameterCount;
        packed = new float[plan.packedSize()];
        for (Stage stage : plan.stages()) {
            weights.add(stage.blocks().stream().map(this::weightsOf).toList());
        }
        blocks =
                plan.stages().stream().flatMap(stage -> stage.blocks().stream()).toArray(Block[]::new);
        parts = Stream.of(blocks)
                .map(block -> block.parts().toArray(Part[]::new))
                .toArray(Part[][]::new);
    }

    private Weights weightsOf(Block block) {
        return new Weights(packed, block.offset(), packed, block.offset() + block.width(), block.width());
    }

    @Override
    public void load(float[] parameters) {
        if (parameters.length != parameterCount) {
            throw new IllegalArgumentException(parameters.length + " parameters for a network of " + parameterCount);
        }
        for (int b = 0; b < blocks.length; b++) {
            for (Part part : parts[b]) {
                pack(blocks[b], part, parameters);
            }
        }
    }

    private void pack(Block block, Part part, float[] parameters) {
        DenseLayer layer = part.layer();
        int outputs = layer.outputs();
        int target = block.offset() + part.column();
        System.arraycopy(parameters, layer.biasOffset(), packed, target, outputs);
        for (int k = 0; k < layer.inputs(); k++) {
            target += block.width();
            System.arraycopy(parameters, layer.offset() + k * outputs, packed, target, outputs);
        }
    }

    ForwardPlan plan() {
        return plan;
    }

    /** The weights of one block of one stage. */
    Weights weights(int stage, int block) {
        return weights.get(stage).get(block);
    }
}
