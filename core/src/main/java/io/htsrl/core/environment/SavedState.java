package io.htsrl.core.environment;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Converts the state of an environment to bytes and back. Pure functions. */
public final class SavedState {

    private SavedState() {}

    /** Returns whether a run on such an environment resumes with the bits of the uninterrupted run. */
    public static boolean resumes(Environment environment) {
        return environment.canSaveState() || environment.replayable();
    }

    /** Returns the bytes that {@link Environment#saveState} writes. */
    public static byte[] of(Environment environment) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        environment.saveState(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    /** Restores the state, and returns the number of bytes left unread. */
    public static int restore(Environment environment, byte[] state) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(state);
        environment.restoreState(new DataInputStream(in));
        return in.available();
    }
}
