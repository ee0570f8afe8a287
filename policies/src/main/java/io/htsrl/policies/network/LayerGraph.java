package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Builder of a network's layers: each method adds one layer, which may be an input of any number of later ones. A torso
 * is a function from observations to the features that heads read. One thread.
 *
 * @see LayeredLayout
 */
public final class LayerGraph {
    private final ObservationSpace frame;
    private final int frameStack;
    private final int actionWidth;
    private final List<Layer> layers = new ArrayList<>();
    private String torso = "torso";
    private int named;
    private int end;

    /**
     * @param frame one observation
     * @param frameStack S, frames in an input
     */
    public LayerGraph(ObservationSpace frame, int frameStack) {
        this(frame, frameStack, 0);
    }

    /**
     * Creates the graph of a critic, whose inputs are observations and actions.
     *
     * @param frame one observation
     * @param frameStack S, frames in an input
     * @param actionWidth floats in an action row; 0 where the critic reads none
     */
    public LayerGraph(ObservationSpace frame, int frameStack, int actionWidth) {
        this.frame = frame;
        this.frameStack = frameStack;
        this.actionWidth = actionWidth;
    }

    /** Begins a torso: the first word of its tensors' names. */
    void begin(String newTorso) {
        torso = newTorso;
        named = 0;
    }

    /** Returns the torso that layers are added to: {@code policy}, {@code value}, or {@code torso} for a single one. */
    public String torso() {
        return torso;
    }

    /** Returns the space of one observation. */
    public ObservationSpace observations() {
        return frame;
    }

    /** Returns the number of elements of an input: a stack of observations. */
    int inputSize() {
        return Math.multiplyExact(frameStack, frame.size());
    }

    /** Returns all layers in order: inputs come before the layers that read them. */
    public List<Layer> layers() {
        return Collections.unmodifiableList(layers);
    }

    /** Returns the number of parameters of all layers. */
    int end() {
        return end;
    }

    /** Returns the parts of an observation: one part {@code observation} if it has no named ones. */
    public List<ObservationPart> parts() {
        if (!frame.parts().isEmpty()) {
            return frame.parts();
        }
        boolean image = frame.kind() == ObservationSpace.Kind.UINT8 && FrameShape.fits(frame);
        ObservationPart.Kind kind = image
                ? ObservationPart.Kind.IMAGE
                : frame.choices().length > 0 ? ObservationPart.Kind.ONE_HOT : ObservationPart.Kind.VECTOR;
        List<Integer> shape = Arrays.stream(frame.shape()).boxed().toList();
        return List.of(new ObservationPart("observation", kind, shape, 0));
    }

    /** Adds a part of the observation as a vector, that of the oldest frame of a stack first. */
    public Layer features(ObservationPart part) {
        return features(part.offset(), part.size());
    }

    /**
     * Adds a part of the observation as an image.
     *
     * @throws IllegalArgumentException when it is none
     */
    public Layer image(ObservationPart part) {
        check(part.kind() == ObservationPart.Kind.IMAGE, "reads images, and the part " + part.name() + " is none");
        return image(
                part.offset(),
                FrameShape.of(part.shape().stream().mapToInt(Integer::intValue).toArray()));
    }

    /** Adds the whole observation as a vector, the oldest frame of a stack first. */
    public Layer features() {
        return features(0, frame.size());
    }

    private Layer features(int offset, int size) {
        return add(new Operation.Features(offset, size), List.of(), Math.multiplyExact(frameStack, size), 1, 1);
    }

    /**
     * Adds the whole observation as an image.
     *
     * @throws IllegalArgumentException when it is no image
     */
    public Layer image() {
        check(
                FrameShape.fits(frame),
                "reads images [height, width], [height, width, planes] or " + "[planes, height, width], not " + frame);
        return image(0, FrameShape.of(frame));
    }

    private Layer image(int offset, FrameShape shape) {
        int channels = Math.multiplyExact(frameStack, shape.planes());
        return add(new Operation.Frames(offset, shape), List.of(), channels, shape.height(), shape.width());
    }

    /**
     * Adds the action, as a vector.
     *
     * @throws IllegalArgumentException when the network is no critic
     */
    public Layer action() {
        check(actionWidth > 0, "reads actions, and is no critic");
        return add(new Operation.Action(actionWidth), List.of(), actionWidth, 1, 1);
    }

    /** Joins the action to features; adds nothing to a critic that gives a value for each action. */
    public Layer withAction(Layer features) {
        return actionWidth == 0 ? features : concatenation(features, action());
    }

    /** Adds a dense layer without an activation. */
    public Layer dense(Layer input, int units) {
        check(units >= 1, "needs dense layers of at least 1 unit, not " + units);
        DenseLayer layer = NetworkLayout.dense(name("dense"), input.size(), units, end);
        end = layer.end();
        return add(new Operation.Dense(layer), List.of(input), units, 1, 1);
    }

    /**
     * Adds a convolution without an activation.
     *
     * @param channels of the output, a multiple of 16
     * @param kernel height and width of the window, a multiple of the stride
     * @param padding zeros on each side, a multiple of the stride
     * @throws IllegalArgumentException when the input is smaller than the window, has another number of channels
     *     without being an observation, or a size is not such a multiple
     */
    public Layer convolution(Layer input, int channels, int kernel, int stride, int padding) {
        check(
                channels >= 16 && channels % 16 == 0 && stride >= 1 && kernel >= 1 && padding >= 0,
                "needs convolutions of 16, 32, 48 ... channels, not " + channels);
        check(
                input.isInput() && !(input.operation() instanceof Operation.Action) || input.channels() % 16 == 0,
                "needs convolutions of observations, or of 16, 32, 48 ... channels, not of " + input.channels());
        check(
                kernel % stride == 0 && padding % stride == 0,
                "needs kernels and paddings that are multiples of the stride, not " + kernel + " and " + padding
                        + " with a stride of " + stride);
        check(
                Math.min(input.height(), input.width()) + 2 * padding >= kernel,
                "needs images of at least " + kernel + "x" + kernel + ", not " + input.height() + "x" + input.width());
        ConvLayer layer = new ConvLayer(
                name("conv"), input.channels(), input.height(), input.width(), channels, kernel, stride, padding, end);
        NetworkLayout.checkEnd(layer.name(), end + (layer.channels() * (long) kernel * kernel + 1) * channels);
        end = layer.end();
        return add(
                new Operation.Convolution(layer), List.of(input), channels, layer.outputHeight(), layer.outputWidth());
    }

    /** Adds an embedding of one-hot inputs: a row of {@code units} for each, without a bias. */
    public Layer embedding(Layer input, int units) {
        check(units >= 1 && !input.isImage(), "needs embeddings of vectors, of at least 1 unit, not " + units);
        Operation.Embedding table = new Operation.Embedding(name("embedding"), input.size(), units, end);
        NetworkLayout.checkEnd(table.name(), end + (long) input.size() * units);
        end += input.size() * units;
        return add(table, List.of(input), units, 1, 1);
    }

    /** Adds a normalisation of all elements of a row. */
    public Layer norm(Layer input) {
        check(!input.isImage(), "normalizes vectors, not images");
        Operation.Normalization norm = new Operation.Normalization(name("norm"), input.size(), end);
        NetworkLayout.checkEnd(norm.name(), end + 2L * input.size());
        end += 2 * input.size();
        return add(norm, List.of(input), input.size(), 1, 1);
    }

    /** Adds a normalisation of each element over the rows of a batch. */
    public Layer batchNorm(Layer input) {
        check(!input.isImage(), "normalizes vectors, not images");
        Operation.BatchNormalization norm = new Operation.BatchNormalization(name("batchnorm"), input.size(), end);
        long size = (long) Operation.BatchNormalization.TENSORS * input.size();
        NetworkLayout.checkEnd(norm.name(), end + size);
        end += (int) size;
        return add(norm, List.of(input), input.size(), 1, 1);
    }

    /** Adds a non-linearity. */
    public Layer activation(Layer input, Activation activation) {
        return like(input, new Operation.Nonlinearity(activation), List.of(input));
    }

    /** Adds the sum of two layers of equal shapes. */
    public Layer sum(Layer a, Layer b) {
        check(
                a.channels() == b.channels() && a.height() == b.height() && a.width() == b.width(),
                "adds layers of equal shapes, not " + shape(a) + " and " + shape(b));
        return like(a, new Operation.Sum(), List.of(a, b));
    }

    /** Adds the elements of {@code a}, followed by those of {@code b}, as a vector. */
    public Layer concatenation(Layer a, Layer b) {
        return add(new Operation.Concatenation(), List.of(a, b), Math.addExact(a.size(), b.size()), 1, 1);
    }

    private static String shape(Layer layer) {
        return layer.isImage() ? layer.height() + "x" + layer.width() + "x" + layer.channels() : "" + layer.channels();
    }

    private String name(String kind) {
        return torso + "." + kind + named++;
    }

    private Layer like(Layer shape, Operation operation, List<Layer> inputs) {
        return add(operation, inputs, shape.channels(), shape.height(), shape.width());
    }

    private Layer add(Operation operation, List<Layer> inputs, int channels, int height, int width) {
        check(inputs.stream().allMatch(this::holds), "reads a layer of another graph");
        Math.multiplyExact(channels, Math.multiplyExact(height, width));
        Layer layer = new Layer(layers.size(), operation, List.copyOf(inputs), channels, height, width);
        layers.add(layer);
        return layer;
    }

    private boolean holds(Layer layer) {
        return layer.index() < layers.size() && layers.get(layer.index()) == layer;
    }

    private static void check(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
