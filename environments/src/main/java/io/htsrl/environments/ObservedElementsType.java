package io.htsrl.environments;

import io.htsrl.core.settings.DescribedType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Type of a selection of observed elements: {@code all}, or indices with commas between. Stateless, any thread. */
public final class ObservedElementsType extends DescribedType {
    /** Text that observes all elements. */
    public static final String ALL = "all";

    public ObservedElementsType() {
        super("I,...", "must be all, or indices from 0 with commas between", "give 0,2, for example");
    }

    @Override
    public Object read(String text) {
        List<Integer> elements = new ArrayList<>();
        for (String element : text.equals(ALL) ? new String[0] : text.split(",", -1)) {
            if (!element.strip().matches("\\d{1,9}")) {
                return null;
            }
            elements.add(Integer.valueOf(element.strip()));
        }
        return List.copyOf(elements);
    }

    @Override
    public List<String> texts(Object value) {
        List<?> elements = (List<?>) value;
        return elements.isEmpty()
                ? null
                : List.of(elements.stream().map(Object::toString).collect(Collectors.joining(",")));
    }
}
