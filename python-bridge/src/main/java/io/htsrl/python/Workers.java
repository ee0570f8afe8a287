package io.htsrl.python;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes of one kind of environment and their replicas. A new replica goes to the process with the fewest. The
 * placement changes no bit: where replicas share objects, which the probe finds, each has a process for itself. A
 * process without replicas is kept for some seconds, since a run makes and drops some before it begins. Any thread.
 */
final class Workers {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    static final long IDLE_SECONDS = 10;
    private static final long CLOSING_MILLIS = 2000;

    private final Request request;
    private final long idleSeconds;
    private final List<Hosting> all = new ArrayList<>(); // guarded by this
    private EnvironmentDescription description; // guarded by this

    /** A process and the numbers of its replicas. */
    private static final class Hosting {
        private final WorkerProcess process;
        private final BitSet taken = new BitSet();
        private long uses;

        Hosting(WorkerProcess process) {
            this.process = process;
        }

        int replicas() {
            return taken.cardinality();
        }
    }

    /** A replica's process, and its number in that process. */
    record Home(WorkerProcess process, int number) {}

    /** @param idleSeconds time after which a process without replicas ends */
    Workers(Request request, long idleSeconds) {
        this.request = request;
        this.idleSeconds = idleSeconds;
    }

    Request request() {
        return request;
    }

    /**
     * Returns the description of the environment. The first call makes some environments and discards them.
     *
     * @throws ConfigurationException when it cannot be made here
     * @throws EnvironmentFailedException when it raised an exception in the check before the run
     * @throws PythonException when it raised an exception earlier
     * @throws WorkerDiedException when its process ended
     */
    synchronized EnvironmentDescription description() {
        if (description == null) {
            Hosting first = hosting();
            ObjectNode message = PythonJson.object().put("probe", true);
            message.set("env", request.json());
            try {
                JsonNode answer = answer(first.process, "describe", message);
                description = EnvironmentDescription.of(request.id(), answer);
            } finally {
                retireLater(first);
            }
        }
        return description;
    }

    private JsonNode answer(WorkerProcess process, String what, ObjectNode message) {
        try {
            return answer(process.ask(what, message));
        } catch (PythonException e) {
            if (Thread.currentThread().isInterrupted()) {
                process.kill(); // it may hang
            }
            if (!e.call().isEmpty()) {
                throw new EnvironmentFailedException(
                        "environment (" + request.id() + ") threw in " + e.call() + " of the check before the run: "
                                + e,
                        -1,
                        e);
            }
            throw e;
        } catch (WorkerDiedException e) {
            if (!process.greeted()) {
                throw request.interpreter().refused("must be a Python 3.8 or newer that works: " + e.getMessage());
            }
            throw e;
        }
    }

    /** Returns the environments registered with Gymnasium, from a separate process. */
    JsonNode registry() {
        WorkerProcess process = start();
        try {
            return answer(process, "registry", PythonJson.object()).path("environments");
        } finally {
            process.stop();
        }
    }

    /** Reserves a place for another replica, which must be {@link #release released}. */
    synchronized Home claim() {
        Hosting hosting = hosting();
        int number = hosting.taken.nextClearBit(0);
        hosting.taken.set(number);
        hosting.uses++;
        return new Home(hosting.process, number);
    }

    private Hosting hosting() {
        all.removeIf(each -> each.process.death() != null);
        boolean alone = description != null && !description.shares().isEmpty();
        int most = alone ? 1 : WorkerProcess.MOST_REPLICAS;
        Hosting emptiest = all.stream()
                .min(Comparator.comparingInt(Hosting::replicas))
                .filter(each -> each.replicas() < most)
                .orElse(null);
        if (emptiest != null && (emptiest.replicas() == 0 || !alone && all.size() >= request.workers())) {
            return emptiest;
        }
        Hosting started = new Hosting(start());
        all.add(started);
        return started;
    }

    private WorkerProcess start() {
        try {
            return WorkerProcess.start(request.interpreter());
        } catch (IOException e) {
            throw request.interpreter().cannotStart(e);
        }
    }

    /** Waits for an answer; a worker's refusal becomes a mistake that the user can correct. */
    JsonNode answer(CompletableFuture<WorkerProcess.Answer> asked) {
        return answered(asked).json();
    }

    /** Waits for an answer with its bytes. */
    WorkerProcess.Answer answered(CompletableFuture<WorkerProcess.Answer> asked) {
        WorkerProcess.Answer answer;
        try {
            answer = asked.get();
        } catch (ExecutionException e) {
            throw new WorkerDiedException(e.getCause().getMessage()); // no other exception occurs
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PythonException("interrupted while it waited for Python");
        }
        JsonNode json = answer.json();
        if (json.has("rule")) {
            throw new ConfigurationException(
                    json.path("setting").asText("--env"),
                    json.has("setting") ? request.interpreter().executable() : request.id(),
                    json.get("rule").asText(),
                    json.get("remedy").asText());
        }
        if (json.has("error")) {
            throw WorkerProcess.failure(json);
        }
        return answer;
    }

    /**
     * Removes a replica. A process serves one request after another, so the answer matters only for its last replica: a
     * process that does not answer then is of no further use.
     */
    void release(Home home, CompletableFuture<WorkerProcess.Answer> closed) {
        if (!drop(home) || home.process().death() != null) {
            return;
        }
        try {
            closed.get(CLOSING_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            abandon(home.process());
        } catch (ExecutionException e) {
            LOG.debug("{}: the worker ended when it was to close a replica", request.id(), e);
        } catch (InterruptedException e) {
            abandon(home.process());
            Thread.currentThread().interrupt();
        }
    }

    /** Removes a replica; returns whether it was the last of its process. */
    private synchronized boolean drop(Home home) {
        Optional<Hosting> hosting =
                all.stream().filter(each -> each.process == home.process()).findFirst(); // empty if it died
        hosting.ifPresent(each -> {
            each.taken.clear(home.number());
            retireLater(each);
        });
        return hosting.isPresent() && hosting.get().replicas() == 0;
    }

    /** Ends a process without replicas that does not answer, unless it has received one in the meantime. */
    private synchronized void abandon(WorkerProcess process) {
        if (all.removeIf(each -> each.process == process && each.replicas() == 0)) {
            process.kill();
        }
    }

    private void retireLater(Hosting hosting) {
        long uses = hosting.uses;
        if (hosting.replicas() == 0) {
            CompletableFuture.delayedExecutor(idleSeconds, TimeUnit.SECONDS).execute(() -> retire(hosting, uses));
        }
    }

    private synchronized void retire(Hosting hosting, long uses) {
        if (hosting.replicas() == 0 && hosting.uses == uses) {
            hosting.process.stop();
            all.remove(hosting);
            description = all.isEmpty() ? null : description; // later its version may differ
        }
    }
}
