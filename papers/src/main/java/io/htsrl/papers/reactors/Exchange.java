package io.htsrl.papers.reactors;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.storage.SwapBarrier;
import java.util.ArrayList;
import java.util.List;

/**
 * A master that tells all actors an object, and gathers an object of the same size from each: a swap of a run. Threads meet
 * at a {@link SwapBarrier}; what was written before it is read behind it, where it lies. One master's thread, and one for
 * each actor.
 */
final class Exchange {
    private final boolean copied;
    private final int rounds;
    private final SwapBarrier barrier;
    private final float[] told;
    private final float[][] answers;
    private final float[][] received;
    private final float[][] gathered;
    private double sum;

    /**
     * @param floats of an object
     * @param copied whether each actor copies what it is told, and the master what it is answered; else all read it where
     *               it lies
     */
    Exchange(int actors, int floats, int rounds, boolean copied, WaitMode wait) {
        this.copied = copied;
        this.rounds = rounds;
        this.barrier = new SwapBarrier(actors + 1, () -> {}, wait, new RunControl());
        this.told = new float[floats];
        this.answers = new float[actors][floats];
        this.received = new float[actors][copied ? floats : 0];
        this.gathered = new float[actors][copied ? floats : 0];
    }

    /** Seconds of a round, on average, behind as many rounds that do not count. */
    double seconds() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int actor = 0; actor < answers.length; actor++) {
            int number = actor;
            threads.add(new Thread(() -> act(number), "actor-" + number));
        }
        threads.forEach(Thread::start);
        tell(0);
        long start = System.nanoTime();
        tell(rounds);
        double seconds = (System.nanoTime() - start) / 1e9 / rounds;
        for (Thread thread : threads) {
            thread.join();
        }
        return seconds;
    }

    /** What all answers came to: of each actor in each round the round's number and its own. */
    double sum() {
        return sum;
    }

    private void tell(int first) {
        for (int round = first; round < first + rounds; round++) {
            told[0] = round;
            barrier.await(); // told
            barrier.await(); // answered
            for (int actor = 0; actor < answers.length; actor++) {
                sum += read(answers[actor], gathered[actor])[0];
            }
        }
    }

    private void act(int number) {
        for (int round = 0; round < 2 * rounds; round++) {
            barrier.await();
            answers[number][0] = read(told, received[number])[0] + number;
            barrier.await();
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
