package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.work.Team;
import io.htsrl.policies.network.Tensor;
import io.htsrl.storage.BitHasher;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolyakTargetsTest {
    private final List<Tensor> tensors =
            List.of(new Tensor("critic1.0.weight", 0, List.of(1, 2)), new Tensor("critic1.0.bias", 2, List.of(1)));

    @Test
    void shouldFollowByTau() {
        PolyakTargets targets = new PolyakTargets(tensors, 0.25, Team.alone());
        targets.copy(new float[] {1, 2, 4});
        assertArrayEquals(new float[] {1, 2, 4}, targets.values());
        targets.follow(new float[] {5, 2, -4});
        assertArrayEquals(new float[] {2, 2, 2}, targets.values());
    }

    @Test
    void shouldCopyForATauOfOne() {
        PolyakTargets targets = new PolyakTargets(tensors, 1, Team.alone());
        targets.follow(new float[] {0.1f, 0.2f, 0.3f});
        assertArrayEquals(new float[] {0.1f, 0.2f, 0.3f}, targets.values());
    }

    @Test
    void shouldHaveTheNewestStatisticsWhateverTau() {
        List<Tensor> normalized = List.of(
                new Tensor("torso.0.weight", 0, List.of(1)),
                new Tensor("normalize.mean", 1, List.of(1)),
                new Tensor("normalize.scale", 2, List.of(1)));
        PolyakTargets targets = new PolyakTargets(normalized, 0.25, Team.alone());
        targets.copy(new float[] {1, 0, 1});

        assertTrue(targets.takeStatistics(new float[] {9, 3, 247}));
        assertArrayEquals(new float[] {1, 3, 247}, targets.values());

        targets.follow(new float[] {5, 4, 250});
        assertArrayEquals(new float[] {2, 4, 250}, targets.values());
        assertFalse(new PolyakTargets(tensors, 0.25, Team.alone()).takeStatistics(new float[] {1, 2, 4}));
    }

    private Map<String, String> digest(float... values) {
        PolyakTargets targets = new PolyakTargets(tensors, 1, Team.alone());
        targets.copy(values);
        BitHasher hasher = new BitHasher();
        hasher.keepParts("first");
        targets.digest(hasher);
        return hasher.parts();
    }

    @Test
    void shouldNameTheTensorInItsDigest() {
        Map<String, String> one = digest(1, 2, 3);
        Map<String, String> other = digest(1, 2, 4);
        assertEquals(List.of("first", "target.critic1.0.weight", "target.critic1.0.bias"), List.copyOf(one.keySet()));
        assertEquals(one.get("target.critic1.0.weight"), other.get("target.critic1.0.weight"));
        assertNotEquals(one.get("target.critic1.0.bias"), other.get("target.critic1.0.bias"));
    }
}
