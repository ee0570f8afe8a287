package io.htsrl.python;

import java.util.List;
import java.util.Map;

/** The variables that a worker is started with. Pure functions. */
final class WorkerVariables {
    /** Sums of several threads differ from those of one, and workers have the cores already. */
    private static final List<String> THREADS = List.of(
            "OMP_NUM_THREADS",
            "OPENBLAS_NUM_THREADS",
            "MKL_NUM_THREADS",
            "BLIS_NUM_THREADS",
            "NUMEXPR_NUM_THREADS",
            "VECLIB_MAXIMUM_THREADS");

    private WorkerVariables() {}

    /** Adds to those of this process. */
    static void set(Map<String, String> variables) {
        THREADS.forEach(name -> variables.put(name, "1"));
        variables.put("PYTHONHASHSEED", "0"); // the order of sets is chance otherwise
        variables.put("PYTHONUNBUFFERED", "1"); // the last lines of one that dies
        variables.put("PYTHONIOENCODING", "utf-8:backslashreplace");
        variables.putIfAbsent("PYGAME_HIDE_SUPPORT_PROMPT", "1");
    }
}
