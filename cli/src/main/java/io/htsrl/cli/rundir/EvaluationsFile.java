package io.htsrl.cli.rundir;

import io.htsrl.cli.rundir.files.JsonLine;
import io.htsrl.cli.rundir.files.RunFiles;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The form of {@code evaluations.csv}: a line for each episode of each evaluated policy. Stateless, any thread. */
public final class EvaluationsFile {
    /** In the run directory. */
    public static final String NAME = "evaluations.csv";

    static final String HEADER = "interval,timestep,wall_seconds,policy,episode,return,length";

    /** The episode that a policy begins with: two policies may have the same interval. */
    private static final String FIRST = "0";

    private EvaluationsFile() {}

    /** Makes {@code line} the line of one episode. */
    static StringBuilder line(StringBuilder line, EvaluationRecord evaluation, int episode) {
        Episode outcome = evaluation.episodes().get(episode);
        line.setLength(0);
        line.append(evaluation.interval())
                .append(',')
                .append(evaluation.timestep())
                .append(',')
                .append(evaluation.wallSeconds())
                .append(',')
                .append(evaluation.policy())
                .append(',')
                .append(episode)
                .append(',');
        JsonLine.appendDecimal(line, outcome.ret());
        return line.append(',').append(outcome.length());
    }

    /**
     * All evaluations in the order of the file; none where there is no file. A last line that was cut off is left out.
     *
     * @throws IOException when the file cannot be read, or is another
     */
    public static List<EvaluationRecord> read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            String text = RunFiles.readString(file);
            return parse(text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .skip(1)
                    .toList());
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new IOException(file + " is no file of evaluations: " + e, e);
        }
    }

    private static List<EvaluationRecord> parse(List<String> lines) {
        List<EvaluationRecord> evaluations = new ArrayList<>();
        List<Episode> episodes = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String[] fields = lines.get(i).split(",", -1);
            episodes.add(new Episode(decimal(fields[5]), Integer.parseInt(fields[6])));
            boolean last =
                    i + 1 == lines.size() || FIRST.equals(lines.get(i + 1).split(",", -1)[4]);
            if (last) {
                evaluations.add(new EvaluationRecord(
                        Long.parseLong(fields[0]),
                        Long.parseLong(fields[1]),
                        Double.parseDouble(fields[2]),
                        fields[3],
                        episodes));
                episodes.clear();
            }
        }
        return evaluations;
    }

    private static double decimal(String text) {
        return text.equals("null") ? Double.NaN : Double.parseDouble(text);
    }
}
