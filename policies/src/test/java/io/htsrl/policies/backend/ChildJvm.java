package io.htsrl.policies.backend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs a main class in a JVM of its own, with other flags or another class path, and takes what it prints. */
public final class ChildJvm {

    private ChildJvm() {}

    public static String run(Class<?> main, String classPath, String... flags)
            throws IOException, InterruptedException {
        return run(Map.of(), main, classPath, flags);
    }

    /** Runs it with variables in its environment. */
    public static String run(Map<String, String> variables, Class<?> main, String classPath, String... flags)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.add("-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", ""));
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", classPath, main.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(variables);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status != 0) {
            throw new AssertionError(main.getName() + " ended with status " + status + " after: " + output);
        }
        return output;
    }
}
