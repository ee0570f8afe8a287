package io.htsrl.core.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Names and values, of which a higher place adds to a lower one's. Stateless, any thread. */
final class PairsType implements ValueType {
    @Override
    public Object read(String text) {
        return readAll(List.of(text));
    }

    @Override
    public Object unset() {
        return Map.of();
    }

    @Override
    public Object readAll(List<String> texts) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            if (equals < 1
                    || text.indexOf('\0') >= 0
                    || pairs.put(text.substring(0, equals), text.substring(equals + 1)) != null) {
                return null;
            }
        }
        return pairs;
    }

    @Override
    public List<String> texts(Object value) {
        return ((Map<?, ?>) value)
                .entrySet().stream()
                        .map(pair -> pair.getKey() + "=" + pair.getValue())
                        .sorted()
                        .toList();
    }

    @Override
    public Object over(Object lower, Object value) {
        Map<Object, Object> all = new LinkedHashMap<>((Map<?, ?>) lower);
        all.putAll((Map<?, ?>) value);
        return all;
    }

    @Override
    public String rule() {
        return "must be NAME=VALUE, each name once";
    }

    @Override
    public String remedy() {
        return "give --env-option name=value, for example";
    }

    @Override
    public String label() {
        return "K=V";
    }

    @Override
    public boolean takesSeveral() {
        return true;
    }

    @Override
    public boolean takesList() {
        return true;
    }

    @Override
    public boolean isFree() {
        return true;
    }
}
