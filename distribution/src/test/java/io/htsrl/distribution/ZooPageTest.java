package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.Numbers.MeanWithInterval;
import io.htsrl.cli.zoo.ZooCatalogue;
import io.htsrl.cli.zoo.ZooEntry;
import io.htsrl.cli.zoo.ZooEntry.ZooRun;
import io.htsrl.experiments.ReportScores;
import io.htsrl.trainer.evaluation.Bootstrap.ConfidenceInterval;
import io.htsrl.trainer.evaluation.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of learning results is what the zoo's entries say. {@code -Dhts.docs.write=true} writes it anew. */
class ZooPageTest {
    private static final Path PAGE = Archive.ROOT.resolve("docs/results/zoo.md");
    private static final String HEAD = """
            # Zoo

            <!-- generated: mvn -pl distribution -am verify -Dtest=ZooPageTest -Dhts.docs.write=true \\
            -Dsurefire.failIfNoSpecifiedTests=false -->

            `hts zoo list` has the same entries, `hts zoo show ID` the settings, software and machine of one, and
            `hts zoo reproduce ID --seed N` trains a run again and compares about 100 digests on the way.
            `hts zoo check` does so with the first 2 %% of every entry, as does each push; `mvn verify -Pthorough` with the
            first 1 %% of those whose packages are there, but of MinAtar with Breakout's of 2 million steps alone, and of Gymnasium with one per algorithm.

            Return: %d greedy episodes of each seed's final policy; mean over seeds with 95 %% bootstrap interval, and interquartile
            mean (Agarwal et al. 2021). In training: mean over seeds of the mean return of the last 100 episodes. The digest, cut
            to 8 digits, is that of the first seed's run.

            | environment | entry | seeds | steps | return (95 %% CI) | IQM | in training | seconds a run | digest | elsewhere |
            |---|---|---|---|---|---|---|---|---|---|
            """;

    private static final String SYNC = "-sync-";

    private static final String SCHEDULES = """

            ## Beside runs without delay

            Entries such as ppo-Acrobot-v1 (`hts`) and ppo-sync-Acrobot-v1 (`sync`) differ in their schedule alone, but for PPO's
            `--clip-around current` on MinAtar: without delay that policy is the behaviour policy. Better and worse: the 95 %
            bootstrap intervals of the interquartile means do not overlap. P: probability that a run under `hts` returns more than
            one under `sync`, mean over the pairs, with 95 % stratified bootstrap interval (Agarwal et al. 2021). Runs of equal seed
            and number of intervals play the same 100 greedy episodes: those of a pair, and those of other algorithms, which
            therefore share one draw of start states. Those of ppo-sync-MinAtar-Seaquest are others, of an earlier build.

            | algorithm | pairs | `hts` better in | worse in | P, greedy | P, in training |
            |---|---|---|---|---|---|
            """;

    private static final String AROUND_BEHAVIOUR = "clip-behaviour-";

    private static final String CLIPPING = """

            ## Around which policy PPO clips

            Return in training, as above: under `hts` with `--clip-around behaviour`, with `--clip-around current`, and under `sync`,
            where both are one policy. P: probability that the second returns more than the first, and than the third.

            | environment | behaviour | current | `sync` | P, behaviour | P, `sync` |
            |---|---|---|---|---|---|
            """;

    private static final String NOT_RUN = """

            ## Not run yet

            Five seeds of DQN on LunarLander-v3; SAC on Box2D and MuJoCo but for 100,000 steps of HalfCheetah-v5, TD3 and TQC
            on both, DQN on MinAtar but for Breakout, Atari (12 games by A2C and PPO under three schedules; Pong has one seed,
            [Atari](atari.md)), GFootball, Spreeze's Figure 2; other trainers at equal settings but for TRPO, memories, masks
            and SAC on HalfCheetah-v5. Left out: PPO on Taxi-v4 by its preset, where one of three seeds failed; DDPG and TD3
            on MountainCarContinuous-v0, cut off for their time.
            """;

    @Test
    void shouldHoldWhatTheEntriesSay() throws IOException {
        List<ZooEntry> entries = new ZooCatalogue()
                .entries().stream()
                        .sorted(Comparator.comparing(ZooEntry::env).thenComparing(ZooEntry::id))
                        .toList();
        String page = HEAD.formatted(ZooEntry.EPISODES)
                + entries.stream().map(ZooPageTest::row).collect(Collectors.joining())
                + sources(entries);

        if (Boolean.getBoolean("hts.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertEquals(page, Files.readString(PAGE), "run this test with -Dhts.docs.write=true");
    }

    private static String row(ZooEntry entry) {
        ZooRun first = entry.runs().get(0);
        double[] seconds = entry.runs().stream()
                .mapToDouble(run -> run.outcome().wallSeconds())
                .toArray();
        return "| "
                + String.join(
                        " | ",
                        entry.env(),
                        entry.id(),
                        entry.runs().stream()
                                .map(run -> Long.toString(run.seed()))
                                .collect(Collectors.joining(", ")),
                        Numbers.text("%,d", steps(entry)),
                        MeanWithInterval.of(entry.returns()).toString(),
                        Numbers.ofReturn(Sample.interquartileMean(entry.returns()), 2),
                        meanInTraining(entry),
                        Numbers.decimal(Sample.median(seconds), 0),
                        "`" + first.outcome().digest().substring(0, 8) + "`",
                        entry.peers().stream()
                                .map(peer -> Numbers.ofReturn(peer.meanReturn(), 2))
                                .collect(Collectors.joining(", ")))
                + " |\n";
    }

    private static String sources(List<ZooEntry> entries) {
        Map<String, ZooEntry> byId = entries.stream().collect(Collectors.toMap(ZooEntry::id, entry -> entry));
        return "\nElsewhere: "
                + entries.stream()
                        .flatMap(entry -> entry.peers().stream())
                        .map(peer -> peer.source().replaceAll(", [\\d,]+ steps\\)", ")"))
                        .collect(Collectors.toCollection(TreeSet::new))
                        .stream()
                        .collect(Collectors.joining("; "))
                + "; `hts zoo show` has its steps.\n"
                + "Seconds are the median run's, on two shared cores with other work.\n"
                + schedules(entries, byId)
                + clipping(entries, byId)
                + NOT_RUN;
    }

    /** Returns a table of the entries that differ in their schedule alone, by algorithm. */
    private static String schedules(List<ZooEntry> entries, Map<String, ZooEntry> byId) {
        Map<String, List<ZooEntry>> sync = entries.stream()
                .filter(entry -> entry.id().contains(SYNC))
                .filter(entry -> byId.containsKey(hts(entry)))
                .collect(Collectors.groupingBy(ZooEntry::algo, TreeMap::new, Collectors.toList()));
        StringBuilder text = new StringBuilder(SCHEDULES);
        sync.forEach((algo, those) -> {
            List<ZooEntry> these =
                    those.stream().map(entry -> byId.get(hts(entry))).toList();
            List<String> better = new ArrayList<>();
            List<String> worse = new ArrayList<>();
            for (int i = 0; i < these.size(); i++) {
                assertEquals(
                        steps(these.get(i)), steps(those.get(i)), those.get(i).id());
                ConfidenceInterval here = middle(these.get(i)).interval();
                ConfidenceInterval there = middle(those.get(i)).interval();
                if (here.low() > there.high()) {
                    better.add(these.get(i).env());
                }
                if (here.high() < there.low()) {
                    worse.add(these.get(i).env());
                }
            }
            text.append("| %s | %d | %s | %s | %s | %s |\n"
                    .formatted(
                            algo,
                            these.size(),
                            String.join(", ", better),
                            String.join(", ", worse),
                            above(these, those, ZooEntry::returns),
                            above(these, those, ZooPageTest::training)));
        });
        return text.toString();
    }

    /** Returns a table of the entries of PPO that clip around the behaviour policy, and of their peers. */
    private static String clipping(List<ZooEntry> entries, Map<String, ZooEntry> byId) {
        StringBuilder text = new StringBuilder(CLIPPING);
        for (ZooEntry behaviour : entries) {
            if (behaviour.id().startsWith(AROUND_BEHAVIOUR)) {
                ZooEntry current = byId.get(behaviour.id().replace(AROUND_BEHAVIOUR, "ppo-"));
                ZooEntry sync = byId.get(behaviour.id().replace(AROUND_BEHAVIOUR, "ppo" + SYNC));
                text.append("| %s | %s | %s | %s | %s | %s |\n"
                        .formatted(
                                behaviour.env(),
                                meanInTraining(behaviour),
                                meanInTraining(current),
                                meanInTraining(sync),
                                above(List.of(current), List.of(behaviour), ZooPageTest::training),
                                above(List.of(current), List.of(sync), ZooPageTest::training)));
            }
        }
        return text.toString();
    }

    private static long steps(ZooEntry entry) {
        return entry.runs().get(0).outcome().timesteps();
    }

    private static MeanWithInterval middle(ZooEntry entry) {
        return scores(List.of(entry), ZooEntry::returns).interquartileMean();
    }

    private static double[] training(ZooEntry entry) {
        return entry.runs().stream()
                .mapToDouble(run -> run.outcome().meanReturn100())
                .toArray();
    }

    private static String meanInTraining(ZooEntry entry) {
        return Numbers.ofReturn(Sample.mean(training(entry)), 2);
    }

    private static MeanWithInterval above(
            List<ZooEntry> first, List<ZooEntry> second, Function<ZooEntry, double[]> returns) {
        return scores(first, returns).improvementOver(scores(second, returns));
    }

    private static ReportScores scores(List<ZooEntry> entries, Function<ZooEntry, double[]> returns) {
        return new ReportScores(entries.stream().map(returns).toArray(double[][]::new));
    }

    private static String hts(ZooEntry sync) {
        return sync.id().replace(SYNC, "-");
    }
}
