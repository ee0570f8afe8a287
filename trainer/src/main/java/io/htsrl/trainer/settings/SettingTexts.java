package io.htsrl.trainer.settings;

import io.htsrl.core.settings.Lookup;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.learners.Algorithm;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings that make a run again, as text: all that are recorded and mean something to it. One thread. */
public final class SettingTexts implements Lookup {
    private final Schema schema;
    private final Map<String, Object> values;

    private SettingTexts(Schema schema, Map<String, Object> values) {
        this.schema = schema;
        this.values = values;
    }

    /**
     * The texts by key, in the order of the schema; several of a list alone.
     *
     * @param values by key, as {@link RunSchema#values} gives them
     */
    public static Map<String, List<String>> of(Schema schema, Map<String, Object> values, Algorithm algorithm) {
        SettingTexts lookup = new SettingTexts(schema, values);
        Map<String, List<String>> texts = new LinkedHashMap<>();
        for (SettingSpec setting : schema.all()) {
            boolean meant = setting.isRecorded()
                    && values.containsKey(setting.key())
                    && RunSchema.applies(setting, algorithm)
                    && setting.isMeant(lookup);
            List<String> own = meant ? setting.type().texts(values.get(setting.key())) : null;
            if (own != null) {
                texts.put(setting.key(), own);
            }
        }
        return texts;
    }

    @Override
    @SuppressWarnings("unchecked") // each component has one type
    public <T> T get(String key) {
        return (T) values.get(key);
    }

    @Override
    public String text(String key) {
        return schema.get(key).text(values.get(key));
    }
}
