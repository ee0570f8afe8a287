package io.htsrl.cli.project;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.service.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Files of a project, whose texts are resources beside this class. Immutable.
 *
 * @param files resource by the path in the project, with placeholders such as {@code $name$} in both
 */
record ProjectTemplate(Map<String, String> files) {

    /**
     * Writes the project into a new or empty folder.
     *
     * @param words values of the placeholders
     * @throws ConfigurationException when the folder has files, or cannot be written
     */
    void write(Path folder, Map<String, String> words) {
        try {
            if (Files.exists(folder) && !isEmpty(folder)) {
                throw new ConfigurationException(
                        "FOLDER", folder, "must be new or an empty folder", "name another one, or empty it");
            }
            for (Map.Entry<String, String> file : new TreeMap<>(files).entrySet()) {
                Path path = folder.resolve(filled(file.getKey(), words));
                Files.createDirectories(path.getParent());
                Files.writeString(path, filled(Resources.text(ProjectTemplate.class, file.getValue()), words));
            }
        } catch (IOException e) {
            throw new ConfigurationException(
                    "FOLDER",
                    folder,
                    "must be a folder that can be written (" + ShownText.reason(e) + ")",
                    "name another one");
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    private static String filled(String text, Map<String, String> words) {
        String filled = text;
        for (Map.Entry<String, String> word : words.entrySet()) {
            filled = filled.replace("$" + word.getKey() + "$", word.getValue());
        }
        return filled;
    }
}
