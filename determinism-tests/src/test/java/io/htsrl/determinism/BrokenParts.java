package io.htsrl.determinism;

import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.DelegatingLearner;
import io.htsrl.learners.Learner;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.statebuffer.StateBatch;
import io.htsrl.statebuffer.StateBuffer;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Pipelines that are broken on purpose, each in the way that one invariant forbids. */
final class BrokenParts {

    private BrokenParts() {}

    /** Actors whose rows depend on their batch (invariant 5). */
    static Components blasActors() {
        return new Components() {
            @Override
            public Policy acting(Policy made, RunConfig config) {
                return new BlasPolicy((MlpPolicy) made);
            }
        };
    }

    /** Actions drawn from one generator by whoever comes first. */
    static Components sharedGenerator() {
        AtomicLong generator = new AtomicLong();
        RandomStream stream = RandomStream.root(1).spawn("shared");
        return new Components() {
            @Override
            public ActionSelector selector(ActionSelector made, int environment, RunConfig config) {
                if (environment == 0) {
                    generator.set(0); // each run begins anew: one thread alone would give equal bits
                }
                return (outputs, offset, draws, step, actions, actionOffset) ->
                        made.select(outputs, offset, stream, generator.getAndIncrement(), actions, actionOffset);
            }
        };
    }

    /** A learner that adds up in one part for each executor, in the order in which threads are done. */
    static Components threadedSums() {
        return threadedSums(0);
    }

    /** @param element of the parameters that the sum goes into; below 0 counted from their end */
    static Components threadedSums(int element) {
        return new Components() {
            @Override
            public Learner learner(Learner made, RunConfig config) {
                return new ThreadedSums(made, config.pipeline().executors(), element);
            }
        };
    }

    /** A learner that cannot be made for more than {@code most} executors. */
    static Components noLearnerBeyond(int most) {
        return new Components() {
            @Override
            public Learner learner(Learner made, RunConfig config) {
                if (config.pipeline().executors() > most) {
                    made.close();
                    throw new IllegalStateException("no learner, for the test");
                }
                return made;
            }
        };
    }

    /** A ring that loses every state from the n-th on: nobody will ever answer their executors. */
    static Components losingStates(int from) {
        AtomicLong published = new AtomicLong();
        return new Components() {
            @Override
            public StateBuffer states(StateBuffer made, RunConfig config) {
                return new StateBuffer() {
                    @Override
                    public void publish(int environment, int step) {
                        if (published.incrementAndGet() < from) {
                            made.publish(environment, step);
                        }
                    }

                    @Override
                    public int take(StateBatch batch, int minimum) {
                        return made.take(batch, minimum);
                    }

                    @Override
                    public int poll(StateBatch batch, int minimum) {
                        return made.poll(batch, minimum);
                    }

                    @Override
                    public void close() {
                        made.close();
                    }
                };
            }
        };
    }

    private static final class ThreadedSums extends DelegatingLearner {
        private final int threads;
        private final int element;
        private float sum;

        ThreadedSums(Learner made, int threads, int element) {
            super(made);
            this.element = element;
            this.threads = threads;
        }

        @Override
        public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
            Map<String, Double> metrics = super.update(bank, behaviour, parameters, update);
            sum = 0;
            List<Thread> workers = new ArrayList<>();
            for (int part = 0; part < threads; part++) {
                int from = part;
                workers.add(new Thread(() -> add(bank.floatObservations(), from)));
            }
            workers.forEach(Thread::start);
            workers.forEach(ThreadedSums::join);
            parameters[Math.floorMod(element, parameters.length)] += 0.01f * sum;
            return metrics;
        }

        private void add(float[] values, int from) {
            float part = 0;
            for (int i = from; i < values.length; i += threads) {
                part += values[i];
            }
            synchronized (this) {
                sum += part;
            }
        }

        private static void join(Thread worker) {
            try {
                worker.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
