package io.htsrl.cli.sweep;

import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.train.RunFork;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.error.Violations.Violation;
import io.htsrl.core.settings.Layer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the candidates of one algorithm of a sweep, all at once or draw by draw, and resolves their runs, each with
 * every seed. All other settings are those of the flags. One thread.
 */
final class SweepPlan {
    private static final long ANY_SEED = 1; // which is never the matter
    /** Draws for each wanted candidate: combinations repeat, and some are refused. */
    private static final int DRAWS = 20;

    private final Layer base;
    private final SweepFork fork;
    private final int wanted;
    private final SweepSampler sampler;
    private final List<Map<String, String>> all;
    private final Set<Map<String, String>> drawn = new HashSet<>();
    private List<Violation> refused = List.of();
    private int found;
    private int leftOut;
    private long draws;

    /**
     * Makes a plan of one algorithm.
     *
     * @param base settings that all candidates have in common
     * @param fork origin of all their runs; null where they begin at their start
     * @param wanted number of candidates; 0 for every combination
     * @param sampler draws them, unless every combination is wanted
     */
    SweepPlan(SweepSpace space, Layer base, SweepFork fork, int wanted, SweepSampler sampler) {
        boolean every = wanted == 0 || space.combinations() <= wanted;
        this.base = base;
        this.fork = fork;
        this.all = !every
                ? List.of()
                : space.combinations() > SweepSpace.MOST
                        ? space.examples() // which is reported: here it is about all other mistakes
                        : space.grid();
        this.wanted = every ? all.size() : wanted;
        this.sampler = every ? null : sampler;
    }

    Layer base() {
        return base;
    }

    /** Returns the number of candidates, where so many can be drawn. */
    int wanted() {
        return wanted;
    }

    /**
     * Returns the next candidates, at most {@code most}: different ones, which can be run. It draws again where
     * settings do not fit together, such as a batch that minibatches do not divide.
     *
     * @param bestFirst combinations that have been run, ranked
     */
    List<SweepCandidate> next(int most, List<Map<String, String>> bestFirst) {
        int until = Math.min(wanted, found + most);
        List<SweepCandidate> candidates = new ArrayList<>();
        if (sampler == null) {
            all.subList(found, until)
                    .forEach(settings ->
                            candidates.add(SweepCandidate.of(base, settings).as(0, fork)));
            found = until;
        }
        for (; found < until && draws < (long) DRAWS * wanted; draws++) {
            SweepCandidate candidate = SweepCandidate.of(base, sampler.at(draws, bestFirst));
            List<Violation> wrong = drawn.add(candidate.settings()) ? wrong(candidate) : null;
            if (wrong != null && wrong.isEmpty()) {
                candidates.add(candidate);
                found++;
            } else if (wrong != null) {
                refused = refused.isEmpty() ? wrong : refused;
                leftOut++;
            }
        }
        return candidates;
    }

    /** Returns the mistakes of the first candidates, or of what was drawn where none can be run. */
    List<Violation> wrong(List<SweepCandidate> first) {
        return sampler != null && first.isEmpty()
                ? refused
                : first.stream().flatMap(candidate -> wrong(candidate).stream()).toList();
    }

    /** Returns a note on the draws for the user; empty where there is nothing to say. */
    String note() {
        return leftOut == 0
                ? ""
                : leftOut + " combinations that cannot be run were drawn again, since " + refused.get(0);
    }

    static List<Violation> wrong(SweepCandidate candidate) {
        try {
            run(candidate, ANY_SEED);
            return List.of();
        } catch (ConfigurationException e) {
            return e.violations();
        }
    }

    /** Returns a candidate's run with a seed. */
    static ResolvedRun run(SweepCandidate candidate, long seed) {
        Layer base = candidate.base().replacing("seed", Long.toString(seed));
        return candidate.isForkOfRun()
                ? candidate.forkOf(candidate.fork().run()).run()
                : new ConfigResolver(base, new Violations()).resolve();
    }

    /**
     * One combination of an algorithm and the settings that a sweep varies. Immutable.
     *
     * @param base all settings of its runs but the seed, including the varied ones
     * @param settings those that vary, as text by key
     * @param member its number in a population, from 1; 0 where none exists
     * @param fork origin of its runs; null where they begin at their start
     */
    record SweepCandidate(Layer base, Map<String, String> settings, int member, SweepFork fork) {

        static SweepCandidate of(Layer fixed, Map<String, String> settings) {
            Layer base = fixed;
            for (Map.Entry<String, String> setting : settings.entrySet()) {
                base = base.replacing(setting.getKey(), setting.getValue());
            }
            return new SweepCandidate(base, settings, 0, null);
        }

        SweepCandidate as(int newMember, SweepFork newFork) {
            return new SweepCandidate(base, settings, newMember, newFork);
        }

        /** Returns whether its runs are forks of a run that the user has named. */
        boolean isForkOfRun() {
            return fork != null && fork.run() != null;
        }

        /** Plans the fork of {@code origin} with which a run begins. */
        RunFork forkOf(Path origin) {
            Layer changes = Layer.ofCommandLine();
            settings.forEach(changes::add);
            return new RunFork(origin, fork.interval(), changes, flags());
        }

        /** Returns the settings that may differ on resume. */
        Layer flags() {
            return base.only(key -> CliSettings.schema().get(key).isOnResume());
        }

        /** Returns what distinguishes its runs, as text by key, for the names of their folders. */
        Map<String, String> distinctions() {
            Map<String, String> all = new LinkedHashMap<>(settings);
            if (member > 0) {
                all.put("member", Integer.toString(member));
            }
            if (fork != null) {
                String parent = isForkOfRun()
                        ? ""
                        : "-" + SweepRun.hash(fork.parent().distinctions().toString());
                all.put("fork", fork.interval() + parent);
            }
            return all;
        }

        /** Returns a text such as {@code learning-rate 1e-3, gamma 0.99}. */
        @Override
        public String toString() {
            return (member == 0 ? "" : "member " + member + ": ") + text();
        }

        private String text() {
            return settings.entrySet().stream()
                    .map(setting -> setting.getKey() + " " + setting.getValue())
                    .collect(Collectors.joining(", "));
        }

        /** Returns the settings of a member from the start on, with the intervals after which they changed. */
        String history() {
            return fork == null
                    ? text()
                    : fork.parent().history() + "; after " + Numbers.count(fork.interval(), "interval") + " " + text();
        }
    }

    /**
     * Origin of the forks of a candidate: a run that the user has named, or the parent's run with the same seed.
     * Immutable.
     *
     * @param parent a candidate; null where {@code run} is given
     * @param run a run directory; null where {@code parent} is given
     * @param interval intervals that they have in common
     */
    record SweepFork(SweepCandidate parent, Path run, long interval) {}

    /** Proposes combinations of the varied settings. Stateless, any thread. */
    @FunctionalInterface
    interface SweepSampler {

        /**
         * Returns a combination, as text by key: a function of the arguments alone.
         *
         * @param draw number of the draw, from 0
         * @param bestFirst combinations that have been run, ranked
         */
        Map<String, String> at(long draw, List<Map<String, String>> bestFirst);
    }
}
