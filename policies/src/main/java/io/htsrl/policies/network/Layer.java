package io.htsrl.policies.network;

import java.util.List;

/**
 * Layer of a {@link LayerGraph}: an operation on earlier layers. Its output is an image {@code [height][width]
 * [channels]}, or a vector, which is an image of one pixel. Immutable.
 *
 * @param index place in the graph's order
 * @param inputs earlier layers
 */
public record Layer(int index, Operation operation, List<Layer> inputs, int channels, int height, int width) {

    /** Returns the number of elements of its output. */
    public int size() {
        return channels * height * width;
    }

    /** Returns whether its output has more than one pixel. */
    public boolean isImage() {
        return height * width > 1;
    }

    /** Returns whether it reads the observation, or the action, and no other layer. */
    public boolean isInput() {
        return inputs.isEmpty();
    }
}
