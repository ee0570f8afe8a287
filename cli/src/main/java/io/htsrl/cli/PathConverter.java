package io.htsrl.cli;

import io.htsrl.core.error.ShownText;
import io.htsrl.core.settings.ValueTypes;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Makes paths of words, and tells in words where that cannot be. Stateless, any thread. */
final class PathConverter implements ITypeConverter<Path> {
    /** Completes "it ...". */
    static final String RULE = ValueTypes.pathRule();

    /** @throws TypeConversionException when {@code word} is no path */
    @Override
    public Path convert(String word) {
        try {
            return Path.of(word);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + ShownText.of(word) + "': it " + RULE);
        }
    }
}
