package io.htsrl.python;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;
import io.htsrl.python.SharedMemoryLayout.MappedFile;
import io.htsrl.python.WorkerProcess.RequestOwner;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** One replica in a worker process. Thread rule of {@link RemoteEnvironment}; allocates nothing per step. */
final class PythonEnvironment implements RemoteEnvironment, RequestOwner {
    /** Processors that keep the order of stores: there the number in the file suffices for synchronization. */
    private static final boolean ORDERED = System.getProperty("os.arch").matches("amd64|x86_64");

    private static final int EACH = 1; // sleeper number that requests a wake-up for each replica
    private static final long NAP_NANOS = 100_000;

    private final Workers workers;
    private final EnvironmentDescription description;
    private final Workers.Home home;
    private final ByteBuffer memory;
    private final ByteBuffer observationBytes;
    private final FloatBuffer observationFloats;
    private final FloatBuffer actionRow;
    private final int actionWidth;
    private CompletableFuture<WorkerProcess.Answer> made;
    private PythonRender render;
    private boolean shows; // whether it was created for pictures
    private long number;
    private volatile long rung; // number of the request that the worker last notified
    private volatile Wakeup sleeper;
    private volatile PythonException failure;

    private PythonEnvironment(
            Workers workers,
            EnvironmentDescription description,
            Workers.Home home,
            MappedFile file,
            SharedMemoryLayout layout) {
        this.workers = workers;
        this.description = description;
        this.home = home;
        this.memory = file.buffer();
        this.shows = description.shows();
        this.actionWidth = description.spec().actionSpace().width();
        this.actionRow = from(SharedMemoryLayout.ACTIONS).asFloatBuffer();
        this.observationBytes = from(layout.observation());
        this.observationFloats = observationBytes.asFloatBuffer();
    }

    /**
     * Creates a replica. Its process makes the environment in the meantime; the first reset reports errors.
     *
     * @throws io.htsrl.core.error.ConfigurationException when the environment cannot be made
     */
    static PythonEnvironment create(Workers workers) {
        EnvironmentDescription description = workers.description();
        EnvironmentSpec spec = description.spec();
        SharedMemoryLayout layout = SharedMemoryLayout.of(
                spec.actionSpace().width(), spec.observationSpace().bytes());
        MappedFile file;
        try {
            file = MappedFile.create(layout.size());
        } catch (IOException e) {
            throw new PythonException(
                    "cannot allocate " + layout.size() + " bytes of memory shared with a worker: " + e.getMessage());
        }
        Workers.Home home;
        try {
            home = workers.claim();
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
        PythonEnvironment made = new PythonEnvironment(workers, description, home, file, layout);
        home.process().place(home.number(), made);
        ObjectNode message = PythonJson.object()
                .put("replica", home.number())
                .put("file", file.path().toString())
                .put("mask", description.mask())
                .put("signature", description.signature());
        message.set("env", workers.request().json());
        made.made = home.process().ask("make", message).whenComplete((answer, thrown) -> file.close());
        return made;
    }

    private ByteBuffer from(int position) {
        return memory.duplicate().position(position).slice().order(ByteOrder.nativeOrder());
    }

    @Override
    public EnvironmentSpec spec() {
        return description.spec();
    }

    @Override
    public Optional<Agents> agents() {
        return Optional.ofNullable(description.agents());
    }

    /** Returns whether the worker's probe produced two equal episodes. */
    @Override
    public boolean replayable() {
        return description.differs().isEmpty();
    }

    @Override
    public String nondeterminism() {
        return description.differs();
    }

    @Override
    public List<String> warnings() {
        return description.warnings();
    }

    @Override
    public Map<String, String> software() {
        return description.versions();
    }

    /** Begins a reset. Gymnasium takes small whole numbers as seeds, so it receives the upper 31 bits. */
    @Override
    public void beginReset(long seed) {
        SharedMemoryLayout.LONG.set(memory, SharedMemoryLayout.SEED, seed >>> 33);
        begin(SharedMemoryLayout.RESET);
    }

    @Override
    public void beginStep(float[] actions, int offset) {
        actionRow.put(0, actions, offset, actionWidth);
        begin(SharedMemoryLayout.STEP);
    }

    private void begin(int call) {
        number++;
        SharedMemoryLayout.INT.set(memory, SharedMemoryLayout.CALL, call);
        SharedMemoryLayout.INT.set(memory, SharedMemoryLayout.STATUS, 0);
        SharedMemoryLayout.INT.set(memory, SharedMemoryLayout.SLEEPS, ORDERED ? 0 : EACH);
        SharedMemoryLayout.LONG.setRelease(memory, SharedMemoryLayout.NUMBER, number);
        home.process().hold(home.number());
    }

    @Override
    public void flush() {
        home.process().ring();
    }

    @Override
    public boolean ready() {
        long done = ORDERED ? (long) SharedMemoryLayout.LONG.getAcquire(memory, SharedMemoryLayout.DONE) : rung;
        return done == number || home.process().death() != null;
    }

    /**
     * Requests a wake-up, and returns whether the request is complete. This thread registers before it reads the
     * completed number; the worker writes that number before it reads the registration. The worker wakes a thread once
     * for all requests that it completes together, by any of them, so the registration is kept.
     */
    @Override
    public boolean wakeWhenReady(Wakeup wakeup) {
        sleeper = wakeup;
        SharedMemoryLayout.INT.setVolatile(memory, SharedMemoryLayout.SLEEPS, ORDERED ? sleeperNumber() : EACH);
        VarHandle.fullFence();
        return ready();
    }

    /** Returns a number of the calling thread, unique among threads. */
    private static int sleeperNumber() {
        return EACH + Math.toIntExact(Thread.currentThread().getId());
    }

    @Override
    public void woken() {
        rung = (long) SharedMemoryLayout.LONG.getAcquire(memory, SharedMemoryLayout.DONE);
        Wakeup wakeup = sleeper;
        if (wakeup != null) {
            wakeup.wake();
        }
    }

    @Override
    public void failed(PythonException thrown) {
        failure = thrown;
    }

    @Override
    public void completeStep(ObservationSlot out, StepResult result) {
        completeReset(out);
        result.set(
                memory.getDouble(SharedMemoryLayout.REWARD),
                memory.getInt(SharedMemoryLayout.TERMINATED) != 0,
                memory.getInt(SharedMemoryLayout.TRUNCATED) != 0);
    }

    @Override
    public void completeReset(ObservationSlot out) {
        boolean done = (long) SharedMemoryLayout.LONG.getAcquire(memory, SharedMemoryLayout.DONE) == number;
        if (!done || (int) SharedMemoryLayout.INT.get(memory, SharedMemoryLayout.STATUS) != 0) {
            throw thrown(done);
        }
        if (out.floats() != null) {
            observationFloats.get(0, out.floats(), out.offset(), out.length());
        } else {
            observationBytes.get(0, out.bytes(), out.offset(), out.length());
        }
    }

    /**
     * Returns the exception that the worker raised, which arrived through the pipe before, or the reason of the
     * worker's death.
     */
    private RuntimeException thrown(boolean done) {
        if (number == 1 && done) {
            workers.answer(made); // throws the reason why it could not be made
        }
        while (done && failure == null && home.process().death() == null) {
            LockSupport.parkNanos(this, NAP_NANOS); // the answer is still on its way
        }
        PythonException raised = failure;
        failure = null;
        return raised != null
                ? raised
                : new WorkerDiedException(home.process().death().getMessage());
    }

    /** Returns Python's own stack. */
    @Override
    public String describeStall() {
        List<String> stack = home.process().stacks();
        return "its worker process is " + home.process().pid()
                + (stack.isEmpty()
                        ? ", which does not say where it is"
                        : ", which is at\n  " + String.join("\n  ", stack));
    }

    /**
     * Returns its picture, where it declares that it has pictures. Only an environment that was created for pictures
     * gives any. So it is made again for the first one, unless its options created it so; after a reset it is not made
     * again.
     */
    @Override
    public Optional<Rendered> rendered() {
        if (render == null && description.renders() && (number == 0 || shows)) {
            render = new PythonRender(this::askForPicture);
        }
        return Optional.ofNullable(render);
    }

    private WorkerProcess.Answer askForPicture() {
        if (number > 0 && !shows) {
            throw new PythonException("its episode has begun, and it was not made for pictures; with --env-option "
                    + "render_mode=rgb_array it is");
        }
        WorkerProcess.Answer answer = workers.answered(
                home.process().ask("render", PythonJson.object().put("replica", home.number())));
        shows = true;
        return answer;
    }

    @Override
    public boolean atWork() {
        return (long) SharedMemoryLayout.LONG.getAcquire(memory, SharedMemoryLayout.SERVED) != 0;
    }

    /** Kills its process, in which other replicas do not answer either. */
    @Override
    public void abandon() {
        home.process().kill();
    }

    /** Closes the replica, and its process if that was the last replica in it and does not answer. */
    @Override
    public void close() {
        home.process().vacate(home.number()); // an executor that is stopped leaves begun requests behind
        workers.release(home, home.process().ask("close", PythonJson.object().put("replica", home.number())));
    }
}
