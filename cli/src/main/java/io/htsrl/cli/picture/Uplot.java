package io.htsrl.cli.picture;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** Reads the files of uPlot, which draws charts in browsers, from its jar. Stateless, any thread. */
public final class Uplot {
    private static final String PROPERTIES = "/META-INF/maven/org.webjars.npm/uplot/pom.properties";

    private Uplot() {}

    /** Returns the path on the class path of a file of its distribution. */
    public static String resource(String file) {
        return "/META-INF/resources/webjars/uplot/" + version() + "/dist/" + file;
    }

    /** Returns the text of such a file. */
    public static String text(String file) {
        return new String(read(resource(file)), StandardCharsets.UTF_8);
    }

    private static String version() {
        String properties = new String(read(PROPERTIES), StandardCharsets.ISO_8859_1);
        Properties read = new Properties();
        try {
            read.load(new StringReader(properties));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read.getProperty("version");
    }

    private static byte[] read(String resource) {
        try (InputStream in = Uplot.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + resource + " on the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
