package io.htsrl.cli.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.settings.CliSettings;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepSpaceTest {
    private final Violations violations = new Violations();

    private SweepSpace flag(String key, String text) {
        return SweepSpace.read(
                Layer.ofCommandLine().add(key, text), List.of(), CliSettings.schema(), setting -> false, violations);
    }

    private SweepSpace grid(String... grids) {
        return SweepSpace.read(
                Layer.ofCommandLine(), List.of(grids), CliSettings.schema(), setting -> false, violations);
    }

    private static List<String> values(SweepSpace space, String key) {
        return space.grid().stream()
                .map(settings -> settings.getOrDefault(key, "-"))
                .toList();
    }

    /** A dash: the flag has one value, and is not varied. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "learning-rate | 1e-3 | [-]",
                "learning-rate | 1e-3,3e-4 | [1e-3, 3e-4]",
                "learning-rate | 1e-3;3e-4 | [1e-3, 3e-4]",
                "hidden-sizes | 64,64 | [-]",
                "hidden-sizes | 64,64;256,256 | [64,64, 256,256]",
                "network | mlp,nature-cnn | [mlp, nature-cnn]",
                "step-time | exponential:5ms,gamma(0.25):5ms | [exponential:5ms, gamma(0.25):5ms]",
                "algo | ppo,a2c | [-]",
                "log-interval | 1,2 | [-]",
            })
    void shouldTellSeveralValuesFromOne(String key, String text, String values) {
        assertEquals(values, values(flag(key, text), key).toString());
        assertTrue(violations.isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "learning-rate=1e-3,3e-4 | learning-rate | [1e-3, 3e-4]",
                "learning-rate=1e-3,linear:1e-3:0 | learning-rate | [1e-3, linear:1e-3:0]",
                "hidden-sizes=64,64 | hidden-sizes | [64,64]",
                "hidden-sizes=64,64;256 | hidden-sizes | [64,64, 256]",
                "anneal-lr=true,false | anneal-lr | [true, false]",
                "env=CartPole-v1,Acrobot-v1 | env | [CartPole-v1, Acrobot-v1]",
            })
    void shouldReadGrids(String grid, String key, String values) {
        assertEquals(values, values(grid(grid), key).toString());
        assertTrue(violations.isEmpty());
    }

    @Test
    void shouldCombineEverythingWithEverything() {
        SweepSpace space = grid("gamma=0.9,0.99", "ent-coef=0,0.01,0.1");

        assertEquals(6, space.combinations());
        assertEquals(
                List.of(Map.of("gamma", "0.9", "ent-coef", "0"), Map.of("gamma", "0.9", "ent-coef", "0.01")),
                space.grid().subList(0, 2));
        assertEquals(6, new HashSet<>(space.grid()).size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gamma | it must be SETTING=VALUE,VALUE",
                "gama=0.9,0.99 | did you mean gamma?",
                "seed=1,2 | give --seeds",
                "algo=ppo,a2c | give --algos",
                "gamma=0.9,0.9 | it must name each value once",
                "gamma=0.9, | none that is empty",
                "gamma=0.99..0.9 | it must be a range that rises",
                "quiet=true,false | it must name a setting of a run",
            })
    void shouldSayWhatIsWrongWithAGrid(String grid, String message) {
        grid(grid);

        assertTrue(violations.list().toString().contains(message), violations.list()::toString);
    }

    @Test
    void shouldRefuseASettingThatIsGivenTwice() {
        grid("gamma=0.9,0.99", "gamma=0.5,0.6");
        SweepSpace.read(
                Layer.ofCommandLine().add("ent-coef", "0"),
                List.of("ent-coef=0,1"),
                CliSettings.schema(),
                setting -> false,
                violations);

        assertTrue(violations.list().toString().contains("must be given once for each setting"));
        assertTrue(violations.list().toString().contains("must not be given beside --ent-coef"));
    }

    @Test
    void shouldDrawAllMagnitudesOfARangeAlike() {
        SweepSpace space = flag("learning-rate", "1e-5..1e-1");

        List<Double> drawn = LongStream.range(0, 400)
                .mapToObj(draw -> Double.valueOf(space.drawn(7, draw).get("learning-rate")))
                .toList();

        assertTrue(space.hasRange());
        assertTrue(drawn.stream().allMatch(value -> value >= 1e-5 && value <= 1e-1), drawn::toString);
        long small = drawn.stream().filter(value -> value < 1e-3).count();
        assertTrue(150 < small && small < 250, "half of the exponents: " + small);
    }

    @Test
    void shouldDrawWholeNumbersForASettingOfThose() {
        SweepSpace space = flag("num-envs", "4..64");

        Set<String> drawn = new HashSet<>();
        LongStream.range(0, 200).forEach(draw -> drawn.add(space.drawn(0, draw).get("num-envs")));

        assertTrue(drawn.stream().allMatch(text -> text.matches("[0-9]+")), drawn::toString);
        assertTrue(drawn.size() > 20, drawn::toString);
    }

    @Test
    void shouldDrawTheSameOfASettingWhateverElseIsSearched() {
        SweepSpace one = grid("gamma=0.9..0.999");
        SweepSpace two = grid("ent-coef=0,0.01", "gamma=0.9..0.999");

        assertEquals(one.drawn(3, 5).get("gamma"), two.drawn(3, 5).get("gamma"));
        assertTrue(one.drawn(3, 5).get("gamma").length() <= 5, "three digits are enough to copy");
    }
}
