package io.htsrl.policies.network;

import java.util.List;

/** Computation of one {@link Layer}. Immutable. */
public sealed interface Operation {

    /**
     * Elements of the observation as floats; bytes of images become fractions of 255.
     *
     * @param offset of the first element in a frame
     * @param size number of elements of a frame; a stack has those of its oldest frame first
     */
    record Features(int offset, int size) implements Operation {}

    /**
     * Image of the observation, a channel for each plane of each frame.
     *
     * @param offset of the first element in a frame
     * @param shape order of its elements
     */
    record Frames(int offset, FrameShape shape) implements Operation {}

    /**
     * Elements of the action that a critic rates.
     *
     * @param width number of elements
     */
    record Action(int width) implements Operation {
        /** Value of all elements where no actions are given: in a self-check of one critic. */
        public static final float CHECKED = 0.5f;
    }

    /** Dense layer; reads an image as {@code [channel][row][column]}. */
    record Dense(DenseLayer layer) implements Operation {
        @Override
        public List<Tensor> tensors() {
            return layer.tensors();
        }
    }

    /** Convolution. */
    record Convolution(ConvLayer layer) implements Operation {
        @Override
        public List<Tensor> tensors() {
            return layer.tensors();
        }
    }

    /**
     * Sum of the rows of a table {@code [inputs][outputs]}, weighted by the inputs: for a one-hot input the row of its
     * choice. Inputs of 0 cost nothing.
     */
    record Embedding(String name, int inputs, int outputs, int offset) implements Operation {
        @Override
        public List<Tensor> tensors() {
            return List.of(new Tensor(name + ".weight", offset, List.of(inputs, outputs)));
        }
    }

    /** Layer normalisation with gain and bias (Ba et al. 2016, arXiv:1607.06450). */
    record Normalization(String name, int units, int offset) implements Operation {
        /** Added to the variance, as in PyTorch. */
        public static final float EPSILON = 1e-5f;

        @Override
        public List<Tensor> tensors() {
            return List.of(
                    new Tensor(name + ".weight", offset, List.of(units)),
                    new Tensor(name + ".bias", offset + units, List.of(units)));
        }
    }

    /**
     * Batch normalisation (Ioffe, Szegedy 2015) with gain, bias, and the running mean and variance of each unit. Actors
     * and critics rate by the running ones: a fixed affine map of a row. A learner may normalise by those of its rows:
     * {@link GradientNetwork.Statistics}.
     */
    record BatchNormalization(String name, int units, int offset) implements Operation {
        /** Added to the variance, as in CrossQ. */
        public static final float EPSILON = 1e-3f;

        /** Number of tensors, of {@code units} elements each. */
        public static final int TENSORS = 4;

        /** Returns the offset of the biases. */
        public int bias() {
            return offset + units;
        }

        /** Returns the offset of the running means. */
        public int mean() {
            return offset + 2 * units;
        }

        /** Returns the offset of the running variances. */
        public int variance() {
            return offset + 3 * units;
        }

        @Override
        public List<Tensor> tensors() {
            List<Integer> shape = List.of(units);
            return List.of(
                    new Tensor(name + ".weight", offset, shape),
                    new Tensor(name + ".bias", bias(), shape),
                    new Tensor(name + ".mean", mean(), shape),
                    new Tensor(name + ".variance", variance(), shape));
        }
    }

    /** Non-linearity, elementwise. */
    record Nonlinearity(Activation activation) implements Operation {}

    /** Elementwise sum of two layers of equal shapes, such as a residual connection. */
    record Sum() implements Operation {}

    /** Elements of one layer after those of another; images are read as {@code [channel][row][column]}. */
    record Concatenation() implements Operation {}

    /** Returns the tensors in the order of the vector; none for an operation without parameters. */
    default List<Tensor> tensors() {
        return List.of();
    }
}
