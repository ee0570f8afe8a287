package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.ConfigurationException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuiltInProviderTest {
    private final BuiltInProvider provider = new BuiltInProvider();

    @Test
    void shouldBeFoundAsAService() {
        assertTrue(Environments.names().containsAll(provider.names()));
        assertTrue(Environments.exists("CartPole-v1"));
        assertArrayEquals(
                new int[] {32, 11, 2},
                Environments.create("Blackjack-v1", Map.of())
                        .spec()
                        .observationSpace()
                        .choices());
    }

    @Test
    void shouldMakeEveryNameThatItLists() {
        for (String name : provider.names()) {
            assertEquals(name, provider.create(name, Map.of()).spec().id());
        }
    }

    @Test
    void shouldMakeANewReplicaEachTime() {
        assertNotSame(provider.create("CartPole-v1", Map.of()), provider.create("CartPole-v1", Map.of()));
    }

    @Test
    void shouldRefuseEveryUnknownOptionNamingValueRuleAndRemedy() {
        ConfigurationException refusal = assertThrows(
                ConfigurationException.class,
                () -> provider.create("CartPole-v1", Map.of("length", "2", "gravity", "9.81")));
        assertEquals("""
                option gravity 9.81: it is not understood by CartPole-v1, which has no options; leave it out
                option length 2: it is not understood by CartPole-v1, which has no options; leave it out""", refusal.getMessage());
    }

    @Test
    void shouldRefuseANameThatItDoesNotMake() {
        assertFalse(provider.provides("CartPole-v0"));
        String message = assertThrows(ConfigurationException.class, () -> provider.create("CartPole-v0", Map.of()))
                .getMessage();
        assertTrue(message.contains("CartPole-v0") && message.contains("choose one of Acrobot-v1"), message);
    }

    @ParameterizedTest
    @CsvSource({"'',1", "sab=true,1", "natural=true,1", "sab=false,0", "'sab=false,natural=true',0"})
    void shouldPlayByTheRulesThatAreAskedFor(String options, double best) {
        Environment game = provider.create(
                "Blackjack-v1",
                options.isEmpty()
                        ? Map.of()
                        : Arrays.stream(options.split(","))
                                .map(each -> each.split("="))
                                .collect(Collectors.toMap(each -> each[0], each -> each[1])));
        boolean saysNatural = options.contains("sab=false") && options.contains("natural=true");
        double greatest = 0;
        int draws = 0;
        float[] row = new float[45];
        ObservationSlot slot = new ObservationSlot().at(row, 0);
        StepResult result = new StepResult();
        for (int seed = 0; seed < 5_000; seed++) {
            game.reset(seed * 0x9e3779b97f4a7c15L, slot);
            boolean natural = row[21] == 1;
            game.step(new float[] {0}, 0, slot, result);
            greatest = Math.max(greatest, result.reward);
            draws += natural && result.reward == 0 && row[32 + 10] == 0 && row[32 + 1] == 0 ? 1 : 0;
        }
        assertEquals(saysNatural ? 1.5 : 1, greatest);
        // a natural is drawn with by a dealer who cannot have one, but under Sutton and Barto's rules
        assertEquals(best == 1, draws == 0, draws + " draws");
    }

    @Test
    void shouldRefuseOptionsThatItDoesNotUnderstand() {
        ConfigurationException refusal = assertThrows(
                ConfigurationException.class,
                () -> provider.create("Blackjack-v1", Map.of("decks", "6", "natural", "yes")));
        assertEquals("""
                option decks 6: it is not understood by Blackjack-v1; leave it out, or give natural or sab
                option natural yes: it must be true or false; give one of them""", refusal.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"0", "1000", "-3", "ten"})
    void shouldRefuseCorridorsOfNoLength(String length) {
        ConfigurationException refusal =
                assertThrows(ConfigurationException.class, () -> provider.create("TMaze-v0", Map.of("length", length)));
        assertEquals(
                "option length " + length + ": it must be in 1 .. 999; give 10, for example", refusal.getMessage());
    }

    @Test
    void shouldReachTheJunctionAfterTheLength() {
        Environment maze = provider.create("TMaze-v0", Map.of("length", "3"));
        float[] row = new float[3];
        ObservationSlot slot = new ObservationSlot().at(row, 0);
        StepResult result = new StepResult();
        maze.reset(7, slot);
        float toGoal = row[0] == 1 ? 0 : 2;
        for (int step = 0; step < 3; step++) {
            maze.step(new float[] {1}, 0, slot, result);
            assertEquals(step == 2 ? 0 : 1, row[0]);
        }
        maze.step(new float[] {toGoal}, 0, slot, result);
        assertEquals(4, result.reward);
        assertTrue(result.terminated);
    }
}
