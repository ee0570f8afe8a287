package io.htsrl.distribution;

import io.htsrl.distribution.Example.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands of a page's blocks run one after another in a folder of the page's own, as they stand, but that each
 * training is stopped early. Blocks for which that is not enough are marked {@code <!-- long: why -->}; those that need
 * something of the reader's, {@code <!-- not run: why -->}.
 */
@Tag("slow")
@Tag("thorough")
@Timeout(1800)
class ExamplesRunTest extends ExampleCommands {
    @TempDir
    private static Path folder;

    static List<Path> pagesToRun() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path page : pages()) {
            if (Examples.in(page).stream().anyMatch(example -> example.kind() == Kind.RUN)) {
                pages.add(page);
            }
        }
        return pages;
    }

    /** A name for the page's folder: pages of two folders may have the same name. */
    private static String scratch(Path page) {
        return Archive.ROOT.relativize(page).toString().replace('/', '-');
    }

    @ParameterizedTest
    @MethodSource("pagesToRun")
    void shouldRun(Path page) throws IOException {
        Path scratch = Files.createDirectory(folder.resolve(scratch(page)));
        for (Example example : Examples.in(page)) {
            if (example.kind() == Kind.RUN) {
                withClassPath(example, () -> run(example.in(scratch)));
            }
        }
    }
}
