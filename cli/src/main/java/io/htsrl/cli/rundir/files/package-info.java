/**
 * Formats of a run directory's files: {@link LineFile}, lines that can be followed while they are written and truncated
 * to a mark, with a {@link JsonLine} on each; {@link WholeFile} and {@link JsonDocument} for small documents;
 * {@link RunFiles}, which opens them and explains why one cannot be read, {@link RecordedLines}, which reads lines
 * back, and {@link JsonDocument.JsonKind}, the kinds of required values; {@link CsvLine}. {@link Thinning} chooses the
 * lines of a long run; {@link RunDirectoryException} reports a file that cannot be written.
 */
package io.htsrl.cli.rundir.files;
