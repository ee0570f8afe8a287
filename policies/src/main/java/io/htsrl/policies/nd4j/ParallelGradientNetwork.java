package io.htsrl.policies.nd4j;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.policies.network.GradientNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A data-parallel learner: splits the rows of a minibatch over L inner networks with the same parameters, runs each on
 * a thread of its own (the first on the caller's) and sums their gradients in the order 0, 1 .. L-1. So one L gives
 * the same bits in every run, and another L the same gradient to rounding. L = 1 has the inner network's bits.
 *
 * <p>Shares are contiguous and differ by one row at most, the first ones being larger; with fewer rows than networks
 * the last ones do nothing. One caller at a time, as of any {@link GradientNetwork}. A failure of any inner network is
 * thrown to the caller once all have ended, the first network's first, the others' as suppressed ones; after a failed
 * {@link #loadParameters}, load again. The L threads wait by spinning for 50 us and parking then: give each a core, or
 * they compete. {@link #close} ends the threads and closes the inner networks.
 */
public final class ParallelGradientNetwork implements GradientNetwork {

    private enum Pass {
        LOAD,
        FORWARD,
        BACKWARD
    }

    private final int maxRows;
    private final int parameterCount;
    private final int outputWidth;
    private final List<GradientLane> lanes = new ArrayList<>();
    private final List<HandOverThread> threads = new ArrayList<>();
    private int rows;
    private boolean closed;
    // the pass under way: written by the caller before the threads begin
    private Pass pass;
    private ObservationBatch observations;
    private float[] source;
    private float[] target;

    /**
     * Starts L - 1 daemon threads.
     *
     * @param maxRows         the greatest number of rows of a minibatch
     * @param networks        L of one layout, each with room for {@code ceil(maxRows / L)} rows; closed with this one,
     *                        and nobody else's from now on
     * @throws IllegalArgumentException when there is none, or one that does not fit; they stay open then
     */
    public ParallelGradientNetwork(int maxRows, List<? extends GradientNetwork> networks) {
        if (maxRows < 1 || networks.isEmpty()) {
            throw new IllegalArgumentException(
                    networks.size() + " networks for minibatches of at most " + maxRows + " rows");
        }
        this.maxRows = maxRows;
        parameterCount = networks.get(0).parameterCount();
        outputWidth = networks.get(0).outputWidth();
        int room = room(maxRows, networks.size());
        networks.forEach(network -> check(network, room));
        for (GradientNetwork network : networks) {
            lanes.add(new GradientLane(network, room, lanes.isEmpty()));
        }
        for (int i = 1; i < lanes.size(); i++) {
            GradientLane lane = lanes.get(i);
            threads.add(HandOverThread.start("gradient-" + i, () -> run(lane)));
        }
    }

    /**
     * Over {@code parts} networks; the network itself where one is enough.
     *
     * @param network makes one with room for so many rows
     *
     * @throws io.htsrl.core.error.ConfigurationException when ND4J has no native library for this platform
     */
    public static GradientNetwork of(IntFunction<GradientNetwork> network, int maxRows, int parts) {
        if (parts == 1) {
            return network.apply(maxRows);
        }
        List<GradientNetwork> networks = new ArrayList<>();
        try {
            for (int i = 0; i < parts; i++) {
                networks.add(network.apply(room(maxRows, parts)));
            }
            return new ParallelGradientNetwork(maxRows, networks);
        } catch (RuntimeException | Error e) {
            networks.forEach(GradientNetwork::close);
            throw e;
        }
    }

    private static int room(int rows, int parts) {
        return Math.floorDiv(rows - 1, parts) + 1;
    }

    private void check(GradientNetwork network, int room) {
        if (network.parameterCount() != parameterCount
                || network.outputWidth() != outputWidth
                || network.maxRows() < room) {
            throw new IllegalArgumentException("a network of " + network.parameterCount() + " parameters, "
                    + network.outputWidth() + " outputs and " + network.maxRows() + " rows beside others of "
                    + parameterCount + " and " + outputWidth + "; " + room + " rows are needed");
        }
    }

    @Override
    public int parameterCount() {
        return parameterCount;
    }

    @Override
    public int outputWidth() {
        return outputWidth;
    }

    @Override
    public int maxRows() {
        return maxRows;
    }

    @Override
    public void loadParameters(float[] parameters) {
        checkOpen();
        checkLength(parameters, "parameters");
        run(Pass.LOAD, lanes.size(), parameters, null);
    }

    @Override
    public void forward(ObservationBatch batch, float[] outputs) {
        checkOpen();
        int newRows = batch.rows();
        if (newRows < 1 || newRows > maxRows) {
            throw new IllegalArgumentException(newRows + " rows; this network was made for 1 .. " + maxRows);
        }
        rows = 0; // no backward after a failure
        int start = 0;
        for (int i = 0; i < lanes.size(); i++) {
            int share = newRows / lanes.size() + (i < newRows % lanes.size() ? 1 : 0);
            lanes.get(i).share(start, share);
            start += share;
        }
        observations = batch;
        run(Pass.FORWARD, Math.min(newRows, lanes.size()), null, outputs);
        rows = newRows;
    }

    @Override
    public void backward(float[] outputGradient, float[] parameterGradient) {
        checkOpen();
        if (rows == 0) {
            throw new IllegalStateException("backward before any forward, or after a failed one");
        }
        checkLength(parameterGradient, "gradient elements");
        int active = Math.min(rows, lanes.size());
        run(Pass.BACKWARD, active, outputGradient, parameterGradient);
        for (int i = 1; i < active; i++) {
            lanes.get(i).addTo(parameterGradient);
        }
    }

    /** Runs the first {@code active} lanes and returns when all have ended, so that nobody writes afterwards. */
    private void run(Pass newPass, int active, float[] newSource, float[] newTarget) {
        pass = newPass;
        source = newSource;
        target = newTarget;
        for (int i = 1; i < active; i++) {
            threads.get(i - 1).begin();
        }
        Throwable failure = runFirst();
        for (int i = 1; i < active; i++) {
            failure = firstOf(failure, threads.get(i - 1).awaitEnd());
        }
        if (failure != null) {
            throwUnchecked(failure);
        }
    }

    /** Thrown on when the other lanes have ended. */
    private Throwable runFirst() {
        try {
            run(lanes.get(0));
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    private void run(GradientLane lane) {
        switch (pass) {
            case LOAD -> lane.loadParameters(source);
            case FORWARD -> lane.forward(observations, target);
            case BACKWARD -> lane.backward(source, target);
        }
    }

    private static Throwable firstOf(Throwable first, Throwable next) {
        if (first == null) {
            return next;
        }
        if (next != null && next != first) {
            first.addSuppressed(next);
        }
        return first;
    }

    private static void throwUnchecked(Throwable failure) {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        throw new IllegalStateException("an inner network failed", failure);
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this network was closed");
        }
    }

    private void checkLength(float[] vector, String what) {
        if (vector.length != parameterCount) {
            throw new IllegalArgumentException(vector.length + " " + what + " for a network of " + parameterCount);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            threads.forEach(HandOverThread::close);
            lanes.forEach(GradientLane::close);
        }
    }
}
