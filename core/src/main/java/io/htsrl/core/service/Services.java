package io.htsrl.core.service;

import io.htsrl.core.error.ConfigurationException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Finds services of modules and of the user's jars, such as environments and commands. For a class that cannot be
 * loaded, one message names the file that lists it, the class and the cause. Any thread.
 */
public final class Services {
    private static final String REMEDY = "fix that jar or folder, or take it off " + ClassPathVariable.NAME;

    /** The providers of each type, with the class loader that found them. */
    private static final Map<Class<?>, Shared> SHARED = new ConcurrentHashMap<>();

    private record Shared(ClassLoader loader, List<?> providers) {}

    private Services() {}

    /**
     * Creates the providers of {@code type}, in the order of the class path.
     *
     * @throws ConfigurationException when a provider cannot be created
     */
    public static <T> List<T> load(Class<T> type) {
        List<T> providers = new ArrayList<>();
        try {
            ServiceLoader.load(type).forEach(providers::add);
            return providers;
        } catch (ServiceConfigurationError | LinkageError e) {
            throw refused(type, e);
        }
    }

    /**
     * Returns the providers of {@code type}, which are stateless: they are created once.
     *
     * @throws ConfigurationException when a provider cannot be created
     */
    @SuppressWarnings("unchecked") // load gave them
    public static <T> List<T> shared(Class<T> type) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Shared shared = SHARED.get(type);
        if (shared == null || shared.loader != loader) {
            shared = new Shared(loader, List.copyOf(load(type)));
            SHARED.put(type, shared);
        }
        return (List<T>) shared.providers;
    }

    /**
     * Returns the {@link #shared} providers of {@code type}, sorted by name.
     *
     * @throws ConfigurationException when a provider cannot be created, or two have one name
     */
    public static <T> List<T> named(Class<T> type, Function<T, String> name) {
        return sorted(shared(type), type.getSimpleName(), name);
    }

    /**
     * Returns providers, sorted by name.
     *
     * @param what what a provider is, for the message
     * @throws ConfigurationException when two have one name
     */
    public static <T> List<T> sorted(List<T> loaded, String what, Function<T, String> name) {
        List<T> all = loaded.stream().sorted(Comparator.comparing(name)).toList();
        for (int i = 1; i < all.size(); i++) {
            String own = name.apply(all.get(i));
            if (own.equals(name.apply(all.get(i - 1)))) {
                throw new ConfigurationException(
                        ClassPathVariable.NAME,
                        own,
                        "must be the name of one " + what + ", and is that of "
                                + all.get(i - 1).getClass().getName() + " and of "
                                + all.get(i).getClass().getName(),
                        "take one of them off the class path, or give it another name");
            }
        }
        return all;
    }

    /** Creates the error for a loaded provider that fails when it is first called. */
    public static ConfigurationException failed(Object provider, Throwable cause) {
        return refused(
                provider.getClass().getProtectionDomain().getCodeSource() == null
                        ? "class path"
                        : provider.getClass()
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation(),
                provider.getClass().getName(),
                "which fails: " + reason(cause));
    }

    private static ConfigurationException refused(Object file, String name, String why) {
        return new ConfigurationException(
                ClassPathVariable.NAME, file, "must name classes that work, and names " + name + ", " + why, REMEDY);
    }

    /**
     * Creates the error for a class that cannot be loaded. The loader reports neither the file nor, for a class that
     * cannot be linked, its name: each class is tried again.
     */
    private static ConfigurationException refused(Class<?> type, Throwable failure) {
        ClassLoader own = Thread.currentThread().getContextClassLoader(); // same as ServiceLoader
        ClassLoader loader = own == null ? ClassLoader.getSystemClassLoader() : own;
        String listing = "META-INF/services/" + type.getName();
        try {
            for (URL file : Collections.list(loader.getResources(listing))) {
                for (String name : names(file)) {
                    String why = problem(type, name, loader, failure);
                    if (why != null) {
                        return refused(file, name, why);
                    }
                }
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return new ConfigurationException(
                ClassPathVariable.NAME,
                listing,
                "must be readable and name classes that work: " + reason(failure),
                REMEDY);
    }

    private static List<String> names(URL file) throws IOException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(file.openStream(), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .toList();
        }
    }

    /** Returns text that completes "names NAME, ..."; null if the class can be loaded. */
    private static String problem(Class<?> type, String name, ClassLoader loader, Throwable failure) {
        try {
            Class<?> found = Class.forName(name, false, loader);
            if (!type.isAssignableFrom(found)) {
                return "which is no " + type.getSimpleName();
            }
            found.getConstructor().newInstance();
            return null;
        } catch (ClassNotFoundException e) {
            return "which is not there";
        } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
            return "which has no public constructor without parameters";
        } catch (InvocationTargetException | RuntimeException | LinkageError e) {
            boolean again = e instanceof NoClassDefFoundError && failure.getCause() != null; // a second initialisation
            return "which cannot be made: " + reason(again ? failure.getCause() : e);
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null
                && (cause instanceof InvocationTargetException
                        || cause instanceof ExceptionInInitializerError
                        || cause instanceof ServiceConfigurationError)) {
            cause = cause.getCause();
        }
        return cause.toString();
    }
}
