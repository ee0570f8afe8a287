package io.htsrl.determinism.faults;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Environments that break their contract, {@code Throwing-v0} and so on; options {@code at}: in which call, and
 * {@code thread}: on which thread.
 */
public final class FaultyEnvironments implements EnvironmentProvider {

    @Override
    public List<String> names() {
        return Arrays.stream(FaultyEnvironment.Fault.values())
                .map(FaultyEnvironment.Fault::id)
                .toList();
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        FaultyEnvironment.Fault fault = Arrays.stream(FaultyEnvironment.Fault.values())
                .filter(f -> f.id().equals(id))
                .findFirst()
                .orElseThrow();
        return new FaultyEnvironment(
                fault, Integer.parseInt(options.getOrDefault("at", "20")), options.getOrDefault("thread", ""));
    }
}
