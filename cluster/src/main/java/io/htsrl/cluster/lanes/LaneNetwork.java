package io.htsrl.cluster.lanes;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.GradientNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A network whose rows the learner shares with nodes. Nodes compute the first rows of a minibatch, the learner the
 * last. Output rows are independent of each other. Sums of the gradient go from the first rows to the last, slice by
 * slice, so that a node computes a slice while the next node computes the one before. Bits are those of one process,
 * however rows are divided. When a node fails, the pass is repeated without it. Thread rule of {@link GradientNetwork}.
 */
final class LaneNetwork implements GradientNetwork {
    private final ChainedNetwork own;
    private final LaneBoard board;
    private final NodeLanes.Rows bank;
    private final NodeLanes.Shares shares;
    private final Slices slices;
    private final float[] loaded;
    private final Lane.NumberedOrder parameters = new Lane.NumberedOrder();
    private String digest; // digest of the parameters; null before a lane needs it
    private final ObservationBatch ownRows;
    private final float[] ownOutputs;
    private ObservationBatch batch; // batch of the last forward pass
    private LanePass pass; // null where no node takes part

    /** @param own network with room for whole minibatches; closed with this one */
    LaneNetwork(ChainedNetwork own, LaneBoard board, NodeLanes.Rows bank, NodeLanes.Shares shares) {
        this.own = own;
        this.board = board;
        this.bank = bank;
        this.shares = shares;
        this.slices = new Slices(own);
        this.loaded = new float[own.parameterCount()];
        this.ownRows = new ObservationBatch(own.maxRows());
        this.ownOutputs = new float[own.maxRows() * own.outputWidth()];
    }

    @Override
    public int parameterCount() {
        return own.parameterCount();
    }

    @Override
    public int outputWidth() {
        return own.outputWidth();
    }

    @Override
    public int maxRows() {
        return own.maxRows();
    }

    @Override
    public void loadParameters(float[] newParameters) {
        own.loadParameters(newParameters);
        System.arraycopy(newParameters, 0, loaded, 0, loaded.length);
        parameters.next(number -> new LaneOrder.Load(number, loaded));
        digest = null;
    }

    @Override
    public void forward(ObservationBatch newBatch, float[] outputs) {
        batch = newBatch;
        while (!pass(outputs)) {
            // a node has failed; the next pass excludes it
        }
    }

    /** Runs the forward half; returns whether all nodes have answered. */
    private boolean pass(float[] outputs) {
        begin();
        if (pass == null) {
            own.forward(batch, outputs);
            return true;
        }
        int hands = pass.lanes().size();
        int width = outputWidth();
        ownRows.copy(batch, pass.from(hands), pass.count(hands));
        own.forward(ownRows, ownOutputs);
        if (!board.awaitOutputs(System.nanoTime())) {
            return false;
        }
        for (int hand = 0; hand < hands; hand++) {
            System.arraycopy(pass.outputs()[hand], 0, outputs, pass.from(hand) * width, pass.count(hand) * width);
        }
        System.arraycopy(ownOutputs, 0, outputs, pass.from(hands) * width, pass.count(hands) * width);
        return true;
    }

    /** Divides the rows among the present lanes and sends each its order. */
    private void begin() {
        List<Lane> present = bank.contains(batch) ? board.present() : List.of();
        int[] cuts = shares.cuts(batch.rows(), present.size() + 1);
        List<Lane> lanes = new ArrayList<>();
        int[] least = new int[cuts.length];
        for (int hand = 0; hand < present.size(); hand++) {
            if (cuts[hand] < cuts[hand + 1]) { // a node without rows gets no order
                lanes.add(present.get(hand));
                least[lanes.size()] = cuts[hand + 1];
            }
        }
        least[lanes.size() + 1] = batch.rows();
        pass = null;
        if (!lanes.isEmpty()) {
            digest = digest == null ? LaneAnswer.digest(loaded) : digest;
            float[][] outputs = new float[lanes.size()][];
            float[][] sums = new float[slices.count()][];
            int[] done = new int[lanes.size()];
            int width = outputWidth();
            pass = new LanePass(board.next(), List.copyOf(lanes), least, digest, width, slices, outputs, done, sums);
            board.begin(pass, System.nanoTime());
            for (int hand = 0; hand < lanes.size(); hand++) {
                tell(lanes.get(hand), pass.from(hand), pass.count(hand));
            }
        }
    }

    private void tell(Lane lane, int from, int count) {
        int[] offsets = new int[count];
        int[] depths = new int[count];
        for (int i = 0; i < count; i++) {
            offsets[i] = batch.offset(from + i);
            depths[i] = batch.depth(from + i);
        }
        lane.send(bank.order);
        lane.send(parameters);
        long rows = bank.order.number;
        lane.send(new LaneOrder.Forward(
                pass.number(), rows, parameters.number, batch.frames(), batch.stride(), offsets, depths));
    }

    @Override
    public void backward(float[] outputGradient, float[] parameterGradient) {
        while (!back(outputGradient, parameterGradient)) {
            while (!pass(new float[batch.rows() * outputWidth()])) {
                // as in forward; the output rows are known, but the backward pass needs the nodes' activations
            }
        }
    }

    /** Runs the backward half; returns whether all nodes have answered. */
    private boolean back(float[] outputGradient, float[] parameterGradient) {
        Arrays.fill(parameterGradient, 0);
        int hands = pass == null ? 0 : pass.lanes().size();
        int width = outputWidth();
        if (pass != null) {
            board.backward(System.nanoTime());
        }
        for (int hand = hands - 1; hand >= 0; hand--) { // last first: else sums could arrive before their order
            float[] rows = Arrays.copyOfRange(
                    outputGradient, pass.from(hand) * width, (pass.from(hand) + pass.count(hand)) * width);
            pass.lanes().get(hand).send(new LaneOrder.Backward(pass.number(), hand == 0, rows));
        }
        int from = pass == null ? 0 : pass.from(hands) * width;
        own.backward(Arrays.copyOfRange(outputGradient, from, batch.rows() * width));
        for (int slice = 0; slice < slices.count(); slice++) {
            if (pass != null) {
                if (!board.awaitSums(slice, System.nanoTime())) {
                    return false;
                }
                slices.put(slice, pass.sums()[slice], parameterGradient);
            }
            slices.accumulate(slice, parameterGradient);
        }
        return true;
    }

    @Override
    public void close() {
        own.close();
    }
}
