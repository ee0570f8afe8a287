package io.htsrl.core.environment;

import io.htsrl.core.error.ConfigurationException;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;

/**
 * Creates environments by the names of their classes, such as {@code demo.Corridor}: public classes on the class path
 * with a public constructor without parameters. Stateless, any thread.
 */
public final class ClassEnvironments implements EnvironmentProvider {

    /** Returns no names, since any class on the class path may be one. */
    @Override
    public List<String> names() {
        return List.of();
    }

    @Override
    public boolean provides(String id) {
        return find(id) != null;
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        if (!options.isEmpty()) {
            throw new ConfigurationException(
                    "--env-option",
                    options,
                    "is not understood by the class " + id,
                    "leave it out, or write an EnvironmentProvider, which receives options");
        }
        try {
            return find(id).getConstructor().newInstance();
        } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
            throw new ConfigurationException(
                    "--env",
                    id,
                    "must name a public class with a public constructor without parameters",
                    "add one, or write an EnvironmentProvider");
        } catch (InvocationTargetException e) {
            throw new EnvironmentFailedException(
                    "environment (" + id + ") threw when it was made: " + e.getCause(), -1, e.getCause());
        }
    }

    /** Returns the class of that name; null where none is an environment. It is not initialized yet. */
    private static Class<? extends Environment> find(String id) {
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Class<?> found = Class.forName(id, false, loader);
            return Environment.class.isAssignableFrom(found) ? found.asSubclass(Environment.class) : null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
