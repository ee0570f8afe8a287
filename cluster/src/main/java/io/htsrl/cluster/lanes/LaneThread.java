package io.htsrl.cluster.lanes;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.run.DaemonThreads;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

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
}
