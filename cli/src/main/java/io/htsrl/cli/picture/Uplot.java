package io.htsrl.cli.picture;

import io.htsrl.core.service.Resources;
import java.io.IOException;
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
        return Resources.text(Uplot.class, resource(file));
    }

    private static String version() {
        String properties = new String(Resources.bytes(Uplot.class, PROPERTIES), StandardCharsets.ISO_8859_1);
        Properties read = new Properties();
        try {
            read.load(new StringReader(properties));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read.getProperty("version");
    }
}
