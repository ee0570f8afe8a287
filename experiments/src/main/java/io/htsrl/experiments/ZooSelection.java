package io.htsrl.experiments;

import io.htsrl.cli.zoo.ZooCatalogue;
import io.htsrl.cli.zoo.ZooEntry;
import io.htsrl.core.error.Violations;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Entries of the zoo beside recorded runs: flags of the commands that draw them. One thread. */
final class ZooSelection {
    private static final String ALL = "all";

    @Mixin
    private ZooCatalogue catalogue = new ZooCatalogue();

    @Option(
            names = "--zoo",
            split = ",",
            paramLabel = "ID",
            description = "Entries of the zoo, by commas; all for all of them.")
    private List<String> ids = List.of();

    /** Adds a violation where neither a run nor an entry is given. */
    void checkAny(List<Path> runs, Violations violations) {
        violations.check(
                !runs.isEmpty() || !ids.isEmpty(),
                "RUN",
                null,
                "must be given, or --zoo",
                "give a run directory, the folder of a sweep, or --zoo all");
    }

    /** @throws io.htsrl.core.error.ConfigurationException when no such entry exists, or one is damaged */
    List<ZooEntry> entries() {
        if (!ids.contains(ALL)) {
            return ids.stream().distinct().map(catalogue::entry).toList();
        }
        List<ZooEntry> entries = catalogue.entries();
        Violations.require(
                !entries.isEmpty(), "--zoo", ALL, "must be of a folder with entries, and it has none", "check --from");
        return entries;
    }
}
