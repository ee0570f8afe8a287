package io.htsrl.experiments;

import java.util.List;
import java.util.Map;

/** Trains over the values of one setting, as the paper's tables do. One thread. */
abstract class AxisCommand extends TrainingGridCommand {

    /** The flag of {@code hts train} that varies. */
    abstract String flag();

    /** The flag that lists its values. */
    abstract String listFlag();

    /** Whether it is one that never changes a bit. */
    abstract boolean knob();

    /** Its values, with commas between. */
    abstract String values();

    @Override
    Map<String, String> setByCells() {
        Map<String, String> instead = super.setByCells();
        instead.put(flag(), "give " + listFlag());
        return instead;
    }

    @Override
    TrainFlags defaults(TrainFlags given) {
        return given;
    }

    @Override
    Experiment experiment(TrainFlags flags, Lists lists) {
        List<Integer> values = lists.texts(listFlag(), values()).stream()
                .map(value -> lists.integer(listFlag(), value, 0))
                .toList();
        String axis = flag().substring(2).replace('-', '_');
        return new AxisExperiment(
                grid(lists).over(axis, values).over("seed", seeds(lists)).cells(), flag(), axis, knob(), steps(lists));
    }
}
