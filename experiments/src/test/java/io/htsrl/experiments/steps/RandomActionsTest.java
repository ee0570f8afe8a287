package io.htsrl.experiments.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.experiments.steps.RandomStepper.RandomActions;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RandomActionsTest {
    private static final float INFINITY = Float.POSITIVE_INFINITY;

    @Test
    void shouldChooseEveryAction() {
        assertEquals(Set.of(0f, 1f, 2f), drawn(new ActionSpace.Discrete(3), 0));
        assertEquals(Set.of(0f, 1f, 2f, 3f), drawn(new ActionSpace.MultiDiscrete(new int[] {2, 4}), 1));
        assertEquals(Set.of(0f, 1f), drawn(new ActionSpace.MultiBinary(3), 2));
    }

    private static Set<Float> drawn(ActionSpace space, int component) {
        RandomActions actions = new RandomActions(space);
        float[] row = new float[space.width()];
        Set<Float> drawn = new TreeSet<>();
        for (int i = 0; i < 100; i++) {
            actions.draw(i, row);
            drawn.add(row[component]);
        }
        return drawn;
    }

    @Test
    void shouldStayInABoxAndNearAnOpenOne() {
        assertEquals(2, RandomActions.between(-2, 6, 0.5));
        assertEquals(-1, RandomActions.between(-INFINITY, INFINITY, 0));
        assertEquals(1, RandomActions.between(-INFINITY, INFINITY, 1));
        assertEquals(5, RandomActions.between(4, INFINITY, 0.5));
        assertEquals(3, RandomActions.between(-INFINITY, 4, 0.5));
        assertEquals(6, RandomActions.between(6, 6, 0.7));
    }
}
