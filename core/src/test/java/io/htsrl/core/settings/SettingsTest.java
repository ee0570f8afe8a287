package io.htsrl.core.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.time.AnnealedValue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Layers of text become the tests' own records, and records become layers. */
class SettingsTest {

    /** Colours, two of which give equal bits. */
    public enum Colour implements BitEquivalent<Colour> {
        RED,
        DARK_RED,
        BLUE;

        @Override
        public boolean hasBitsOf(Colour other) {
            return (this == BLUE) == (other == BLUE);
        }
    }

    /** Twice the size. */
    static final class Doubled implements Auto {
        @Override
        public Object value(Lookup settings) {
            return 2 * settings.<Integer>get("size");
        }
    }

    /** Nested. */
    public record Inner(
            @Setting(
                    defaultValue = "0.5",
                    range = "[0, 1)",
                    remedy = "give 0.5",
                    help = "A share.",
                    onlyWith = "colour=blue",
                    otherwise = "0")
            double share) {}

    /** All kinds. */
    @SettingGroup("Things")
    public record Outer(
            @Setting(defaultValue = "red", help = "A colour.")
            Colour colour,

            @Setting(alias = "extent", range = "[1, 9]", help = "A size.")
            int size,

            @Setting(auto = Doubled.class, help = "A room.", decidesBits = false)
            int room,

            @Setting(defaultValue = "none", help = "A time.")
            Duration time,

            @Setting(help = "Numbers.", defaultValue = "1,2")
            List<Integer> numbers,

            @Setting(help = "Options.") Map<String, String> options,
            @Setting(help = "A note.") Optional<String> note,

            @Setting(defaultValue = "false", help = "A switch.")
            boolean on,

            Inner inner) {}

    /** An algorithm's. */
    public record Own(
            @Setting(defaultValue = "3", help = "How many.") long manyTimes) {}

    private static final Schema SCHEMA = new Schema.Builder("Things")
            .add(List.of(Outer.class))
            .add("mine", Own.class)
            .build();

    private final Violations violations = new Violations();

    private Values values(Layer... layers) {
        return new Values(SCHEMA, List.of(layers), Set.of(), violations);
    }

    private static Layer preset() {
        return Layer.ofPreset("preset").add("size", "4");
    }

    private String told() {
        return assertThrows(ConfigurationException.class, violations::throwIfAny)
                .violations()
                .get(0)
                .toString();
    }

    @Test
    void shouldMakeARecordOfDefaultsAndPresets() {
        assertEquals(
                new Outer(
                        Colour.RED,
                        4,
                        8,
                        Duration.ZERO,
                        List.of(1, 2),
                        Map.of(),
                        Optional.empty(),
                        false,
                        null), // which is void without blue
                values(preset()).record(Outer.class));
    }

    @Test
    void shouldLetHigherLayersCountAndPairsAddUp() {
        Layer file = Layer.ofFile("f.yaml")
                .add("colour", "blue")
                .add("options", "a=1")
                .add("options", "b=1")
                .add("share", "0.25");
        Layer flags = Layer.ofCommandLine()
                .add("options", "b=2")
                .add("note", "hm")
                .add("numbers", "7, 8")
                .add("room", "5")
                .add("time", "90s")
                .add("on", "true");

        assertEquals(
                new Outer(
                        Colour.BLUE,
                        4,
                        5,
                        Duration.ofSeconds(90),
                        List.of(7, 8),
                        Map.of("a", "1", "b", "2"),
                        Optional.of("hm"),
                        true,
                        new Inner(0.25)),
                values(preset(), file, flags).record(Outer.class));
        assertTrue(violations.isEmpty());
    }

    @Test
    void shouldGiveTheTextsBackThatMakeItAgain() {
        Outer first = values(preset(), Layer.ofFile("f").add("colour", "blue").add("options", "x=\" ,\n"))
                .record(Outer.class);
        Layer again = Layer.ofFile("again");
        RecordSettings.values(first)
                .forEach(
                        (key, value) -> Stream.ofNullable(SCHEMA.get(key).type().texts(value))
                                .flatMap(List::stream)
                                .forEach(text -> again.add(key, text)));

        assertEquals(first, values(again).record(Outer.class));
    }

    @Test
    void shouldTakeTheAliasWhereItIsGivenHigher() {
        assertEquals(6, values(preset(), Layer.ofFile("f").add("extent", "6")).<Integer>get("size"));
        assertEquals(
                3,
                values(
                                preset(),
                                Layer.ofFile("f").add("extent", "6"),
                                Layer.ofCommandLine().add("size", "3"))
                        .<Integer>get("size"));
    }

    @Test
    void shouldDeriveAnewWhereAHigherLayerSaysAuto() {
        Layer file = Layer.ofFile("f").add("room", "1");

        assertEquals(
                8,
                values(preset(), file, Layer.ofCommandLine().add("room", "auto"))
                        .<Integer>get("room"));
        assertEquals(
                8,
                values(preset(), file, Layer.ofCommandLine().add("room", "auto (3)"))
                        .<Integer>get("room"));
        assertEquals(Set.of("room"), values(preset()).derived());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "colour | bleu | colour (in f) bleu: it must be one of red, dark-red, blue; did you mean blue?",
                "size | much | size (in f) much: it must be a whole number of at most 2147483647; give 16, for example",
                "room | much | room (in f) much: it must be a whole number of at most 2147483647; give 16, for example, or auto",
                "on | yes | on (in f) yes: it must be true or false; give one of the two",
                "time | 5 | time (in f) 5: it must be none, or a number and one of ms, s, min, h; give 10s, for example",
                "options | a | options (in f) a: it must be NAME=VALUE, each name once; give --env-option name=value, for example",
            })
    void shouldRefuseWhatIsNotUnderstoodAndCountItForNotGiven(String key, String text, String message) {
        Values values = values(preset(), Layer.ofFile("f").add(key, text));

        assertEquals(message, told());
        assertEquals(values(preset()).record(Outer.class), values.record(Outer.class));
    }

    @Test
    void shouldRefuseNumbersOutOfRange() {
        RecordSettings.check(values(Layer.ofProgram().add("size", "10")).record(Outer.class), violations);
        assertEquals("--size 10: it must be in 1 .. 9; give 16, for example", told());

        Violations inner = new Violations();
        RecordSettings.check(new Inner(1), inner);
        assertEquals(
                "--share 1.0: it must be in [0, 1); give 0.5",
                inner.list().get(0).toString());
    }

    /** A number that may change, and a switch that is void then. */
    public record Annealed(
            @Setting(range = "(0, 1)", remedy = "give 0.5", help = "A rate.")
            AnnealedValue rate,

            @Setting(defaultValue = "false", onlyWith = "rate!=a schedule", otherwise = "false", help = "A switch.")
            boolean fall) {}

    private Annealed annealed(String rate) {
        Schema schema =
                new Schema.Builder("Things").add(List.of(Annealed.class)).build();
        return new Values(
                        schema,
                        List.of(
                                Layer.ofPreset("p").add("fall", "true").add("rate", "0.75"),
                                Layer.ofProgram().add("rate", rate)),
                        Set.of(),
                        violations)
                .record(Annealed.class);
    }

    @Property
    void shouldReadAScheduleBackFromItsText(
            @ForAll AnnealedValue.Shape shape,
            @ForAll @DoubleRange(max = 1e6) double from,
            @ForAll @DoubleRange(max = 1e6) double to) {
        boolean constant = shape == AnnealedValue.Shape.CONSTANT;
        AnnealedValue value = new AnnealedValue(shape, from, constant ? from : to);

        assertEquals(new Annealed(value, constant), annealed(value.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "linear:0.5",
                "linear:0.5:",
                "linear::0.5",
                "linear:1:1:1",
                "constant:1:1",
                "LINEAR:1:0",
                ":1:0",
                "linear:x:0",
                "linear:1:1e999",
                "linear",
                "1:2"
            })
    void shouldRefuseATextThatIsNoSchedule(String text) {
        annealed(text);
        assertEquals(
                "rate " + text + ": it must be a number, linear:FROM:TO or cosine:FROM:TO; give 2.5e-4 or "
                        + "linear:2.5e-4:0, for example",
                told());
    }

    @ParameterizedTest
    @CsvSource({"linear:0.5:0,true", "cosine:0.1:0.9,true", "linear:0:0.5,false", "linear:0.5:1,false", "0,false"})
    void shouldHoldBothEndsOfAScheduleInTheRangeButForAnEndAt0(String text, boolean holds) {
        RecordSettings.check(annealed(text), violations);
        assertEquals(holds, violations.isEmpty());
    }

    @Test
    void shouldRefuseToGoOnWithoutANumberThatNobodyGives() {
        assertTrue(assertThrows(ConfigurationException.class, () -> values().record(Outer.class))
                .getMessage()
                .contains("--size: it must be given, for no preset gives it"));
    }

    @Test
    void shouldKnowWhatDecidesBits() {
        assertFalse(SCHEMA.get("colour").decidesBits("red", "dark-red"));
        assertTrue(SCHEMA.get("colour").decidesBits("red", "blue"));
        assertTrue(SCHEMA.get("colour").decidesBits("red", null));
        assertFalse(SCHEMA.get("room").decidesBits("1", "2"));
        assertFalse(SCHEMA.get("size").decidesBits("1", "1"));
    }

    @Test
    void shouldTellSettingsOfAlgorithmsFromTheRuns() {
        assertEquals(List.of("mine"), SCHEMA.get("many-times").owners());
        assertEquals("Algorithm", SCHEMA.get("many-times").group());
        assertEquals(List.of(), SCHEMA.get("size").owners());
        assertThrows(
                IllegalStateException.class,
                () -> new Schema.Builder()
                        .add(List.of(Outer.class))
                        .add("other", Inner.class)
                        .build());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[0, 1] | 0 1 0.5 | -0.1 1.1 NaN | must be in [0, 1]",
                "(0, 1] | 1 1e-9 | 0 2 | must be in (0, 1]",
                "(0, inf) | 1e-300 1e300 | 0 Infinity NaN | must be a positive number",
                "[0, inf) | 0 | -1 | must be at least 0",
                "(2, inf) | 3 | 2 | must be above 2",
                "[1, 2^31-1] | 2147483647 | 2147483648 | must be in [1, 2^31-1]",
            })
    void shouldReadRangesAsInMathematics(String text, String inside, String outside, String rule) {
        Range range = Range.parse(text);

        Stream.of(inside.split(" ")).forEach(n -> assertTrue(range.holds(Double.parseDouble(n)), n));
        Stream.of(outside.split(" ")).forEach(n -> assertFalse(range.holds(Double.parseDouble(n)), n));
        assertEquals(rule, range.rule(false));
        assertThrows(IllegalArgumentException.class, () -> Range.parse("0 .. 1"));
    }
}
