package io.htsrl.cli.doctor;

import io.htsrl.core.error.ConfigurationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs examinations in their order. One that fails becomes a finding, and the next one runs. One thread. */
final class Doctor {
    private final Map<String, Supplier<List<Finding>>> examinations = new LinkedHashMap<>();

    /** Adds an examination; where it fails, the finding has this {@code name}. */
    public Doctor with(String name, Supplier<List<Finding>> examination) {
        examinations.put(name, examination);
        return this;
    }

    /**
     * Examines, and returns whether nothing is wrong.
     *
     * @param report receives each finding as soon as it is there
     */
    public boolean examine(Consumer<Finding> report) {
        boolean[] well = {true};
        examinations.forEach((name, examination) -> {
            for (Finding finding : findings(name, examination)) {
                well[0] &= finding.verdict() != Finding.Verdict.WRONG;
                report.accept(finding);
            }
        });
        return well[0];
    }

    private static List<Finding> findings(String name, Supplier<List<Finding>> examination) {
        try {
            return examination.get();
        } catch (ConfigurationException e) {
            return e.violations().stream()
                    .map(v -> Finding.wrong(name, v.setting() + " " + v.value() + ": it " + v.rule(), v.remedy()))
                    .toList();
        } catch (RuntimeException | LinkageError e) {
            return List.of(Finding.wrong(
                    name, "could not be examined: " + e, "please report it, with the output of 'hts --version'"));
        }
    }
}
