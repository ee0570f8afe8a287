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
 * Folders of undamaged runs, and one folder in which a copy is damaged. That folder never changes, so that paths in
 * outputs never change. One thread.
 *
 * @param parent parent of all folders
 * @param limit time limit of a command in seconds
 */
record RunFolders(Path parent, long limit) {
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

    /** Creates the runs. */
    void record() throws IOException, InterruptedException {
        train("finished", "--seed", "1", "--total-timesteps", "640");
        train("twin", "--seed", "1", "--total-timesteps", "640");
        train("other", "--seed", "2", "--total-timesteps", "320");
        train("killed", "--seed", "1", "--total-timesteps", "640");
        Files.delete(whole(Kind.KILLED).resolve("summary.json")); // as if killed after its last checkpoint
        Files.delete(whole(Kind.KILLED).resolve("model.safetensors"));
        List<String> sweep = new ArrayList<>(List.of("sweep", "--seeds", "1-2", "--total-timesteps", "640", "--out"));
        sweep.add(copy().toString()); // its journal has no path, but config.yaml of runs may
        sweep.addAll(SETTINGS);
        runToSuccess(sweep);
        Files.move(copy(), whole(Kind.SWEEP));
    }

    private void train(String name, String... more) throws IOException, InterruptedException {
        List<String> words = train(parent.resolve(name), more);
        words.addAll(List.of("--checkpoint-every", "4", "--eval-every", "5", "--eval-episodes", "2", "--tensorboard"));
        runToSuccess(words);
    }

    /** Returns the command that trains such a run into {@code folder}. */
    List<String> train(Path folder, String... more) {
        List<String> words = new ArrayList<>(List.of("train", "--out", folder.toString()));
        words.addAll(SETTINGS);
        words.addAll(List.of(more));
        return words;
    }

    private void runToSuccess(List<String> words) throws IOException, InterruptedException {
        Result result = TimedCommand.run(words, 10 * limit);
        if (result.code() != 0) {
            throw new IOException(words + ": " + result.err());
        }
    }

    Path whole(Kind kind) {
        return parent.resolve(kind.folder());
    }

    /** Returns the equal run that {@code hts diff} compares with. */
    Path twin() {
        return parent.resolve("twin");
    }

    /** Returns the copy that is damaged. */
    Path copy() {
        return parent.resolve("run");
    }

    /** Returns the file that commands write to. */
    Path product() {
        return parent.resolve("product.html");
    }

    /** Returns the folder of a run that a command trains. */
    Path trained() {
        return parent.resolve("trained");
    }

    /** Deletes the outputs of commands outside of the copy. */
    void clear() throws IOException {
        Files.deleteIfExists(product());
        delete(trained());
    }

    /** Replaces the damaged copy by an undamaged one. */
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

    /** Returns the files of the copy, sorted. */
    List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(copy())) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Draws a replacement for {@code file}: the file of the same name of another run, or another file of this run. */
    Path other(Path file, Damage.RandomDraws draws) throws IOException {
        Path same = parent.resolve("other")
                .resolve(copy().relativize(file).getFileName().toString());
        List<Path> all = files();
        return Files.exists(same) && draws.below(2) == 0 ? same : all.get(draws.below(all.size()));
    }
}
