package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Layout of a convolutional network's tensors in its flat parameter vector. Immutable.
 *
 * <p>The order, each layer as its weights and then its bias:
 *
 * <ol>
 *   <li>Nature: {@code torso.conv0, torso.conv1, torso.conv2}; MinAtar: {@code torso.conv0};
 *   <li>IMPALA, for each stage s: {@code torso.stage<s>.conv}, then for each block b
 *       {@code torso.stage<s>.block<b>.conv0, .conv1};
 *   <li>{@code torso.dense}, which reads the last image as {@code [channel][row][column]};
 *   <li>the heads, as in {@link MlpLayout}: {@code policy.head, value.head}, or {@code q.head}, or
 *       {@code advantage.head, value.head}; {@code policy.log_std} behind the first where it has free outputs.
 * </ol>
 *
 * Weights of a convolution are {@code [outputs][channels][kernel][kernel]}, of a dense layer {@code [inputs][outputs]}.
 * The input is {@code [frame][plane][row][column]}, the oldest frame first, however an observation's planes lie
 * ({@link FrameShape}). Checkpoints and digests depend on this order.
 */
public final class ConvLayout extends NetworkLayout {
    private static final int BLOCKS = 2;

    private final int frames;
    private final FrameShape shape;
    private final ConvConfig config;
    private final List<ConvLayer> convolutions = new ArrayList<>();
    private final List<ImpalaStage> stages = new ArrayList<>();
    private final DenseLayer hidden;
    private final List<DenseLayer> headLayers;

    /** Creates a layout whose first head has only computed outputs, such as one for each discrete action. */
    public ConvLayout(ObservationSpace frame, int frameStack, int outputs, ConvConfig config, Heads heads) {
        this(frame, frameStack, FirstHead.of(outputs), config, heads);
    }

    /**
     * @param frame one observation, which {@link FrameShape#fits}
     * @param frameStack frames in an input
     * @param first the first head
     * @throws IllegalArgumentException when the frames do not fit the network, a size is below 1 or the vector would
     *     not fit an array
     */
    public ConvLayout(ObservationSpace frame, int frameStack, FirstHead first, ConvConfig config, Heads heads) {
        super(Math.multiplyExact(frameStack, frame.size()), first, heads);
        Violations violations = new Violations();
        config.check(violations);
        config.check(frame, frameStack, violations);
        if (!violations.isEmpty() || first.computed() < 1 || frameStack < 1) {
            throw new IllegalArgumentException("a network of " + first.computed() + " outputs; " + violations.list());
        }
        frames = frameStack;
        shape = FrameShape.of(frame);
        this.config = config;
        int features = switch (config.kind()) {
            case NATURE -> addChain(List.of(8, 4, 3), List.of(4, 2, 1));
            case MINATAR -> addChain(List.of(3), List.of(1));
            case IMPALA -> addImpala();
        };
        hidden = dense(
                "torso.dense", features, config.hiddenUnits(), lastConvolution().end());
        headLayers = headsOf(hidden.outputs(), hidden.end());
    }

    /** Adds convolutions without padding, one after the other, and returns the number of their features. */
    private int addChain(List<Integer> kernels, List<Integer> strides) {
        ConvLayer layer = null;
        for (int l = 0; l < kernels.size(); l++) {
            layer = add(
                    "torso.conv" + l,
                    layer == null ? frames * shape.planes() : layer.outputs(),
                    layer == null ? shape.height() : layer.outputHeight(),
                    layer == null ? shape.width() : layer.outputWidth(),
                    config.channels().get(l),
                    kernels.get(l),
                    strides.get(l),
                    0);
        }
        return lastConvolution().outputSize();
    }

    private int addImpala() {
        int inputs = frames * shape.planes();
        int rows = shape.height();
        int columns = shape.width();
        for (int outputs : config.channels()) {
            String name = "torso.stage" + stages.size();
            ConvLayer entry = add(name + ".conv", inputs, rows, columns, outputs, 3, 1, 1);
            rows = ImpalaStage.pooled(rows);
            columns = ImpalaStage.pooled(columns);
            List<ImpalaStage.Block> blocks = new ArrayList<>();
            for (int b = 0; b < BLOCKS; b++) {
                String block = name + ".block" + b;
                blocks.add(new ImpalaStage.Block(
                        add(block + ".conv0", outputs, rows, columns, outputs, 3, 1, 1),
                        add(block + ".conv1", outputs, rows, columns, outputs, 3, 1, 1)));
            }
            stages.add(new ImpalaStage(entry, List.copyOf(blocks)));
            inputs = outputs;
        }
        return Math.multiplyExact(inputs, Math.multiplyExact(rows, columns));
    }

    private ConvLayer add(
            String name, int channels, int rows, int columns, int outputs, int kernel, int stride, int padding) {
        int offset = convolutions.isEmpty() ? 0 : lastConvolution().end();
        checkEnd(name, offset + ((long) channels * kernel * kernel + 1) * outputs);
        ConvLayer layer = new ConvLayer(name, channels, rows, columns, outputs, kernel, stride, padding, offset);
        convolutions.add(layer);
        return layer;
    }

    private ConvLayer lastConvolution() {
        return convolutions.get(convolutions.size() - 1);
    }

    /** Returns every convolution, in the order of the vector. */
    public List<ConvLayer> convolutions() {
        return Collections.unmodifiableList(convolutions);
    }

    /** Returns the stages of the IMPALA torso; empty for the others. */
    public List<ImpalaStage> stages() {
        return Collections.unmodifiableList(stages);
    }

    /** Returns the dense layer that ends the torso. */
    public DenseLayer hidden() {
        return hidden;
    }

    /** Returns the heads in the order of their columns. */
    public List<DenseLayer> headLayers() {
        return headLayers;
    }

    /** Returns the dense layers, as {@link MlpLayout#paths}. */
    public List<List<List<DenseLayer>>> paths() {
        return List.of(List.of(List.of(hidden), headLayers));
    }

    @Override
    public List<Tensor> tensors() {
        List<Tensor> tensors = new ArrayList<>();
        convolutions.forEach(layer -> tensors.addAll(layer.tensors()));
        tensors.addAll(hidden.tensors());
        headLayers.forEach(layer -> tensors.addAll(layer.tensors()));
        return tensors;
    }

    @Override
    public int parameterCount() {
        return headLayers.get(headLayers.size() - 1).end();
    }

    /** Returns the number of frames in an input. */
    public int frames() {
        return frames;
    }

    /** Returns the shape of one frame. The first convolution has a channel for each plane of each frame. */
    public FrameShape frame() {
        return shape;
    }

    /** Returns the number of elements of one frame. */
    public int frameSize() {
        return shape.size();
    }

    public ConvConfig config() {
        return config;
    }
}
