package io.htsrl.cli.play;

import io.htsrl.cli.evaluate.TrainedPolicy;
import io.htsrl.cli.play.PlaySession.Played;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.evaluation.Sample;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What {@code hts play} has played, a line for each episode. One thread. */
final class PlayTable {
    private static final String ROW = "%-8s %14s %10s%s%n";

    private final PrintWriter out;
    private final boolean atTheEnd;
    private final List<Played> episodes = new ArrayList<>();

    /** @param atTheEnd whether the lines wait for the end, since the terminal shows something else before */
    PlayTable(PrintWriter out, boolean atTheEnd) {
        this.out = out;
        this.atTheEnd = atTheEnd;
    }

    /** Says what will be played. */
    void begin(TrainedPolicy trained, EvaluationPolicy actions, long seed) {
        out.println(trained.config().algorithm().algorithm() + " on "
                + trained.config().env() + ", " + trained.file() + ", " + actions + ", after "
                + trained.intervals() + " intervals, seed " + seed);
        if (!atTheEnd) {
            head();
        }
        out.flush();
    }

    private void head() {
        out.printf(Locale.ROOT, ROW, "EPISODE", "RETURN", "LENGTH", "");
    }

    void add(Played played) {
        episodes.add(played);
        if (!atTheEnd) {
            row(episodes.size() - 1);
            out.flush();
        }
    }

    private void row(int episode) {
        Played played = episodes.get(episode);
        row(String.valueOf(episode), played.outcome().ret(), length(played), played.ended() ? "" : "  cut off");
    }

    private void row(String name, double ret, String length, String note) {
        out.printf(Locale.ROOT, ROW, name, Numbers.decimal(ret, 2), length, note);
    }

    private static String length(Played played) {
        return String.format(Locale.ROOT, "%,d", played.outcome().length());
    }

    /**
     * Prints what is left to say.
     *
     * @param summary of the recording
     */
    void end(Optional<String> summary) {
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
                    Numbers.decimal(
                            Sample.mean(outcomes.stream()
                                    .mapToDouble(Episode::length)
                                    .toArray()),
                            2),
                    "");
        }
        summary.ifPresent(out::println);
        out.flush();
    }
}
