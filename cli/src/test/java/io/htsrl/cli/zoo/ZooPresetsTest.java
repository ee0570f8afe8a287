package io.htsrl.cli.zoo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.settings.AutoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an environment's entry used is its preset. */
class ZooPresetsTest {
    /** The only named preset whose entries used no more than it. */
    private static final String NAMED = "mappo";

    /** Entries of an algorithm or of {@link #NAMED}, not of another form, of environments that need no Python. */
    static Stream<ZooEntry> plain() throws ConfigurationException {
        return new ZooCatalogue()
                .entries().stream()
                        .filter(entry -> !entry.env().startsWith("gym:"))
                        .filter(entry -> entry.id().startsWith(algo(entry) + "-") || isNamed(entry))
                        .filter(entry -> !entry.id().contains("-sync-"));
    }

    private static boolean isNamed(ZooEntry entry) {
        return entry.id().startsWith(NAMED + "-");
    }

    private static String algo(ZooEntry entry) {
        return settings(entry.settings()).get("algo");
    }

    private static Map<String, String> settings(String text) {
        Map<String, String> values = new TreeMap<>();
        for (String line : text.split("\n")) {
            String[] parts = line.replaceAll(" +#.*|\"", "").split(": ", 2);
            if (parts.length == 2) {
                values.put(parts[0], AutoValue.inForce(parts[1]));
            }
        }
        return values;
    }

    @ParameterizedTest
    @MethodSource("plain")
    void shouldTrainAsTheEntryDidWithoutAnyFlag(ZooEntry entry) {
        CommandLineFixture hts = new CommandLineFixture();
        Map<String, String> own = settings(entry.settings());
        List<String> line = new ArrayList<>(List.of("train", "--env", entry.env(), "--print-config"));
        line.addAll(isNamed(entry) ? List.of("--preset", NAMED) : List.of("--algo", algo(entry)));
        String options = own.get("env-option").replaceAll("[\\[\\]]", "");
        Stream.of(options.split(", ")).filter(option -> !option.isEmpty()).forEach(option -> {
            line.add("--env-option");
            line.add(option);
        });
        assertEquals(ExitCode.OK, hts.run(line.toArray(String[]::new)), hts::errors);
        Map<String, String> preset = settings(hts.out.toString());
        preset.keySet().retainAll(own.keySet()); // settings that came later
        own.keySet().retainAll(preset.keySet());

        List<String> different = CliSettings.differing(own, preset).stream()
                .filter(key -> CliSettings.decidesBits(key, own.get(key), preset.get(key)))
                .filter(key -> !key.equals("total-timesteps")) // entries may be shorter
                .map(key -> key + " " + own.get(key) + ", in the preset " + preset.get(key))
                .toList();
        assertEquals(List.of(), different, entry.id());
    }

    @Test
    void shouldNameNoPlaceOfTheMachineThatTrained() {
        List<String> named = new ZooCatalogue()
                .entries().stream()
                        .filter(entry ->
                                settings(entry.settings()).get("env-option").contains("/"))
                        .map(ZooEntry::id)
                        .toList();

        assertEquals(List.of(), named);
    }
}
