package io.htsrl.benchmarks.damages;

import io.htsrl.benchmarks.damages.TimedCommand.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Whole runs to damage, and the folder where a copy of one is damaged, always the same, so that paths in outputs are. One
 * thread.
 *
 * @param parent of all of them
 * @param limit  seconds for a command
 */
record Material(Path parent, long limit) {
    private static final List<String> SETTINGS = List.of(
            "--algo",
            "ppo",
            "--env",
            "CartPole-v1",
            "--num-envs",
            "4",
            "--sync-interval",
            "8",
            "--hidden-sizes",
            "8",
            "--quiet");

    /** Kinds of run directories. */
    enum Kind {
        FINISHED,
        KILLED,
        SWEEP;

        String folder() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Records the runs. */
    void record() throws IOException, InterruptedException {
        train("finished", "--seed", "1", "--total-timesteps", "640");
        train("twin", "--seed", "1", "--total-timesteps", "640");
        train("other", "--seed", "2", "--total-timesteps", "320");
        train("killed", "--seed", "1", "--total-timesteps", "640");
        Files.delete(whole(Kind.KILLED).resolve("summary.json")); // as if killed behind its last checkpoint
        Files.delete(whole(Kind.KILLED).resolve("model.safetensors"));
        List<String> sweep = new ArrayList<>(List.of("sweep", "--seeds", "1-2", "--total-timesteps", "640", "--out"));
        sweep.add(copy().toString()); // its journal has no path, but config.yaml of runs may
        sweep.addAll(SETTINGS);
        made(sweep);
        Files.move(copy(), whole(Kind.SWEEP));
    }

    private void train(String name, String... more) throws IOException, InterruptedException {
        List<String> words = train(parent.resolve(name), more);
        words.addAll(List.of("--checkpoint-every", "4", "--eval-every", "5", "--eval-episodes", "2", "--tensorboard"));
        made(words);
    }

    /** The command that trains such a run into {@code folder}. */
    List<String> train(Path folder, String... more) {
        List<String> words = new ArrayList<>(List.of("train", "--out", folder.toString()));
        words.addAll(SETTINGS);
        words.addAll(List.of(more));
        return words;
    }

    private void made(List<String> words) throws IOException, InterruptedException {
        Result result = TimedCommand.run(words, 10 * limit);
        if (result.code() != 0) {
            throw new IOException(words + ": " + result.err());
        }
    }

    Path whole(Kind kind) {
        return parent.resolve(kind.folder());
    }

    /** The equal run that {@code hts diff} compares with. */
    Path twin() {
        return parent.resolve("twin");
    }

    /** What is damaged. */
    Path copy() {
        return parent.resolve("run");
    }

    /** Where commands write what they make. */
    Path product() {
        return parent.resolve("product.html");
    }

    /** Where a command trains a new run. */
    Path trained() {
        return parent.resolve("trained");
    }

    /** Deletes what commands have made outside of the copy. */
    void clear() throws IOException {
        Files.deleteIfExists(product());
        delete(trained());
    }

    /** Puts a whole copy in the place of the damaged one. */
    void renew(Kind kind) throws IOException {
        delete(copy());
        clear();
        try (Stream<Path> all = Files.walk(whole(kind))) {
            for (Path from : all.toList()) {
                Files.copy(
                        from,
                        copy().resolve(whole(kind).relativize(from).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** The files of the copy, in order. */
    List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(copy())) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Another file for {@code file}: that of another run where it has one of that name, else one of this run. */
    Path other(Path file, Damage.Draw draw) throws IOException {
        Path same = parent.resolve("other")
                .resolve(copy().relativize(file).getFileName().toString());
        List<Path> all = files();
        return Files.exists(same) && draw.below(2) == 0 ? same : all.get(draw.below(all.size()));
    }
}
