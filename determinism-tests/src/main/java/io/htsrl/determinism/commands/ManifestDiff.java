package io.htsrl.determinism.commands;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.error.ShownText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Differences between the builds and machines of two manifests, which may explain different bits. Stateless, any
 * thread.
 */
final class ManifestDiff {
    /** Entries that the configurations have already, or that differ for every run. */
    private static final Set<String> IGNORED = Set.of(
            "started",
            "command_line",
            "algo",
            "env",
            "seed",
            "threads",
            "deterministic",
            "reproducibility",
            "allow_nondeterminism",
            "environment_check",
            "initial_parameters",
            "recording");
    /**
     * Prefixes of entries that a manifest may lack because the run ended before it wrote them: their absence is no
     * difference.
     */
    private static final List<String> OF_THE_SELF_CHECK = List.of("self_check.", "backend.", "spaces.");
    /** Flags of the launcher: the terminal, and the commit, which the manifest has anyway. */
    private static final String LAUNCHER_FLAG = "-Dhts.";
    /** Key that is compared even if equal: two checkouts of one commit, both modified, may be two programs. */
    private static final String MODIFIED = "hts_rl.dirty";

    private ManifestDiff() {}

    /** Returns the differences by name, such as {@code java.version}. */
    static List<RunDiff.Difference> of(JsonNode a, JsonNode b) {
        Map<String, String> left = flat(a);
        Map<String, String> right = flat(b);
        Set<String> names = new TreeSet<>(left.keySet());
        names.addAll(right.keySet());
        List<RunDiff.Difference> differences = new ArrayList<>();
        for (String name : names) {
            boolean unknown = OF_THE_SELF_CHECK.stream().anyMatch(name::startsWith)
                    && (left.get(name) == null || right.get(name) == null);
            boolean modified = name.equals(MODIFIED) && "true".equals(left.get(name));
            if (modified || !unknown && !Objects.equals(left.get(name), right.get(name))) {
                differences.add(new RunDiff.Difference(name, left.get(name), right.get(name)));
            }
        }
        return differences;
    }

    /** Prints a table, if it has rows. Texts of another person's files may have control characters. */
    static void print(PrintWriter out, String heading, List<RunDiff.Difference> rows) {
        if (!rows.isEmpty()) {
            TextTable table = new TextTable().row(heading, "RECORDED", "HERE");
            rows.forEach(each -> table.row(
                    "    " + ShownText.of(each.name()), DiffTexts.shown(each.a()), DiffTexts.shown(each.b())));
            table.print(out);
        }
    }

    private static Map<String, String> flat(JsonNode manifest) {
        Map<String, String> flat = new TreeMap<>();
        manifest.properties().forEach(entry -> {
            if (!IGNORED.contains(entry.getKey())) {
                flatten(entry.getKey(), entry.getValue(), flat);
            }
        });
        return flat;
    }

    private static void flatten(String name, JsonNode value, Map<String, String> flat) {
        if (value.isObject()) {
            value.properties().forEach(entry -> flatten(name + "." + entry.getKey(), entry.getValue(), flat));
        } else if (value.isArray()) {
            flat.put(
                    name,
                    StreamSupport.stream(value.spliterator(), false)
                            .map(JsonNode::asText)
                            .filter(flag -> !flag.startsWith(LAUNCHER_FLAG))
                            .collect(Collectors.joining(" ")));
        } else if (!value.isNull()) {
            flat.put(name, value.asText());
        }
    }
}
