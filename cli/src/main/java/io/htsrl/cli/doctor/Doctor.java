package io.htsrl.cli.doctor;

import io.htsrl.core.error.ConfigurationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Makes examinations in their order. One that fails is a finding, and the next one is made. One thread. */
final class Doctor {
    private final Map<String, Supplier<List<Finding>>> examinations = new LinkedHashMap<>();

    /** Adds one; {@code name} stands for it where it fails. */
    public Doctor with(String name, Supplier<List<Finding>> examination) {
        examinations.put(name, examination);
        return this;
    }

    /**
     * Examines; whether nothing is wrong.
     *
     * @param report hears of each finding as soon as it is there
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
