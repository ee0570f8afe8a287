package io.htsrl.cluster.lanes;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.run.DaemonThreads;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A {@link LaneWorker} on a dedicated thread, with as many threads as the learner has ({@code --learners}). Objects are
 * made with the first order. Any thread may submit and close.
 */
public final class LaneThread implements AutoCloseable {
    private final RunConfig config;
    private final Consumer<byte[]> answers;
    private final ExecutorService thread = DaemonThreads.pool("lane", 1);
    private Team team; // made with the first order, like the worker
    private LaneWorker worker;

    /** @param answers receives the bytes of each answer, on this thread */
    public LaneThread(RunConfig config, Consumer<byte[]> answers) {
        this.config = config;
        this.answers = answers;
    }

    /** Queues the bytes of an order. */
    public void submit(byte[] order) {
        thread.execute(() -> take(order));
    }

    private void take(byte[] order) {
        try {
            if (worker == null) {
                PolicyNetwork policy = config.policy(config.ask(Environment::spec));
                team = Team.of(config.pipeline().learners());
                worker = new LaneWorker(
                        rows -> policy.newChainedNetwork(rows, team).orElseThrow());
            }
            worker.take(LaneOrder.CODEC.decode(order), answer -> answers.accept(LaneAnswer.CODEC.encode(answer)));
        } catch (IOException | RuntimeException | Error e) {
            answers.accept(LaneAnswer.CODEC.encode(new LaneAnswer.Failed(ShownText.reason(e))));
        }
    }

    /** Waits briefly until the current order has ended. */
    @Override
    public void close() {
        if (DaemonThreads.end(thread) && worker != null) {
            worker.close();
            team.close();
        }
    }

    /**
     * A node's part of the learner's passes. It is a function of the orders, which contain the parameters and the rows,
     * so that any node can compute it. Between passes it keeps only data that need not be sent again. One thread.
     */
    public static final class LaneWorker implements AutoCloseable {
        private final IntFunction<ChainedNetwork> maker;
        private ChainedNetwork network; // null until rows have come
        private Slices slices;
        private LaneOrder.Rows bank;
        private LaneOrder.Load load;
        private String digest;
        private long loaded = -1; // version of the network's parameters
        private LaneOrder.Forward forward; // order of the current pass
        private long backwardPass = -1; // number of the pass in its backward half
        private float[] gradient;

        /** @param maker makes networks for a number of rows */
        public LaneWorker(IntFunction<ChainedNetwork> maker) {
            this.maker = maker;
        }

        /**
         * Executes an order.
         *
         * @param answers receive the results, on this thread
         * @throws IllegalStateException when the order does not follow from those before
         */
        public void take(LaneOrder order, Consumer<LaneAnswer> answers) {
            if (order instanceof LaneOrder.Rows rows) {
                bank = rows;
            } else if (order instanceof LaneOrder.Load newer) {
                load = newer;
                digest = LaneAnswer.digest(newer.parameters());
            } else if (order instanceof LaneOrder.Forward newer) {
                forward = newer;
                answers.accept(new LaneAnswer.Outputs(newer.pass(), digest, forward(newer)));
            } else if (order instanceof LaneOrder.Backward back && isUnderWay(back.pass())) {
                network.backward(back.outputGradient());
                backwardPass = back.pass();
                if (back.first()) {
                    Arrays.fill(gradient, 0);
                    for (int slice = 0; slice < slices.count(); slice++) {
                        accumulate(back.pass(), slice, answers);
                    }
                }
            } else if (order instanceof LaneOrder.Accumulate on && isUnderWay(on.pass())) {
                if (backwardPass != on.pass()) {
                    throw new IllegalStateException("sums came before the way back");
                }
                slices.put(on.slice(), on.sums(), gradient);
                accumulate(on.pass(), on.slice(), answers);
            }
        }

        /** Returns whether a pass is the current one. Sums of a pass that was repeated may still arrive. */
        private boolean isUnderWay(long pass) {
            return forward != null && forward.pass() == pass;
        }

        private float[] forward(LaneOrder.Forward pass) {
            if (bank == null || load == null || bank.bank() != pass.bank() || load.version() != pass.version()) {
                throw new IllegalStateException("a pass came without its rows or its parameters");
            }
            int rows = pass.offsets().length;
            prepare(rows);
            ObservationBatch batch = new ObservationBatch(rows);
            if (bank.floats().length > 0) {
                batch.over(bank.floats(), pass.frames(), pass.stride());
            } else {
                batch.over(bank.bytes(), pass.frames(), pass.stride());
            }
            for (int row = 0; row < rows; row++) {
                batch.add(pass.offsets()[row], pass.depths()[row]);
            }
            float[] outputs = new float[rows * network.outputWidth()];
            network.forward(batch, outputs);
            return outputs;
        }

        private void prepare(int rows) {
            if (network == null || network.maxRows() < rows) {
                close();
                network = maker.apply(rows);
                slices = new Slices(network);
                gradient = new float[network.parameterCount()];
                loaded = -1;
            }
            if (loaded != load.version()) {
                network.loadParameters(load.parameters());
                loaded = load.version();
            }
        }

        private void accumulate(long pass, int slice, Consumer<LaneAnswer> answers) {
            slices.accumulate(slice, gradient);
            answers.accept(new LaneAnswer.SliceSums(pass, slice, slices.take(slice, gradient)));
        }

        @Override
        public void close() {
            if (network != null) {
                network.close();
            }
        }
    }
}
