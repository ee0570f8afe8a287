package io.htsrl.core.settings;

import java.util.List;

/** A type with a fixed list of texts. Immutable, any thread. */
public class ChoiceType implements ValueType {
    private final List<String> choices;

    /** @param choices texts in the order of messages */
    public ChoiceType(List<String> choices) {
        this.choices = List.copyOf(choices);
    }

    @Override
    public Object read(String text) {
        return choices.contains(text) ? text : null;
    }

    @Override
    public String rule() {
        return "must be one of " + String.join(", ", choices);
    }

    @Override
    public String remedy() {
        return "give one of them";
    }

    @Override
    public String label() {
        return "NAME";
    }

    @Override
    public List<String> choices() {
        return choices;
    }
}
