package io.htsrl.cluster.lanes;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.run.DaemonThreads;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * A {@link LaneWorker} on a dedicated thread, with as many threads as the learner has ({@code --learners}). Objects are
 * made with the first order. Any thread may submit and close.
 */
public final class LaneThread implements AutoCloseable {
    private final RunConfig config;
    private final Consumer<byte[]> answers;
    private final BlockingQueue<byte[]> orders = new LinkedBlockingQueue<>();
    private final Thread thread;

    /** @param answers receives the bytes of each answer, on this thread */
    public LaneThread(RunConfig config, Consumer<byte[]> answers) {
        this.config = config;
        this.answers = answers;
        this.thread = DaemonThreads.start("lane", this::run);
    }

    /** Queues the bytes of an order. */
    public void submit(byte[] order) {
        orders.add(order);
    }

    private void run() {
        try {
            byte[] first = orders.take();
            PolicyNetwork policy = config.policy(config.ask(Environment::spec));
            try (Team team = Team.of(config.pipeline().learners());
                    LaneWorker worker = new LaneWorker(
                            rows -> policy.newChainedNetwork(rows, team).orElseThrow())) {
                take(worker, first);
                while (true) {
                    take(worker, orders.take());
                }
            }
        } catch (InterruptedException e) {
            // closed
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    private void failed(Throwable e) {
        answers.accept(LaneAnswer.CODEC.encode(new LaneAnswer.Failed(ShownText.reason(e))));
    }

    private void take(LaneWorker worker, byte[] bytes) {
        try {
            worker.take(LaneOrder.CODEC.decode(bytes), answer -> answers.accept(LaneAnswer.CODEC.encode(answer)));
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        }
    }

    /** Waits briefly until the current order has ended. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
