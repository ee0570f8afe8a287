package io.htsrl.determinism;

import io.htsrl.cli.Hts;
import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The pinned digests of {@code golden-digests.txt}, each of a short run's chain and of its final parameters, and the
 * same computed anew. Its main prints them, in any JVM.
 */
final class GoldenDigests {
    static final String FILE = "golden-digests.txt";

    private GoldenDigests() {}

    /** A line of the file. */
    record Golden(String digest, String flags) {

        @Override
        public String toString() {
            return digest + "  " + flags;
        }

        boolean isGame() {
            return flags.contains("ALE/");
        }

        /**
         * Its algorithm, environment or family of environments, and parts of the network, as they stand in the flags.
         */
        List<String> traits() {
            return Stream.of(flags.split(" (?=--)"))
                    .filter(flag ->
                            flag.matches("--(algo|preset|env|network|memory|activation|use-sde|distributional)( .*)?"))
                    .map(flag -> flag.replaceFirst("/.*", ""))
                    .toList();
        }

        /** Returns whether it takes seconds. */
        boolean isLong() {
            return flags.matches(".* --total-timesteps \\d{5,}.*") || flags.contains(" --hidden-sizes 256,256");
        }

        /** Runs the same flags, and takes the digests that they give here. */
        Golden anew(Attachments attachments) throws Exception {
            RunConfig config = Hts.configure(flags.split(" "));
            TrainingResult result = new Trainer(config, attachments).run();
            return new Golden(result.digest() + " " + result.parameterDigest(), flags);
        }
    }

    static List<String> lines() throws IOException {
        try (InputStream in = GoldenDigests.class.getResourceAsStream("/" + FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    static List<Golden> pinned() throws IOException {
        return lines().stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> {
                    String[] parts = line.split(" {2}", 2); // both digests, then the flags
                    return new Golden(parts[0], parts[1]);
                })
                .toList();
    }

    /**
     * Returns the lines that other JVMs compute. Of the games, whose convolutions take seconds, these are one
     * algorithm's, and only with vectors. Of the others they are all lines with {@code longRuns}; without, the lines
     * that have a trait which no earlier line has are dealt in turns to JVMs with vectors and to those without.
     */
    static List<Golden> elsewhere(boolean vectors, boolean longRuns) throws IOException {
        Set<String> seen = new HashSet<>();
        List<Golden> chosen = pinned().stream()
                .filter(golden -> golden.isGame() ? golden.flags().contains("a2c") : longRuns || !golden.isLong())
                .filter(golden -> seen.addAll(golden.traits()) || longRuns)
                .toList();
        return IntStream.range(0, chosen.size())
                .filter(line -> chosen.get(line).isGame() ? vectors : longRuns || line % 2 == 0 == vectors)
                .mapToObj(chosen::get)
                .toList();
    }

    /**
     * Prints lines as this JVM gives them when arrays step the replicas wherever they can: {@code vectors} and
     * {@code longRuns} of {@link #elsewhere}.
     */
    public static void main(String[] args) throws Exception {
        Attachments arrays = Attachments.none().with(new Components() {
            @Override
            public boolean batches(BatchedEnvironment made, RunConfig config) {
                return true;
            }
        });
        for (Golden golden : elsewhere(Boolean.parseBoolean(args[0]), Boolean.parseBoolean(args[1]))) {
            System.out.println(golden.anew(arrays));
        }
    }
}
