package io.htsrl.core.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
    private static final List<String> NAMES = List.of(
            "Acrobot-v1",
            "CartPole-v1",
            "ALE/Pong-v5",
            "MountainCar-v0",
            "MountainCarContinuous-v0",
            "Taxi-v3",
            "Taxi-v4");

    @ParameterizedTest
    @CsvSource({
        "CartPole-v1, CartPole-v1",
        "cartpole-v1, CartPole-v1",
        "CartPole, CartPole-v1",
        "cartpole, CartPole-v1",
        "pong, ALE/Pong-v5",
        "ale/pong-v5, ALE/Pong-v5",
        "MountainCar, MountainCar-v0",
        "taxi-v4, Taxi-v4"
    })
    void shouldKnowWhatIsMeantBeyondDoubt(String text, String name) {
        assertEquals(Optional.of(name), Suggestions.meant(text, NAMES));
    }

    /** The user decides between versions, on another version than exists, or after a slip of the pen. */
    @ParameterizedTest
    @CsvSource({"Taxi", "CartPole-v0", "CartPoel-v1", "Mountain", "''"})
    void shouldNotGuess(String text) {
        assertEquals(Optional.empty(), Suggestions.meant(text, NAMES));
    }
}
