package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.environments.CartPole;
import io.htsrl.python.Python.Play;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the environments of the field themselves. */
@Tag("slow")
@Timeout(1800)
@EnabledIf("io.htsrl.python.VirtualEnvironment#there")
class GymnasiumTest {

    private static Environment make(String name, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.put("python", VirtualEnvironment.python());
        return Python.plain(name, all);
    }

    @Test
    void shouldFollowOurOwnCartPole() throws Exception {
        try (Environment theirs = make("CartPole-v1", Map.of("wrapper", "real:RoundedStart"));
                CartPole ours = new CartPole()) {
            Play their = new Play(theirs);
            Play our = new Play(ours);
            int steps = 0;
            for (int seed = 0; seed < 20; seed++) {
                their.reset(seed);
                our.reset(seed);
                SavedState.restore(ours, stateOf(their.floats));
                do {
                    float action = (seed * 31 + steps * 7) % 3 % 2;
                    their.step(action);
                    our.step(action);
                    assertArrayEquals(our.floats, their.floats, 1e-6f);
                    assertEquals(our.result.terminated, their.result.terminated);
                    assertEquals(our.result.reward, their.result.reward);
                    steps++;
                } while (!our.result.done());
            }
            assertTrue(steps > 200, "episodes of some length");
        }
    }

    /** Writes as {@code saveState} does: how many, the state, then where its draws are. */
    private static byte[] stateOf(float[] observation) throws Exception {
        byte[] saved;
        try (CartPole cartPole = new CartPole()) {
            new Play(cartPole).reset(0);
            saved = SavedState.of(cartPole);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(observation.length);
        for (float value : observation) {
            out.writeDouble(value);
        }
        out.write(saved, bytes.size(), saved.length - bytes.size());
        return bytes.toByteArray();
    }

    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CartPole-v1",
                "LunarLander-v3",
                "LunarLanderContinuous-v3",
                "BipedalWalker-v3",
                "HalfCheetah-v5",
                "Ant-v5",
                "ALE/Pong-v5",
                "FrozenLake-v1",
                "Blackjack-v1"
            })
    void shouldRepeatWhatTheFieldTrainsOn(String id) {
        try (Environment environment = make(id, Map.of())) {
            EnvironmentCheck check = EnvironmentCheck.of(environment);
            assertEquals(List.of(), check.problems());
            assertEquals(List.of(), check.unrepeatable());
            assertEquals("", environment.nondeterminism());
        }
    }

    @Test
    void shouldDescribeFramesBoxesAndLimits() {
        try (Environment pong = make("ALE/Pong-v5", Map.of());
                Environment cheetah = make("HalfCheetah-v5", Map.of());
                Environment cartPole = make("CartPole-v1", Map.of());
                Environment grid =
                        make("MiniGrid-Empty-5x5-v0", Map.of("wrapper", "minigrid.wrappers:ImgObsWrapper"))) {
            assertEquals(ObservationSpace.bytes(210, 160, 3), pong.spec().observationSpace());
            assertEquals(ObservationSpace.floats(17), cheetah.spec().observationSpace());
            assertEquals(6, cheetah.spec().actionSpace().width());
            assertEquals(1f, ((ActionSpace.Continuous) cheetah.spec().actionSpace()).high()[5]);
            assertEquals(500, cartPole.spec().maxEpisodeSteps());
            assertEquals(475, cartPole.spec().rewardThreshold());
            assertEquals(ObservationSpace.bytes(7, 7, 3), grid.spec().observationSpace());
            assertTrue(
                    cheetah.software().containsKey("mujoco"), cheetah.software().toString());
        }
    }

    /** Gymnasium's own flattening is the oracle. */
    @Test
    void shouldFlattenAsGymnasiumDoes() {
        try (Environment ours = make("real:Everything", Map.of("flat", "false"));
                Environment theirs = make("real:Everything", Map.of("flat", "true"))) {
            assertEquals(theirs.spec().observationSpace(), ours.spec().observationSpace());
            Play their = new Play(theirs);
            Play our = new Play(ours);
            for (int seed = 0; seed < 5; seed++) {
                their.reset(seed);
                our.reset(seed);
                for (int step = 0; step < 10; step++) {
                    assertArrayEquals(their.step(0).floats, our.step(0).floats);
                }
            }
        }
    }

    /** Images have three dimensions of bytes from 0 to 255; other bytes are numbers. */
    @Test
    void shouldNameThePartsOfDictionaries() {
        ObservationPart image = new ObservationPart("image", ObservationPart.Kind.IMAGE, List.of(7, 7, 3), 4);
        assertParts("MiniGrid-Empty-5x5-v0", "real:seeing", ObservationPart.oneHot("direction", 4), image);
        assertParts(
                "MiniGrid-Empty-5x5-v0",
                "real:Cells",
                ObservationPart.oneHot("direction", 4),
                new ObservationPart("image", ObservationPart.Kind.VECTOR, List.of(7 * 7 * 3), 4));
        assertParts(
                "real:Reach",
                "",
                ObservationPart.vector("observation", 4),
                new ObservationPart("achieved_goal", ObservationPart.Kind.VECTOR, List.of(2), 4),
                new ObservationPart("desired_goal", ObservationPart.Kind.VECTOR, List.of(2), 6));
        assertParts(
                "real:Eyes",
                "",
                ObservationPart.image("camera", 16, 16, 1),
                new ObservationPart("grid", ObservationPart.Kind.VECTOR, List.of(4), 256));
    }

    @Test
    void shouldSayHowToReadTheTextOfAMission() {
        ConfigurationException e =
                assertThrows(ConfigurationException.class, () -> make("MiniGrid-Empty-5x5-v0", Map.of()));
        String wrapper = "minigrid.wrappers:DictObservationSpaceWrapper";
        assertTrue(e.getMessage().endsWith("wrap it: --wrapper " + wrapper), e::getMessage);
        try (Environment grid = make("MiniGrid-Empty-5x5-v0", Map.of("wrapper", wrapper))) {
            assertEquals(
                    List.of("direction", "image", "mission"),
                    grid.spec().observationSpace().parts().stream()
                            .map(ObservationPart::name)
                            .toList());
        }
    }

    private static void assertParts(String id, String wrapper, ObservationPart... parts) {
        try (Environment environment = make(id, wrapper.isEmpty() ? Map.of() : Map.of("wrapper", wrapper))) {
            assertEquals(List.of(parts), environment.spec().observationSpace().parts());
            assertEquals(List.of(), EnvironmentCheck.of(environment).problems());
        }
    }

    /** Makes the bits that networks make of bytes. */
    @Test
    void shouldDivideAnImageBesideOtherParts() {
        try (Environment eyes = make("real:Eyes", Map.of())) {
            float[] expected = new float[260];
            for (int i = 0; i < 256; i++) {
                expected[i] = i / 255f;
            }
            expected[257] = 1;
            expected[258] = 7;
            expected[259] = 255;
            assertArrayEquals(expected, new Play(eyes).reset(0).floats);
        }
    }

    @Test
    void shouldGiveChoicesInShapeAndTypeOfTheirSpace() {
        try (Environment board = make("real:Board", Map.of())) {
            assertArrayEquals(new float[] {2, 1, 3, 4}, new Play(board).reset(0).step(2, 1, 3, 4).floats);
        }
    }

    @Test
    void shouldTellOfFramesThatBecomeFloats() {
        try (Environment environment = make("real:WrongType", Map.of())) {
            Play play = new Play(environment).reset(0).steps(39);
            PythonException e = assertThrows(PythonException.class, () -> play.steps(1));
            assertEquals("its observation has dtype float64, its space says uint8", e.getMessage());
        }
    }

    @Test
    void shouldShowPictures() {
        try (Environment cartPole = make("CartPole-v1", Map.of())) {
            Rendered picture = cartPole.rendered().orElseThrow();
            int[] first = new int[picture.renderWidth() * picture.renderHeight()];
            int[] later = first.clone();
            Play play = new Play(cartPole).reset(1);
            picture.render(first);
            play.steps(5);
            picture.render(later);
            assertEquals(600 * 400, first.length);
            assertEquals(0xffffff, first[0]);
            assertTrue(java.util.Arrays.mismatch(first, later) >= 0, "it moves");
        }
    }

    @Test
    void shouldNameThePackageThatIsMissing() {
        ConfigurationException e = assertThrows(ConfigurationException.class, () -> Python.plain("HalfCheetah-v5"));
        String said = e.getMessage();
        assertTrue(said.startsWith("--env gym:HalfCheetah-v5: it must be made by gymnasium, and "), said);
        assertTrue(said.contains("/python3 -m pip install \"gymnasium[mujoco]\""), said);
    }

    @Test
    void shouldNameThePackageThatRegistersAnEnvironment() {
        ConfigurationException e = assertThrows(ConfigurationException.class, () -> make("FetchReach-v4", Map.of()));
        assertTrue(e.getMessage().contains("-m pip install gymnasium_robotics"), e.getMessage());
    }

    /** The name begins like those of Gymnasium-Robotics, which is not installed here. */
    @Test
    void shouldMakeWhatAModuleRegistersUnderAnyName() {
        try (Environment made = make("real:FetchAndCarry-v0", Map.of())) {
            assertEquals("gym:real:FetchAndCarry-v0", made.spec().id());
        }
    }

    @Test
    void shouldListWhatGymnasiumAndItsFriendsHave() {
        List<String> ids = new PythonProvider()
                .list(Map.of("python", VirtualEnvironment.python())).stream()
                        .map(EnvironmentProvider.Listed::id)
                        .toList();
        assertTrue(
                ids.containsAll(List.of(
                        "gym:CartPole-v1", "gym:HalfCheetah-v5", "gym:ALE/Pong-v5", "gym:MiniGrid-Empty-5x5-v0")),
                ids.toString());
    }

    @Test
    void shouldNameWhatGymnasiumDoesNotKnow() {
        ConfigurationException e = assertThrows(ConfigurationException.class, () -> make("CartPool-v1", Map.of()));
        assertTrue(e.getMessage().contains("Did you mean: `CartPole`?"), e.getMessage());
    }
}
