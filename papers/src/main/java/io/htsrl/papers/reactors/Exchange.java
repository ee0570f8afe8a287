package io.htsrl.papers.reactors;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.work.Team;
import io.htsrl.storage.SwapBarrier;
import java.util.ArrayList;
import java.util.List;

/**
 * Broadcast and gather by the mechanism of a swap: a master sends all actors an object and gathers an object of the
 * same size from each. Threads meet at a {@link SwapBarrier}: writes before it are visible after it. One thread for the
 * master and one for each actor.
 */
final class Exchange {
    private final boolean copied;
    private final int rounds;
    private final SwapBarrier barrier;
    private final float[] sent;
    private final float[][] answers;
    private final float[][] received;
    private final float[][] gathered;
    private double sum;

    /**
     * @param floats size of an object
     * @param copied whether receivers copy each object; otherwise they read it in place
     */
    Exchange(int actors, int floats, int rounds, boolean copied, WaitMode wait) {
        this.copied = copied;
        this.rounds = rounds;
        this.barrier = new SwapBarrier(() -> actors + 1, () -> () -> {}, () -> wait, new RunControl(), Team.alone());
        this.sent = new float[floats];
        this.answers = new float[actors][floats];
        this.received = new float[actors][copied ? floats : 0];
        this.gathered = new float[actors][copied ? floats : 0];
    }

    /** Returns the mean seconds of a round, after as many warm-up rounds. */
    double seconds() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int actor = 0; actor < answers.length; actor++) {
            int number = actor;
            threads.add(new Thread(() -> act(number), "actor-" + number));
        }
        threads.forEach(Thread::start);
        exchange(0);
        long start = System.nanoTime();
        exchange(rounds);
        double seconds = (System.nanoTime() - start) / 1e9 / rounds;
        for (Thread thread : threads) {
            thread.join();
        }
        return seconds;
    }

    /** Returns the sum of all answers; an answer is the round's number plus the actor's. */
    double sum() {
        return sum;
    }

    private void exchange(int first) {
        for (int round = first; round < first + rounds; round++) {
            sent[0] = round;
            barrier.await(null); // sent to all
            barrier.await(null); // answered
            for (int actor = 0; actor < answers.length; actor++) {
                sum += read(answers[actor], gathered[actor])[0];
            }
        }
    }

    private void act(int number) {
        for (int round = 0; round < 2 * rounds; round++) {
            barrier.await(null);
            answers[number][0] = read(sent, received[number])[0] + number;
            barrier.await(null);
        }
    }

    private float[] read(float[] object, float[] copy) {
        if (!copied) {
            return object;
        }
        System.arraycopy(object, 0, copy, 0, object.length);
        return copy;
    }
}
