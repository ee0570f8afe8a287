package io.htsrl.determinism.interleaving;

import io.htsrl.actionbuffer.ActionBuffer;
import io.htsrl.actionbuffer.ActionInbox;
import io.htsrl.actionbuffer.PendingRequests;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** An action buffer whose receivers wait for the {@link Conductor}: environment e belongs to executor e mod E. */
final class SteppedActionBuffer implements ActionBuffer {
    private final Conductor conductor;
    private final float[] outputs;
    private final List<Inbox> inboxes = new ArrayList<>();

    /** The inbox of one executor. */
    private final class Inbox implements ActionInbox {
        private final Deque<Integer> arrived = new ArrayDeque<>();
        private int received;

        @Override
        public int poll(int[] environments) {
            conductor.step("look for answers");
            return receive(environments);
        }

        @Override
        public int take(int[] environments) {
            conductor.await("wait for an answer", () -> !arrived.isEmpty());
            return receive(environments);
        }

        @Override
        public int take(int[] environments, PendingRequests requests) {
            conductor.await("wait for an answer or an environment", () -> !arrived.isEmpty() || requests.ready());
            return receive(environments);
        }

        private int receive(int[] environments) {
            int count = 0;
            while (count < environments.length && !arrived.isEmpty()) {
                environments[count++] = arrived.poll();
            }
            received += count;
            return count;
        }
    }

    SteppedActionBuffer(Conductor conductor, int environments, int executors) {
        this.conductor = conductor;
        this.outputs = new float[environments];
        for (int executor = 0; executor < executors; executor++) {
            inboxes.add(new Inbox());
        }
    }

    /** Answers that an executor has received so far. */
    int receivedBy(int executor) {
        return inboxes.get(executor).received;
    }

    @Override
    public float[] outputs() {
        return outputs;
    }

    @Override
    public int outputOffset(int environment) {
        return environment;
    }

    @Override
    public void publish(int environment) {
        conductor.step("answer environment " + environment);
        inboxes.get(environment % inboxes.size()).arrived.add(environment);
    }

    @Override
    public ActionInbox inbox(int worker) {
        return inboxes.get(worker);
    }
}
