package io.htsrl.core.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads files that lie beside a class, in its jar or folder. Stateless, any thread. */
public final class Resources {
    private Resources() {}

    /**
     * Returns the bytes of a file.
     *
     * @param owner class with the class path that has it
     * @param name for {@link Class#getResourceAsStream}
     */
    public static byte[] bytes(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the class path has no " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read from the class path", e);
        }
    }

    /** Returns the text of a file, in UTF-8. */
    public static String text(Class<?> owner, String name) {
        return new String(bytes(owner, name), StandardCharsets.UTF_8);
    }
}
