package io.htsrl.determinism.verify;

import java.nio.file.Path;

/**
 * Choice of the intervals to record, and their file. Immutable.
 *
 * @param file     file of the intervals' contents
 * @param last     the last interval to keep; the run ends after it
 * @param maxBytes most bytes of the file: of a longer run the last intervals up to {@code last} are kept
 */
public record Recording(Path file, long last, long maxBytes) {}
