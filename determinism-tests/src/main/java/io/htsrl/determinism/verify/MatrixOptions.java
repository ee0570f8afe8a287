package io.htsrl.determinism.verify;

import java.nio.file.Path;
import java.util.List;

/**
 * Choices of the runs in the matrix. Immutable.
 *
 * @param quick         the small matrix: about ten perturbations instead of about fifty
 * @param children      whether there are runs in child JVMs
 * @param jdks          folders of other JDKs to run on, each checked to hold one
 * @param xintTimesteps environment steps of the run with {@code -Xint}
 */
public record MatrixOptions(boolean quick, boolean children, List<Path> jdks, long xintTimesteps) {
    /** 10 to 30 seconds of PPO, A2C or DQN on CartPole-v1, which -Xint makes 350 to 1,700 steps of in a second. */
    public static final long XINT_TIMESTEPS = 10_000;

    public MatrixOptions {
        jdks = List.copyOf(jdks);
    }
}
