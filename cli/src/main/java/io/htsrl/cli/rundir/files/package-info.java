/**
 * Files of a run directory as such: {@link LineFile}, lines that can be followed while they are written and gone back
 * to, with a {@link JsonLine} built on each; {@link WholeFile} and {@link JsonDocument} for small documents; {@link RunFiles},
 * which opens them and says what is wrong with those that cannot be read, {@link RecordedLines}, which reads lines back,
 * and {@link JsonDocument.JsonKind}, what documents must hold; {@link CsvLine}. {@link Thinning} says which lines of a long
 * run are written, {@link RunDirectoryException} that one cannot be.
 */
package io.htsrl.cli.rundir.files;
