package io.htsrl.benchmarks.bridge;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What {@code peers.py} measures of somebody else: it prints two numbers. Its processes have one thread for BLAS each, as
 * our workers have.
 *
 * @param name  as printed
 * @param how   which of them
 * @param env   as Gymnasium knows it
 * @param envs  of them
 * @param steps of each
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
        try (BufferedReader said = process.inputReader()) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                last = line;
            }
        }
        if (process.waitFor() != 0 || last == null) {
            throw new IOException(name + " did not run; ask why: " + String.join(" ", builder.command()));
        }
        String[] seconds = last.split(" ");
        return Speed.of(envs * steps, Double.parseDouble(seconds[0]), Double.parseDouble(seconds[1]));
    }
}
