package io.htsrl.core.settings;

import java.nio.file.Path;

/** A path. Stateless, any thread. */
final class PathType extends TextType {
    @Override
    public Object read(String text) {
        return text.isBlank() ? null : Path.of(text);
    }

    @Override
    public Object unset() {
        return null;
    }

    @Override
    public String rule() {
        return ValueTypes.pathRule();
    }

    @Override
    public String label() {
        return "FILE";
    }
}
