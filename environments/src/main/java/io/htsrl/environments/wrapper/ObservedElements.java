package io.htsrl.environments.wrapper;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.DescribedType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Shows only some elements of each observation, so that the task is partially observed: CartPole without velocities,
 * for example. Its observations are vectors of floats. Thread rule of {@link Environment}.
 */
public final class ObservedElements extends EnvironmentWrapper {
    private final Selection selection;

    private ObservedElements(Environment inner, Selection selection) {
        super(inner);
        this.selection = selection;
    }

    /**
     * Wraps an environment.
     *
     * @param elements indices of the observed elements, in their order; an empty list observes all
     * @throws ConfigurationException when observations are not floats or have no such element
     */
    public static Environment of(Environment inner, List<Integer> elements) {
        if (elements.isEmpty()) {
            return inner;
        }
        ObservationSpace space = inner.spec().observationSpace();
        if (space.kind() != ObservationSpace.Kind.FLOAT32
                || space.unread() > 0
                || elements.stream().anyMatch(element -> element >= space.size())) {
            inner.close();
            throw new ConfigurationException(
                    "--observe",
                    elements,
                    "must be indices of elements of float observations without masks, and "
                            + inner.spec().id() + " has " + space,
                    "give 0,2, for example, or leave it out");
        }
        Selection selection = new Selection(inner.spec(), elements);
        return inner instanceof RemoteEnvironment remote
                ? new Remote(remote, selection)
                : new ObservedElements(inner, selection);
    }

    @Override
    public EnvironmentSpec spec() {
        return selection.spec;
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        super.reset(seed, selection.all);
        selection.copyTo(out);
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        super.step(actions, offset, selection.all, result);
        selection.copyTo(out);
    }

    /** A whole observation, and the elements of it that are observed. */
    private static final class Selection {
        private final EnvironmentSpec spec;
        private final int[] elements;
        private final ObservationSlot all;

        Selection(EnvironmentSpec task, List<Integer> observed) {
            elements = observed.stream().mapToInt(Integer::intValue).toArray();
            all = new ObservationSlot().at(new float[task.observationSpace().size()], 0);
            spec = new EnvironmentSpec(
                    task.id(),
                    ObservationSpace.floats(elements.length),
                    task.actionSpace(),
                    task.maxEpisodeSteps(),
                    task.rewardThreshold(),
                    task.scored());
        }

        void copyTo(ObservationSlot out) {
            for (int i = 0; i < elements.length; i++) {
                out.set(i, all.get(elements[i]));
            }
        }
    }

    /** The same for an environment that another process computes. */
    private static final class Remote extends RemoteWrapper {
        private final Selection selection;

        Remote(RemoteEnvironment inner, Selection selection) {
            super(inner);
            this.selection = selection;
        }

        @Override
        public EnvironmentSpec spec() {
            return selection.spec;
        }

        @Override
        public void completeReset(ObservationSlot out) {
            super.completeReset(selection.all);
            selection.copyTo(out);
        }

        @Override
        public void completeStep(ObservationSlot out, StepResult result) {
            super.completeStep(selection.all, result);
            selection.copyTo(out);
        }
    }

    /** Type of a selection of observed elements: {@code all}, or indices with commas between. Stateless, any thread. */
    public static final class Indices extends DescribedType {
        /** Text that observes all elements. */
        public static final String ALL = "all";

        public Indices() {
            super("I,...", "must be all, or indices from 0 with commas between", "give 0,2, for example");
        }

        @Override
        public Object read(String text) {
            List<Integer> elements = new ArrayList<>();
            for (String element : text.equals(ALL) ? new String[0] : text.split(",", -1)) {
                if (!element.strip().matches("\\d{1,9}")) {
                    return null;
                }
                elements.add(Integer.valueOf(element.strip()));
            }
            return List.copyOf(elements);
        }

        @Override
        public List<String> texts(Object value) {
            List<?> elements = (List<?>) value;
            return elements.isEmpty()
                    ? null
                    : List.of(elements.stream().map(Object::toString).collect(Collectors.joining(",")));
        }
    }
}
