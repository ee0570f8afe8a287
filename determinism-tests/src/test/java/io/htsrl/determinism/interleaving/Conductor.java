package io.htsrl.determinism.interleaving;

import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.Worker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Lets one of several real threads run at a time, and chooses before each access to shared memory which one goes on. To
 * leave a thread that could go on costs one of a limited number of preemptions; to leave one that waits or has ended is
 * free. When none can go on and not all have ended, they are deadlocked.
 *
 * <p>{@link #step} and {@link #await} are for the threads under exploration; since one runs at a time, what they share
 * may be plain fields.
 */
final class Conductor {
    private static final BooleanSupplier ALWAYS = () -> true;
    private static final int NOBODY = -1;

    private final Choices choices;
    private final List<Worker> workers = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();
    /** Of the workers that have begun, in that order; grows while {@link #run} waits for the first ones. */
    private final List<Future<?>> begun = new CopyOnWriteArrayList<>();

    private ExecutorService pool;
    private Thread[] threads; // null for one that has not begun
    private BooleanSupplier[] conditions; // null for a thread that has ended
    private String[] doing;
    private int preemptions;
    private volatile int current = NOBODY;
    private volatile boolean over;
    private String deadlock;

    Conductor(Choices choices, int preemptions) {
        this.choices = choices;
        this.preemptions = preemptions;
    }

    void add(Worker worker) {
        workers.add(worker);
    }

    /** Runs all workers to their end; what they were doing when none could go on, or null if all have ended. */
    String run(ExecutorService pool) throws InterruptedException, ExecutionException {
        int count = workers.size();
        this.pool = pool;
        threads = new Thread[count];
        doing = new String[count];
        conditions = new BooleanSupplier[count];
        Arrays.fill(conditions, ALWAYS);
        Arrays.fill(doing, "start");
        goOn(choose());
        for (int index = 0; index < begun.size(); index++) { // the end of one may be the begin of the next
            begun.get(index).get();
        }
        return deadlock;
    }

    private Void perform(int me) throws Exception {
        try {
            workers.get(me).run();
            conditions[me] = null;
            goOn(choose());
        } catch (RunAbortedException e) {
            // the exploration of this order is over
        } catch (Exception | Error e) {
            goOn(NOBODY);
            throw e;
        }
        return null;
    }

    /** Before an access to shared memory: any other thread may come first. */
    void step(String what) {
        await(what, ALWAYS);
    }

    /** Waits for {@code condition}, which others make true. */
    void await(String what, BooleanSupplier condition) {
        int me = current;
        conditions[me] = condition;
        doing[me] = what;
        int next = choose();
        if (next != me) {
            goOn(next);
            awaitTurn(me);
        }
        if (over) {
            throw RunAbortedException.INSTANCE;
        }
        steps.add(workers.get(me).roleName() + ": " + what);
    }

    private void awaitTurn(int me) {
        while (current != me && !over) {
            LockSupport.park(this);
        }
        if (over) {
            throw RunAbortedException.INSTANCE;
        }
    }

    /** A worker's thread begins when it is first chosen: to start and park it before would double the switches. */
    private void goOn(int next) {
        if (next == NOBODY) {
            over = true;
            for (Thread thread : threads) {
                LockSupport.unpark(thread);
            }
            return;
        }
        current = next;
        if (threads[next] == null) {
            begun.add(pool.submit(() -> {
                threads[next] = Thread.currentThread();
                return perform(next);
            }));
        } else {
            LockSupport.unpark(threads[next]);
        }
    }

    /** Chooses who goes on; the thread that ran last is the first choice. */
    private int choose() {
        List<Integer> able = new ArrayList<>();
        boolean lastIsAble = current != NOBODY && able(current);
        if (lastIsAble) {
            able.add(current);
        }
        for (int index = 0; index < conditions.length; index++) {
            if (index != current && able(index) && (!lastIsAble || preemptions > 0)) {
                able.add(index);
            }
        }
        if (able.isEmpty()) {
            deadlock = describeWaiting();
            return NOBODY;
        }
        int next = able.get(able.size() == 1 ? 0 : choices.next(able.size()));
        if (lastIsAble && next != current) {
            preemptions--;
        }
        return next;
    }

    private boolean able(int index) {
        return conditions[index] != null && conditions[index].getAsBoolean();
    }

    private String describeWaiting() {
        StringBuilder text = new StringBuilder();
        for (int index = 0; index < conditions.length; index++) {
            if (conditions[index] != null) {
                text.append(workers.get(index).roleName())
                        .append(" waits: ")
                        .append(doing[index])
                        .append('\n');
            }
        }
        return text.isEmpty() ? null : text + "after\n  " + String.join("\n  ", steps);
    }
}
