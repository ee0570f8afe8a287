package io.htsrl.core.settings;

import java.util.List;

/** A type with a fixed list of texts. Immutable, any thread. */
public class ChoiceType extends DescribedType {
    private final List<String> choices;

    /** @param choices texts in the order of messages */
    public ChoiceType(List<String> choices) {
        super("NAME", "must be one of " + String.join(", ", choices), "give one of them");
        this.choices = List.copyOf(choices);
    }

    @Override
    public Object read(String text) {
        return choices.contains(text) ? text : null;
    }

    @Override
    public List<String> choices() {
        return choices;
    }
}
