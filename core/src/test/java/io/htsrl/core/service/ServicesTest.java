package io.htsrl.core.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServicesTest {
    @TempDir
    Path folder;

    /** The tests' provider. */
    public abstract static class Provider implements EnvironmentProvider {

        @Override
        public List<String> names() {
            return List.of("Test-v0");
        }

        @Override
        public Environment create(String id, Map<String, String> options) {
            throw new IllegalStateException("made by no test");
        }
    }

    public static final class Whole extends Provider {}

    /** Its constructor throws. */
    public static final class Throwing extends Provider {
        public Throwing() {
            throw new IllegalArgumentException("no licence");
        }
    }

    /** It cannot be initialised. */
    public static final class Uninitialised extends Provider {
        private static final int BAD = Integer.parseInt("bad");

        public int bad() {
            return BAD;
        }
    }

    public static final class Shy extends Provider {
        private Shy() {}
    }

    private <T> T with(String listing, Supplier<T> action) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(EnvironmentProvider.class.getName()), listing);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            return action.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void shouldFindWhatTheClassPathProvides() throws IOException {
        assertEquals(List.of("Test-v0"), with(Whole.class.getName() + " # for this test\n", Environments::names));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NotThere | which is not there",
                "ServicesTest$Throwing | which cannot be made: java.lang.IllegalArgumentException: no licence",
                "ServicesTest$Uninitialised | which cannot be made: java.lang.NumberFormatException: For input",
                "ServicesTest$Shy | which has no public constructor without parameters",
                "ServicesTest | which is no EnvironmentProvider",
            })
    void shouldNameFileClassAndCauseOfAProviderThatCannotBeMade(String simpleName, String why) throws IOException {
        String name = getClass().getPackageName() + "." + simpleName;
        ConfigurationException refused = with(
                "# ours\n" + Whole.class.getName() + "\n" + name + "\n",
                () -> assertThrows(ConfigurationException.class, Environments::names));

        Path file = folder.resolve("META-INF/services/" + EnvironmentProvider.class.getName());
        assertEquals(1, refused.violations().size());
        Violations.Violation told = refused.violations().get(0);
        assertEquals("HTS_CLASS_PATH", told.setting());
        assertTrue(told.value().toString().endsWith(file.toString()), told::toString);
        assertTrue(told.rule().contains("names " + name + ", " + why), told::toString);
    }

    @Test
    void shouldRefuseAClassThatCannotBeRead() throws IOException {
        Files.write(folder.resolve("Broken.class"), new byte[] {1, 2, 3});

        ConfigurationException refused =
                with("Broken\n", () -> assertThrows(ConfigurationException.class, () -> Environments.exists("X-v0")));

        assertTrue(
                refused.getMessage().contains("names Broken, which cannot be made: java.lang.ClassFormatError"),
                refused::getMessage);
    }

    @Test
    void shouldRefuseAListingThatIsNone() throws IOException {
        ConfigurationException refused =
                with("not a class name\n", () -> assertThrows(ConfigurationException.class, Environments::names));

        assertTrue(refused.getMessage().contains("names not a class name, which is not there"), refused::getMessage);
    }

    @Test
    void shouldRefuseTwoOfOneName() {
        List<Whole> doubled = List.of(new Whole(), new Whole());

        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> Services.sorted(
                        doubled, "Provider", provider -> provider.names().get(0)));

        String name = Whole.class.getName();
        assertTrue(
                refused.getMessage()
                        .contains("HTS_CLASS_PATH Test-v0: it must be the name of one Provider, and is that of " + name
                                + " and of " + name),
                refused::getMessage);
    }
}
