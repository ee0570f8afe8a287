package io.htsrl.monitor.live.server;

import io.htsrl.core.service.Resources;
import java.util.Locale;
import java.util.Map;

/**
 * A file of the page, from this program's jars. Immutable by use.
 *
 * @param type  MIME type of its content
 * @param bytes its content
 */
public record Asset(String type, byte[] bytes) {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    /**
     * Reads a file.
     *
     * @param owner    class with the class path that has it
     * @param resource name for {@link Class#getResourceAsStream}
     */
    public static Asset of(Class<?> owner, String resource) {
        String ending = resource.substring(resource.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return new Asset(TYPES.get(ending), Resources.bytes(owner, resource));
    }
}
