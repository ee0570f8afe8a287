package io.htsrl.core.settings;

import java.util.List;
import java.util.Optional;

/**
 * The value that a setting had before a fork of the run changed it. Immutable.
 *
 * @param key of the setting
 * @param text the value; empty where the setting had none
 * @param until first interval with the new value
 */
public record EarlierValue(String key, Optional<String> text, long until) {

    @Override
    public String toString() {
        return key + text.map(value -> "=" + value).orElse("") + "@" + until;
    }

    private static EarlierValue parse(String written) {
        int at = written.lastIndexOf('@');
        if (!written.substring(at + 1).matches("\\d{1,18}") || at < 0) {
            return null;
        }
        String setting = written.substring(0, at);
        int equals = setting.indexOf('=');
        String key = equals < 0 ? setting : setting.substring(0, equals);
        Optional<String> text = equals < 0 ? Optional.empty() : Optional.of(setting.substring(equals + 1));
        return new EarlierValue(key, text, Long.parseLong(written.substring(at + 1)));
    }

    /** Earlier values, in the order of the forks: {@code learning-rate=2.5E-4@120}. Stateless, any thread. */
    public static final class Type extends DescribedType implements ValueType.Several {
        public Type() {
            super(
                    "NAME=VALUE@K",
                    "must be NAME=VALUE@INTERVAL, with rising intervals",
                    "leave it as 'hts fork' wrote it, or remove it");
        }

        @Override
        public Object readAll(List<String> texts) {
            if (texts.equals(List.of(PlansType.NONE))) {
                return List.of();
            }
            List<EarlierValue> values = texts.stream().map(EarlierValue::parse).toList();
            boolean rising = !values.contains(null);
            long last = 1;
            for (int i = 0; rising && i < values.size(); i++) {
                rising = values.get(i).until >= last;
                last = values.get(i).until;
            }
            return rising ? values : null;
        }

        @Override
        public List<String> texts(Object value) {
            List<?> values = (List<?>) value;
            return values.isEmpty()
                    ? null
                    : values.stream().map(Object::toString).toList();
        }
    }
}
