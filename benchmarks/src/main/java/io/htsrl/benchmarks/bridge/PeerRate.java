package io.htsrl.benchmarks.bridge;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Speed of a Python vector environment, measured by {@code peers.py}, which prints two numbers. Its processes have one
 * BLAS thread each, as our workers have.
 *
 * @param name name in the table
 * @param how key of the vector environment in {@code peers.py}
 * @param env environment id of Gymnasium
 * @param envs number of environments
 * @param steps steps of each environment
 */
record PeerRate(String name, String python, Path scripts, String how, String env, int envs, long steps)
        implements Contender {

    @Override
    public Speed run() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                List.of(python, scripts.resolve("peers.py").toString(), how, env, "" + envs, "" + steps));
        builder.environment().put("OMP_NUM_THREADS", "1");
        builder.environment().put("OPENBLAS_NUM_THREADS", "1");
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String last = null;
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                last = line;
            }
        }
        if (process.waitFor() != 0 || last == null) {
            throw new IOException(name + " failed; run it by hand to see why: " + String.join(" ", builder.command()));
        }
        String[] seconds = last.split(" ");
        return Speed.of(envs * steps, Double.parseDouble(seconds[0]), Double.parseDouble(seconds[1]));
    }
}
