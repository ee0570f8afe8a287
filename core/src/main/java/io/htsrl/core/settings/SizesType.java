package io.htsrl.core.settings;

import java.util.Arrays;
import java.util.List;

/** Whole numbers, in order. Stateless, any thread. */
final class SizesType implements ValueType {
    @Override
    public Object read(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(size -> Numbers.decimal(size.strip()).intValueExact())
                .toList();
    }

    @Override
    public List<String> texts(Object value) {
        return ((List<?>) value).stream().map(Object::toString).toList();
    }

    @Override
    public String rule() {
        return "must be whole numbers with commas between";
    }

    @Override
    public String remedy() {
        return "give 64,64 for example";
    }

    @Override
    public String label() {
        return "N,N";
    }

    @Override
    public boolean takesList() {
        return true;
    }
}
