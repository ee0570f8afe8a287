package io.htsrl.policies.acting;

import io.htsrl.core.policy.Policy;
import io.htsrl.policies.kernel.CacheAlignment;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.DenseKernel.Weights;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.MlpLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which layers of a network are computed together, and where their inputs, outputs and packed weights lie.
 * Immutable. Layers that read the same input become one block, a single product: the first layers of two torsos, or
 * the two heads of one. Blocks of a stage write disjoint columns of the same rows.
 */
final class ForwardPlan {

    /** A layer's place in a block: its outputs are the block's columns from {@code column}. */
    record Part(DenseLayer layer, int column) {}

    /**
     * One product.
     *
     * @param parts  the layers side by side; a free one has no weights but zeros
     * @param depth  inputs
     * @param input  first column that is read
     * @param output first column that is written
     * @param width  columns written, padded
     * @param offset of the bias in the packed weights; the weights follow, rows of {@code width}
     */
    record Block(List<Part> parts, int depth, int input, int output, int width, int offset) {
        int end() {
            return offset + (depth + 1) * width;
        }
    }

    /** Blocks that may run in any order, and the padded width of the rows they write. */
    record Stage(List<Block> blocks, int width) {}

    private final List<Stage> stages = new ArrayList<>();
    private int packedSize = CacheAlignment.ORIGIN;

    ForwardPlan(MlpLayout layout) {
        List<DenseLayer> heads = layout.headLayers();
        if (layout.valueTorso().isEmpty()) {
            layout.policyTorso().forEach(layer -> addMerged(layer.inputs(), new Part(layer, 0)));
            addMerged(heads.get(0).inputs(), sideBySide(heads));
        } else {
            DenseLayer first = layout.policyTorso().get(0);
            addMerged(
                    first.inputs(),
                    new Part(first, 0),
                    new Part(layout.valueTorso().get(0), DenseKernel.pad(first.outputs())));
            for (int i = 1; i < layout.policyTorso().size(); i++) {
                addPair(
                        layout.policyTorso().subList(i, i + 1),
                        layout.valueTorso().get(i));
            }
            addPair(layout.policyHeads(), heads.get(heads.size() - 1));
        }
    }

    private static Part[] sideBySide(List<DenseLayer> layers) {
        Part[] parts = new Part[layers.size()];
        int column = 0;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new Part(layers.get(i), column);
            column += layers.get(i).outputs();
        }
        return parts;
    }

    private static int paddedWidth(Part[] parts) {
        Part last = parts[parts.length - 1];
        return DenseKernel.pad(last.column() + last.layer().outputs());
    }

    /** A stage of one block. */
    private void addMerged(int depth, Part... parts) {
        int width = paddedWidth(parts);
        Block block = new Block(List.of(parts), depth, 0, 0, width, packedSize);
        packedSize = block.end();
        stages.add(new Stage(List.of(block), width));
    }

    /** A stage of two blocks; the value side reads and writes behind the policy side. */
    private void addPair(List<DenseLayer> policies, DenseLayer value) {
        DenseLayer policy = policies.get(0);
        Part[] parts = sideBySide(policies);
        int policyWidth = paddedWidth(parts);
        int valueWidth = DenseKernel.pad(value.outputs());
        Block first = new Block(List.of(parts), policy.inputs(), 0, 0, policyWidth, packedSize);
        Block second = new Block(
                List.of(new Part(value, 0)),
                value.inputs(),
                DenseKernel.pad(policy.inputs()),
                policyWidth,
                valueWidth,
                first.end());
        packedSize = second.end();
        stages.add(new Stage(List.of(first, second), policyWidth + valueWidth));
    }

    /** From the first hidden layers to the heads. */
    List<Stage> stages() {
        return stages;
    }

    /** For each float of an output row, its column in the rows of the last stage, the heads'. */
    int[] outputColumns() {
        return stages.get(stages.size() - 1).blocks().stream()
                .flatMapToInt(block -> block.parts().stream()
                        .flatMapToInt(part -> IntStream.range(0, part.layer().outputs())
                                .map(j -> block.output() + part.column() + j)))
                .toArray();
    }

    /** Elements of the array of all packed weights. */
    int packedSize() {
        return packedSize;
    }

    /** The widest row of any stage. */
    int widestRow() {
        return stages.stream().mapToInt(Stage::width).max().orElseThrow();
    }

    /** A parameter vector packed for {@link DenseKernel}: per block its bias, then its weights, in padded rows. */
    static final class MlpSnapshot implements Policy.Snapshot {
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
            blocks = plan.stages().stream()
                    .flatMap(stage -> stage.blocks().stream())
                    .toArray(Block[]::new);
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
                throw new IllegalArgumentException(
                        parameters.length + " parameters for a network of " + parameterCount);
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
}
