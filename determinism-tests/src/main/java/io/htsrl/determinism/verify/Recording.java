package io.htsrl.determinism.verify;

import java.nio.file.Path;

/**
 * What to keep of a run, and where. Immutable.
 *
 * @param file     the intervals' contents
 * @param last     the last interval to keep; the run ends after it
 * @param maxBytes of the file: of a longer run the last intervals up to {@code last} are kept
 */
public record Recording(Path file, long last, long maxBytes) {}
