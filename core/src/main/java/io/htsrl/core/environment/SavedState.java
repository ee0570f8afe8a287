package io.htsrl.core.environment;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** The state of an environment as bytes. Pure functions. */
public final class SavedState {

    private SavedState() {}

    /** Whether a run on such an environment resumes with the bits of the uninterrupted one. */
    public static boolean resumes(Environment environment) {
        return environment.canSaveState() || environment.replayable();
    }

    /** All that {@link Environment#saveState} writes. */
    public static byte[] of(Environment environment) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        environment.saveState(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    /** Restores, and returns how many bytes were left unread. */
    public static int restore(Environment environment, byte[] state) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(state);
        environment.restoreState(new DataInputStream(in));
        return in.available();
    }
}
