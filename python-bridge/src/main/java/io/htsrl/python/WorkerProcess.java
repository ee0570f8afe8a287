package io.htsrl.python;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.python.Interpreter;
import io.htsrl.core.run.DaemonThreads;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A Python process and its pipes. Any thread may notify it and send requests; a dedicated thread reads. It ends when
 * its pipe closes: by {@link #stop}, or at the end of the JVM for any reason.
 */
final class WorkerProcess {
    /** Number of replicas that one process can have: a notification is one byte, and one value begins a message. */
    static final int MOST_REPLICAS = 255;

    private static final int MESSAGE = 255;
    private static final long PATIENCE_MILLIS = 2000;
    private static final long STACK_MILLIS = 700;

    /** An answer: JSON, and a binary payload. */
    record Answer(JsonNode json, byte[] payload) {}

    private final Process process;
    private final OutputStream out; // guarded by itself
    private final DataInputStream in;
    private final WorkerLog log;
    private final AtomicReferenceArray<RequestOwner> waiters = new AtomicReferenceArray<>(MOST_REPLICAS);
    private final Map<Long, CompletableFuture<Answer>> pending = new ConcurrentHashMap<>();
    private final byte[] bells = new byte[MOST_REPLICAS]; // guarded by out, as the next is
    private int held;
    private long asked; // guarded by out
    private volatile boolean greeted;
    private volatile WorkerDiedException death;

    private WorkerProcess(Process process) {
        this.process = process;
        this.out = process.getOutputStream();
        this.in = new DataInputStream(process.getInputStream());
        this.log = new WorkerLog(process.pid(), process.getErrorStream());
        DaemonThreads.start("python-worker-" + process.pid(), this::read);
    }

    /** @throws IOException when the program does not exist */
    static WorkerProcess start(Interpreter interpreter) throws IOException {
        WorkerProcess worker = new WorkerProcess(WorkerSource.start(interpreter));
        worker.write(WorkerSource.code(), false);
        return worker;
    }

    /** Sends a request other than a step. The answer may take long, or be exceptional. */
    CompletableFuture<Answer> ask(String what, ObjectNode message) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        synchronized (out) {
            long number = asked++;
            pending.put(number, answer);
            write(PythonJson.bytes(message.put("do", what).put("re", number)), true);
        }
        if (death != null) {
            failPending();
        }
        return answer;
    }

    private void write(byte[] json, boolean marked) {
        ByteBuffer message = ByteBuffer.allocate(json.length + 5).order(ByteOrder.LITTLE_ENDIAN);
        if (marked) {
            message.put((byte) MESSAGE);
        }
        message.putInt(json.length).put(json);
        synchronized (out) {
            try {
                out.write(message.array(), 0, message.position());
                out.flush();
            } catch (IOException e) {
                // the process has ended; the reading thread reports the reason
            }
        }
    }

    /** Registers a request of this replica, which is in its file; the worker is notified by the next {@link #ring}. */
    void hold(int replica) {
        synchronized (out) {
            bells[held++] = (byte) replica;
        }
    }

    /** Notifies the worker of all registered requests. */
    void ring() {
        synchronized (out) {
            if (held == 0) {
                return;
            }
            try {
                out.write(bells, 0, held);
                out.flush();
            } catch (IOException e) {
                // as above
            }
            held = 0;
        }
    }

    /** Sets the owner of this replica's requests. */
    void place(int replica, RequestOwner waiter) {
        waiters.set(replica, waiter);
    }

    /** Removes this replica's owner, and its request where the worker has not been notified of it. */
    void vacate(int replica) {
        waiters.set(replica, null);
        synchronized (out) {
            int kept = 0;
            for (int i = 0; i < held; i++) {
                if (bells[i] != (byte) replica) {
                    bells[kept++] = bells[i];
                }
            }
            held = kept;
        }
    }

    /** Returns the reason of its end; null while it runs. */
    WorkerDiedException death() {
        return death;
    }

    /** Returns whether it has begun to serve; otherwise it is not Python, or a Python that does not work. */
    boolean greeted() {
        return greeted;
    }

    private void read() {
        try {
            for (int first = in.read(); first >= 0; first = in.read()) {
                if (first == MESSAGE) {
                    readMessage();
                } else {
                    wake(first);
                }
            }
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly(); // its output is invalid
        } finally {
            die();
        }
    }

    private void readMessage() throws IOException {
        byte[] json = new byte[Integer.reverseBytes(in.readInt())];
        byte[] payload = new byte[Integer.reverseBytes(in.readInt())];
        in.readFully(json);
        in.readFully(payload);
        JsonNode message = PythonJson.read(json);
        greeted = true;
        if (message.has("failed")) {
            RequestOwner waiter = waiters.get(message.get("failed").asInt());
            if (waiter != null) {
                waiter.failed(failure(message));
            }
            return;
        }
        CompletableFuture<Answer> answer = pending.remove(message.path("re").asLong(-1)); // the greeting has no request
        if (answer != null) {
            answer.complete(new Answer(message, payload));
        }
    }

    /** Returns the exception that Python raised, with its traceback. */
    static PythonException failure(JsonNode message) {
        String traceback = message.path("traceback").asText();
        return new PythonException(
                message.path("error").asText() + (traceback.isEmpty() ? "" : "\n" + traceback),
                message.path("call").asText());
    }

    private void die() {
        try {
            if (!process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            }
            log.awaitEnd(5 * PATIENCE_MILLIS); // as a rule it has ended already
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // no thread interrupts it
        }
        int exit = process.isAlive() ? -1 : process.exitValue();
        death = new WorkerDiedException(log.exitText(exit));
        failPending();
        for (int replica = 0; replica < MOST_REPLICAS; replica++) {
            wake(replica);
        }
    }

    private void failPending() {
        pending.values().forEach(answer -> answer.completeExceptionally(death));
    }

    private void wake(int replica) {
        RequestOwner waiter = waiters.get(replica);
        if (waiter != null) {
            waiter.woken();
        }
    }

    /** Returns the stacks of its threads as Python reports them; empty where it does not. */
    List<String> stacks() {
        long before = log.count();
        try {
            new ProcessBuilder("kill", "-USR1", Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .start()
                    .waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            return log.since(before, line -> line.startsWith("  File "), STACK_MILLIS);
        } catch (IOException e) {
            return List.of(); // the program does not exist here
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    long pid() {
        return process.pid();
    }

    /** Ends the process; kills it where it does not end in time. */
    void stop() {
        synchronized (out) {
            try {
                out.close();
            } catch (IOException e) {
                // it has ended
            }
        }
        process.onExit()
                .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .exceptionally(late -> process.destroyForcibly());
    }

    /** Kills the process. */
    void kill() {
        process.destroyForcibly();
    }

    /** The owner of a request in a worker. Called by the thread that reads from the worker. */
    interface RequestOwner {

        /** Called when the request is complete, or can never complete. */
        void woken();

        /** Called with the exception of the request, before the request is complete. */
        void failed(PythonException failure);
    }
}
