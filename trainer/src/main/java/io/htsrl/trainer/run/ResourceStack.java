package io.htsrl.trainer.run;

import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.trainer.watch.CancellableCall;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Closes the resources of a run, the last first; an exception of one does not prevent the others. Closes nothing while
 * an abandoned thread may still be inside: native code must not lose its memory while it runs. One thread.
 */
final class ResourceStack implements AutoCloseable {

    private record Part(String name, AutoCloseable part) {}

    private final RunControl control;
    private final String role;
    private final Deque<Part> parts = new ArrayDeque<>();

    /** Creates a stack that closes on the calling thread. */
    ResourceStack(RunControl control) {
        this(control, null);
    }

    /** @param role the name of a thread to close on, which can be abandoned; null for the calling thread */
    ResourceStack(RunControl control, String role) {
        this.control = control;
        this.role = role;
    }

    /** Takes ownership of {@code part} and returns it. */
    <T extends AutoCloseable> T add(String name, T part) {
        parts.push(new Part(name, part));
        return part;
    }

    /** @throws RunFailedException when parts threw: the first one's, with the others' suppressed */
    @Override
    public void close() {
        if (control.hasStragglers() || parts.isEmpty()) {
            return;
        }
        if (role == null) {
            closeAll();
            return;
        }
        try {
            CancellableCall.run(role, control, this::closeAll);
        } catch (RunAbortedException e) {
            // abandoned: open parts stay open
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // some stay open: the caller must end
        }
    }

    private void closeAll() {
        RunFailedException failure = null;
        for (Part part : parts) {
            try {
                part.part().close();
            } catch (Exception | Error e) {
                RunFailedException next =
                        new RunFailedException(part.name() + " threw when it was closed: " + e, -1, e);
                if (failure == null) {
                    failure = next;
                } else {
                    failure.addSuppressed(next);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
