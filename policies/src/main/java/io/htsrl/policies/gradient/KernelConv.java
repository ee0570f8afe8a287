package io.htsrl.policies.gradient;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.policies.image.FrameReader;
import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Learner's side of a convolutional network on the JVM's kernel. {@link ConvLayout} defines the order of parameters and
 * gradients; outputs are the policy's, to the bit. Every element of outputs and gradients is one chain of fma in a
 * fixed order, so the bits depend on neither threads nor processor. The gradient of the observations is not computed.
 *
 * <p>The threads compute image by image, and the large dense layer by columns, because its weights exceed the caches.
 * Backward, the convolutions process a chunk of the minibatch at a time: first each image's gradients, then the
 * weights' gradients over these images, range by range.
 */
public final class KernelConv extends LayoutGradientNetwork implements ChainedNetwork {
    /** Number of images in one chunk, whose gradient data stays in the caches, or near them. */
    private static final int CHUNK = 16;

    private final Team team;
    private final int slots;
    private final Torso torso;
    private final FrameReader reader;
    private final ConvStage[] convolutions;
    private final DenseStage hidden;
    private final DenseStage heads;
    private final Phase loading;
    private final Phase reading;
    private final Phase hiddenColumns;
    private final Phase headRows;
    private final Phase headsBack;
    private final Phase denseBack;
    private final Phase imagesBack;
    private final Phase convolutionRanges;
    private final Phase writing;
    private final Phase hiddenBack;
    /** Phases of the heads, the large dense layer, and the convolutions from the last to the first. */
    private final Phase[] chained;
    // the current pass
    private int rows;
    private int chunk;
    private ObservationBatch batch;
    private float[] source;
    private float[] target;

    /**
     * @param maxRows the greatest number of rows of a minibatch
     * @param team team that computes each pass; not closed with the network
     */
    public KernelConv(ConvLayout layout, int maxRows, Team team) {
        this(layout, maxRows, team, Kernels.best());
    }

    KernelConv(ConvLayout layout, int maxRows, Team team, DenseKernel kernel) {
        this(layout, maxRows, team, kernel, CHUNK);
    }

    /**
     * Creates a network for some rows of a minibatch, which computes all images' gradients before it needs the sums
     * over the previous rows.
     */
    public static KernelConv chained(ConvLayout layout, int maxRows, Team team) {
        return new KernelConv(layout, maxRows, team, Kernels.best(), maxRows);
    }

    private KernelConv(ConvLayout layout, int maxRows, Team team, DenseKernel kernel, int chunkImages) {
        super(layout, maxRows);
        this.team = team;
        slots = Math.min(chunkImages, maxRows);
        List<ConvLayer> layers = layout.convolutions();
        Matrix features = Matrix.activations(maxRows, layout.hidden().inputs());
        torso = layout.stages().isEmpty()
                ? new NatureTorso(kernel, layers, features, maxRows, slots)
                : new ImpalaTorso(kernel, layout.stages(), features, maxRows, slots, team.lanes());
        reader = new FrameReader(kernel, torso.input(), layout.frame());
        convolutions = torso.convolutions().toArray(ConvStage[]::new);
        int channels = layers.get(layers.size() - 1).outputs();
        Matrix units = Matrix.activations(maxRows, layout.hidden().outputs());
        hidden = new DenseStage(
                kernel,
                List.of(layout.hidden()),
                Activation.RELU,
                InputOrder.ofImage(channels, layout.hidden()),
                features,
                units,
                true,
                team.lanes());
        heads = new DenseStage(
                kernel,
                layout.headLayers(),
                null,
                InputOrder.plain(units.columns()),
                units,
                Matrix.activations(maxRows, layout.outputWidth()),
                false,
                team.lanes());
        loading = new Phase(() -> hidden.inputLoads() + hidden.outputSlices() + convolutions.length + 1, this::load);
        reading = new Phase(() -> rows, this::readImage);
        hiddenColumns = new Phase(hidden::outputSlices, (unit, lane) -> hidden.forwardSlice(unit, 0, rows));
        headRows = Phases.ofRows(team.lanes(), () -> rows, this::computeHeads);
        headsBack = Phases.ofRows(team.lanes(), () -> rows, this::headsBack);
        denseBack = new Phase(() -> hidden.inputSlices() + hidden.ranges() + heads.ranges(), this::denseBack);
        imagesBack = new Phase(this::chunkImages, (unit, lane) -> torso.backward(chunk + unit, unit));
        convolutionRanges = Phases.ofRanges(
                torso.convolutions().stream().mapToInt(ConvStage::ranges).toArray(),
                (stage, range, lane) -> convolutions[stage].addImages(range, chunk, chunkImages()));
        writing = new Phase(() -> convolutions.length, (unit, lane) -> convolutions[unit].writeGradient(target));
        hiddenBack = new Phase(hidden::inputSlices, (unit, lane) -> hidden.backwardSlice(unit, rows, lane));
        chained = new Phase[2 + convolutions.length];
        chained[0] = chained(heads);
        chained[1] = chained(hidden);
        for (int slice = 2; slice < chained.length; slice++) {
            ConvStage stage = convolution(slice);
            chained[slice] = new Phase(stage::ranges, (range, lane) -> stage.addImages(range, 0, rows));
        }
    }

    private Phase chained(DenseStage stage) {
        return new Phase(stage::ranges, (range, lane) -> stage.differentiate(range, 0, rows, target, lane, true));
    }

    private ConvStage convolution(int slice) {
        return convolutions[convolutions.length + 1 - slice];
    }

    private int chunkImages() {
        return Math.min(slots, rows - chunk);
    }

    @Override
    protected void load(float[] parameters) {
        source = parameters;
        team.run(loading);
    }

    /**
     * Loads one unit: first slices of the dense layers, which are the largest, then the convolutions, then the heads.
     */
    private void load(int unit, int lane) {
        int u = unit;
        if (u < hidden.inputLoads()) {
            hidden.loadInputs(source, u);
            return;
        }
        u -= hidden.inputLoads();
        if (u < hidden.outputSlices()) {
            hidden.loadOutputs(source, u);
            return;
        }
        u -= hidden.outputSlices();
        if (u < convolutions.length) {
            convolutions[u].load(source);
        } else {
            heads.load(source);
        }
    }

    @Override
    protected void compute(ObservationBatch newBatch, int newRows, float[] outputs) {
        batch = newBatch;
        rows = newRows;
        target = outputs;
        team.run(reading);
        team.run(hiddenColumns);
        team.run(headRows);
    }

    private void readImage(int row, int lane) {
        reader.read(batch, row, row * torso.input().size());
        torso.forward(row, lane);
    }

    private void computeHeads(int first, int count) {
        heads.forwardRows(first, count);
        Matrix from = heads.output();
        Matrix.copyRows(first, count, from.values(), from.at(0), from.width(), target, 0, outputWidth(), outputWidth());
    }

    @Override
    protected void differentiate(float[] outputGradient, int newRows, float[] parameterGradient) {
        source = outputGradient;
        target = parameterGradient;
        team.run(headsBack);
        team.run(denseBack);
        for (ConvStage convolution : convolutions) {
            convolution.clearSums();
        }
        for (chunk = 0; chunk < rows; chunk += slots) {
            team.run(imagesBack);
            team.run(convolutionRanges);
        }
        team.run(writing);
    }

    @Override
    public List<LayerRows> layerRows() {
        if (slots < maxRows()) {
            throw new UnsupportedOperationException("only chained networks keep all rows' gradients");
        }
        List<LayerRows> all = new ArrayList<>();
        for (ConvStage convolution : convolutions) {
            convolution.addRows(rows, all);
        }
        hidden.addRows(rows, all);
        heads.addRows(rows, all);
        return all;
    }

    @Override
    public List<List<Span>> slices() {
        List<List<Span>> slices = new ArrayList<>(List.of(heads.spans(), hidden.spans()));
        for (int slice = 2; slice < chained.length; slice++) {
            slices.add(List.of(convolution(slice).span()));
        }
        return slices;
    }

    @Override
    public void backward(float[] outputGradient) {
        if (slots < rows) {
            throw new IllegalStateException("made for whole minibatches");
        }
        source = outputGradient;
        team.run(headsBack);
        team.run(hiddenBack);
        chunk = 0;
        team.run(imagesBack);
    }

    @Override
    public void accumulate(int slice, float[] sums) {
        target = sums;
        if (slice < 2) {
            team.run(chained[slice]);
            return;
        }
        convolution(slice).readSums(sums);
        team.run(chained[slice]);
        convolution(slice).writeGradient(sums);
    }

    private void headsBack(int first, int count) {
        Matrix to = heads.output();
        Matrix.copyRows(first, count, source, 0, outputWidth(), to.gradients(), to.at(0), to.width(), outputWidth());
        heads.backwardRows(first, count);
        hidden.activationBackward(first, count);
        hidden.prepareRows(first, count);
    }

    private void denseBack(int unit, int lane) {
        int u = unit;
        if (u < hidden.inputSlices()) {
            hidden.backwardSlice(u, rows, lane);
            return;
        }
        u -= hidden.inputSlices();
        if (u < hidden.ranges()) {
            hidden.differentiate(u, rows, target, lane);
        } else {
            heads.differentiate(u - hidden.ranges(), rows, target, lane);
        }
    }
}
