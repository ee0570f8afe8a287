package io.htsrl.cli.play;

import io.htsrl.cli.evaluate.TrainedPolicy;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.evaluation.MatchScore;
import io.htsrl.trainer.evaluation.Sample;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Plays episodes of a policy one after another and shows each of their states. One thread. */
final class PlaySession {

    /**
     * A played episode.
     *
     * @param outcome return and length
     * @param ended whether it ended by itself, or was truncated
     */
    public record Played(Episode outcome, boolean ended) {}

    private final EpisodeRunner runner;
    private final Optional<Rendered> rendered;
    private final int[] pixels;
    private final Screen screen;
    private final int maxSteps;
    private final BooleanSupplier stopped;
    private boolean ended;

    /**
     * Plays nothing yet.
     *
     * @param runner runs episodes on the environment
     * @param screen gets the pictures, if the environment has any
     * @param maxSteps steps after which an episode is truncated
     * @param stopped whether the current episode is to be truncated now
     */
    public PlaySession(EpisodeRunner runner, Screen screen, int maxSteps, BooleanSupplier stopped) {
        this.runner = runner;
        this.rendered = screen == Screen.NONE ? Optional.empty() : runner.rendered();
        this.pixels =
                new int[rendered.map(r -> r.renderWidth() * r.renderHeight()).orElse(0)];
        this.screen = screen;
        this.maxSteps = maxSteps;
        this.stopped = stopped;
    }

    /** Plays one episode, which equals an evaluation's of this stream and number. */
    public Played play(float[] parameters, RandomStream stream, int episode) {
        Episode outcome = runner.play(parameters, stream, episode, (soFar, done) -> goesOn(episode, soFar, done));
        return new Played(outcome, ended);
    }

    private boolean goesOn(int episode, Episode soFar, boolean done) {
        ended = done;
        boolean last = done || soFar.length() >= maxSteps || stopped.getAsBoolean();
        rendered.ifPresent(picture -> {
            picture.render(pixels);
            screen.show(pixels, episode, soFar, last);
        });
        return !last;
    }

    /** Table of the played episodes, a line for each; or of the games that each of two sides won. One thread. */
    static final class PlayTable {
        private static final String ROW = "%-8s %14s %10s%s%n";

        private final PrintWriter out;
        private final boolean atTheEnd;
        private final List<Played> episodes = new ArrayList<>();
        private String first;
        private String second; // null unless games are counted

        /** @param atTheEnd whether the lines wait for the end, since the terminal shows something else before */
        PlayTable(PrintWriter out, boolean atTheEnd) {
            this.out = out;
            this.atTheEnd = atTheEnd;
        }

        /**
         * Prints what will be played.
         *
         * @param opponent name of the other side of each game; null without one
         */
        void begin(TrainedPolicy trained, EvaluationPolicy actions, long seed, String opponent) {
            first = trained.run().toString();
            second = opponent;
            out.println(trained.title() + ", " + actions + ", after " + Numbers.count(trained.intervals(), "interval")
                    + ", seed " + seed);
            if (!atTheEnd && second == null) {
                head();
            }
        }

        private void head() {
            out.printf(Locale.ROOT, ROW, "EPISODE", "RETURN", "LENGTH", "");
        }

        void add(Played played) {
            episodes.add(played);
            if (!atTheEnd && second == null) {
                row(episodes.size() - 1);
            }
        }

        private void row(int episode) {
            Played played = episodes.get(episode);
            row(String.valueOf(episode), played.outcome().ret(), length(played), played.ended() ? "" : "  cut off");
        }

        private void row(String name, double ret, String length, String note) {
            out.printf(Locale.ROOT, ROW, name, Numbers.ofReturn(ret, 2), length, note);
        }

        private static String length(Played played) {
            return Numbers.text("%,d", played.outcome().length());
        }

        /**
         * Prints the remaining lines.
         *
         * @param summary of the recording
         */
        void end(Optional<String> summary) {
            if (second != null) {
                sides();
            } else {
                rows();
            }
            summary.ifPresent(out::println);
        }

        private void sides() {
            MatchScore score = MatchScore.of(
                    episodes.stream().filter(Played::ended).map(Played::outcome).toList());
            TextTable table = new TextTable().row("PLAYER", "GAMES", "WON", "DRAWN", "LOST", "WON IN % (95 % CI)");
            side(table, first, score);
            side(table, second, score.reversed());
            table.print(out);
        }

        private static void side(TextTable table, String name, MatchScore score) {
            table.row(
                    name,
                    Integer.toString(score.games()),
                    Integer.toString(score.won()),
                    Integer.toString(score.drawn()),
                    Integer.toString(score.lost()),
                    Numbers.decimal(100.0 * score.won() / score.games(), 1) + " ("
                            + Numbers.decimal(100 * score.winning().low(), 1) + " .. "
                            + Numbers.decimal(100 * score.winning().high(), 1) + ")");
        }

        private void rows() {
            if (atTheEnd) {
                head();
                for (int episode = 0; episode < episodes.size(); episode++) {
                    row(episode);
                }
            }
            if (episodes.size() > 1) {
                List<Episode> outcomes = episodes.stream().map(Played::outcome).toList();
                row(
                        "mean",
                        Sample.mean(outcomes.stream().mapToDouble(Episode::ret).toArray()),
                        Numbers.ofReturn(
                                Sample.mean(outcomes.stream()
                                        .mapToDouble(Episode::length)
                                        .toArray()),
                                2),
                        "");
            }
        }
    }
}
