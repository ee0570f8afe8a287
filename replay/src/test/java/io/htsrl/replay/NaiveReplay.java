package io.htsrl.replay;

import java.util.ArrayList;
import java.util.List;

/**
 * What a replay memory holds, from whole episodes kept for ever in lists: slow and plain, the oracle.
 *
 * <p>A place is numbered as documented: every step takes the next position of its environment's ring, and so does the
 * final frame of a truncated episode.
 */
final class NaiveReplay {

    /** One step; {@code index} within its episode. */
    record Step(Episode episode, int index, long position, float action, float reward) {}

    /** One row of a batch. */
    record Row(List<float[]> stack, float action, float expectedReturn, float discount, List<float[]> nextStack) {}

    /** Frames and steps in order; a truncated one has one frame more than steps. */
    static final class Episode {
        final List<float[]> frames = new ArrayList<>();
        final List<Step> steps = new ArrayList<>();
        boolean terminated;
        boolean truncated;

        boolean ended() {
            return terminated || truncated;
        }
    }

    private final ReplayConfig config;
    private final List<List<Episode>> episodes = new ArrayList<>();
    private final long[] written;

    NaiveReplay(ReplayConfig config) {
        this.config = config;
        this.written = new long[config.environments()];
        for (int environment = 0; environment < config.environments(); environment++) {
            episodes.add(new ArrayList<>(List.of(new Episode())));
        }
    }

    void append(
            int environment,
            float[] frame,
            float action,
            float reward,
            boolean terminated,
            boolean truncated,
            float[] finalFrame) {
        List<Episode> all = episodes.get(environment);
        Episode episode = all.get(all.size() - 1);
        episode.steps.add(new Step(episode, episode.steps.size(), written[environment]++, action, reward));
        episode.frames.add(frame);
        episode.terminated = terminated;
        episode.truncated = truncated && !terminated;
        if (episode.truncated) {
            episode.frames.add(finalFrame);
            written[environment]++;
        }
        if (episode.ended()) {
            all.add(new Episode());
        }
    }

    int leaf(int environment, long position) {
        int length = config.capacity() / config.environments();
        return environment * length + (int) (position % length);
    }

    /** The oldest position that is not overwritten. */
    long oldest(int environment) {
        return written[environment] - config.capacity() / config.environments();
    }

    /** The transitions or sequences of one environment that can be drawn. */
    List<Step> drawable(int environment) {
        long oldest = oldest(environment);
        List<Step> steps = new ArrayList<>();
        for (Episode episode : episodes.get(environment)) {
            for (Step step : episode.steps) {
                int last = step.index + config.sequences().length() - 1;
                boolean complete = episode.ended() || last + config.nStep() < episode.frames.size();
                boolean starts = step.index % config.sequences().period() == 0;
                int before = config.frameStack() - 1 + config.sequences().burnIn();
                if (complete && starts && step.position - before >= oldest) {
                    steps.add(step);
                }
            }
        }
        return steps;
    }

    /** How many steps of its environment came before this one. */
    long ordinal(int environment, Step step) {
        long before = 0;
        for (Episode episode : episodes.get(environment)) {
            if (episode == step.episode) {
                return before + step.index;
            }
            before += episode.steps.size();
        }
        throw new IllegalArgumentException("not a step of environment " + environment);
    }

    Row row(Step step) {
        Episode episode = step.episode;
        int last = Math.min(step.index + config.nStep(), episode.steps.size());
        double sum = 0;
        double discount = 1;
        for (int index = step.index; index < last; index++) {
            sum += discount * episode.steps.get(index).reward;
            discount *= config.gamma();
        }
        boolean reachesTerminal = episode.terminated && last == episode.steps.size();
        return new Row(
                stack(episode, step.index),
                step.action,
                (float) sum,
                reachesTerminal ? 0 : (float) discount,
                reachesTerminal ? null : stack(episode, last));
    }

    List<float[]> stack(Episode episode, int index) {
        List<float[]> frames = new ArrayList<>();
        for (int back = config.frameStack() - 1; back >= 0; back--) {
            frames.add(episode.frames.get(Math.max(0, index - back)));
        }
        return frames;
    }
}
