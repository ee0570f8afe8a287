package io.htsrl.core.environment;

import io.htsrl.core.error.RunFailedException;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks an environment before training, like Gymnasium's {@code check_env}: two resets with one seed and at most four
 * steps, into rows between canaries with a different pattern each time. It takes the time of these six calls. One
 * thread; the replica must not be used afterwards.
 */
public final class EnvironmentCheck {
    private static final long SEED = 0x68_74_73_72_6cL;

    /** One broken rule: the rest of a sentence that begins with "the environment", and the remedy. */
    public record Problem(String rule, String remedy) {}

    private final Environment environment;
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> unrepeatable = new ArrayList<>();
    private final List<String> unrestorable = new ArrayList<>();

    private EnvironmentCheck(Environment environment) {
        this.environment = environment;
    }

    /**
     * Checks {@code environment}.
     *
     * @throws EnvironmentFailedException when it throws
     */
    public static EnvironmentCheck of(Environment environment) {
        EnvironmentCheck check = new EnvironmentCheck(environment);
        try {
            check.run();
        } catch (RunFailedException | OutOfMemoryError e) {
            throw e;
        } catch (Exception | Error e) {
            throw new EnvironmentFailedException(
                    "environment (" + environment.spec().id() + ") threw in the check before the run, seed 0x"
                            + Long.toHexString(SEED) + ": " + e,
                    -1,
                    e);
        }
        return check;
    }

    private void run() throws Exception {
        CheckedRow first = new CheckedRow(environment, 0);
        first.reset(SEED);
        CheckedRow again = new CheckedRow(environment, 1);
        CheckedRow second = first.step();
        CheckedRow last = second.done() ? second : second.step();
        again.reset(SEED);
        byte[] saved = environment.canSaveState() ? SavedState.of(environment) : null;
        CheckedRow secondAgain = again.step();
        compare("the first observation of an episode", first, again, unrepeatable);
        compare("the first step of an episode", second, secondAgain, unrepeatable);
        first.problems(again, "reset", problems);
        second.problems(secondAgain, "step", problems);
        last.problems(null, "step", problems);
        if (saved != null) {
            checkRestore(saved, again, secondAgain);
        }
    }

    private void checkRestore(byte[] saved, CheckedRow from, CheckedRow expected) throws Exception {
        int left = SavedState.restore(environment, saved);
        if (left > 0) {
            unrestorable.add("leaves " + left + " of the " + saved.length + " bytes that it saved");
        }
        compare("the step after its state was restored", expected, from.step(), unrestorable);
    }

    private static void compare(String what, CheckedRow expected, CheckedRow actual, List<String> differences) {
        String difference = expected.difference(actual);
        if (difference != null) {
            differences.add(what + " differs from one time to the next: " + difference);
        }
    }

    /**
     * Returns problems that prevent training: writes outside its row, unwritten elements, or NaN and infinite values.
     */
    public List<Problem> problems() {
        return List.copyOf(problems);
    }

    /**
     * Returns the differences for the same seed and actions; empty for a reproducible environment. Training is possible
     * with differences, but the run is then not a function of its seed.
     */
    public List<String> unrepeatable() {
        return List.copyOf(unrepeatable);
    }

    /** Returns the first difference, known by the environment itself or found by this check; empty if none exists. */
    public String difference() {
        String known = environment.nondeterminism();
        return known.isEmpty() && !unrepeatable.isEmpty() ? unrepeatable.get(0) : known;
    }

    /** Returns the differences after restoring a saved state; also empty if the state cannot be saved. */
    public List<String> unrestorable() {
        return List.copyOf(unrestorable);
    }
}
