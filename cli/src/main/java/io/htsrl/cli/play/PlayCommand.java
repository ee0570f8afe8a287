package io.htsrl.cli.play;

import io.htsrl.cli.evaluate.PolicyCommand;
import io.htsrl.cli.evaluate.TrainedPolicy;
import io.htsrl.cli.play.LiveScreen.TerminalPicture;
import io.htsrl.cli.play.PlaySession.PlayTable;
import io.htsrl.cli.play.VideoScreen.Encoder;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.signals.Signals.Interrupts;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Terminal;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.watch.Watchdog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hts play}: plays episodes with a recorded run's policy. One thread, and that of Ctrl-C. */
@Command(
        name = "play",
        header = "Plays episodes with a run's policy, in the terminal or as a GIF.",
        customSynopsis = "hts play RUN [settings]",
        description = "Plays episodes with the parameters that the run ended with, or those of its newest checkpoint "
                + "where it has not ended: in the terminal, or with --record into an animated GIF or a video. They are the "
                + "episodes of 'hts evaluate' with the same settings.",
        footer = {
            "  hts play runs/mine",
            "  hts play runs/mine --episodes 3 --policy sampled --record mine.gif --scale 2"
        })
public final class PlayCommand extends PolicyCommand {
    private static final int MOST_SCALE = 16;
    private static final String GIF = ".gif";
    private static final String VIDEO = ".mp4";

    @Option(names = "--episodes", order = 0, paramLabel = "N", description = "Episodes; default 1.")
    private int episodes = 1;

    @Option(names = "--max-steps", order = 4, paramLabel = "M", description = "Cuts episodes off after M steps.")
    private Integer maxSteps;

    @Option(
            names = {"--record", "--out"},
            order = 5,
            paramLabel = "FILE",
            description =
                    "The file to write, a frame for each step: x.gif is an animated GIF, x.mp4 a video, which needs ffmpeg.")
    private Path record;

    @Option(names = "--fps", order = 6, paramLabel = "F", description = "Steps shown in a second, 1 .. 50; default 15.")
    private int framesPerSecond = 15;

    @Option(
            names = "--scale",
            order = 7,
            paramLabel = "K",
            description = "Pixels of the file per pixel of the environment, 1 .. 16; default 1.")
    private Integer scale;

    private final Optional<Encoder> encoder;

    public PlayCommand() {
        this(Optional.ofNullable(System.getenv("PATH")).orElse(""));
    }

    /** @param searchPath path on which an encoder of videos is searched */
    PlayCommand(String searchPath) {
        this.encoder = Encoder.on(searchPath);
    }

    @Override
    protected int episodes() {
        return episodes;
    }

    @Override
    protected void check(Violations violations) {
        violations.check(
                maxSteps == null || maxSteps >= 1,
                "--max-steps",
                maxSteps,
                "must be at least 1",
                "leave it out for whole episodes");
        WholeFile.check("--record", record, violations);
        violations.check(
                record == null || isRecorded(GIF) || isRecorded(VIDEO),
                "--record",
                record,
                "must end in .gif or .mp4, the formats that are written",
                "give it such a name");
        violations.check(
                !isRecorded(VIDEO) || encoder.isPresent(),
                "--record",
                record,
                "needs ffmpeg for a video, and there is none on the PATH",
                "install it (apt install ffmpeg, or brew install ffmpeg), or give a name that ends in .gif");
        int most = GifFile.MOST_FRAMES_PER_SECOND;
        violations.check(
                framesPerSecond >= 1 && framesPerSecond <= most,
                "--fps",
                framesPerSecond,
                "must be in 1 .. " + most,
                "give 15, for example");
        violations.check(
                scale == null || scale >= 1 && scale <= MOST_SCALE,
                "--scale",
                scale,
                "must be in 1 .. " + MOST_SCALE,
                "give 2, for example");
        violations.check(
                scale == null || record != null,
                "--scale",
                scale,
                "is about the file of --record",
                "give --record, or leave it out: a picture in the terminal is as large as that");
    }

    private boolean isRecorded(String ending) {
        return record != null && record.toString().toLowerCase(Locale.ROOT).endsWith(ending);
    }

    @Override
    protected int run(TrainedPolicy trained, Watchdog watchdog, PrintWriter out, PrintWriter err) {
        try (Interrupts interrupts = new Interrupts();
                EpisodeRunner runner = new EpisodeRunner(trained.config(), actions(), 1, watchdog);
                Screen screen = screen(trained, runner.rendered(), out, err)) {
            PlayTable table = new PlayTable(out, screen instanceof LiveScreen);
            table.begin(trained, actions(), root(trained));
            PlaySession session = new PlaySession(
                    runner, screen, maxSteps == null ? Integer.MAX_VALUE : maxSteps, interrupts::happened);
            RandomStream stream = EpisodeRunner.stream(root(trained), trained.chance());
            for (int episode = 0; episode < episodes && !interrupts.happened(); episode++) {
                table.add(session.play(trained.model().parameters(), stream, episode));
            }
            screen.end();
            table.end(screen.summary());
            return interrupts.happened() ? ExitCode.INTERRUPTED : ExitCode.OK;
        }
    }

    private Screen screen(TrainedPolicy trained, Optional<Rendered> rendered, PrintWriter out, PrintWriter err) {
        String env = trained.config().env();
        if (record != null) {
            Rendered seen = rendered.orElseThrow(() -> new ConfigurationException(
                    "--record",
                    record,
                    "needs an environment that can be seen, and " + env + " has no picture",
                    "leave it out"));
            int pixels = scale == null ? 1 : scale;
            return isRecorded(VIDEO)
                    ? new VideoScreen(encoder.orElseThrow(), record, seen, pixels, framesPerSecond)
                    : new GifFile(record, seen.renderWidth(), seen.renderHeight(), pixels, framesPerSecond);
        }
        if (rendered.isEmpty()) {
            ErrorOutput.printWarning(err, env + " has no picture: what was played is only told");
            return Screen.NONE;
        }
        if (!Terminal.isInteractive()) {
            ErrorOutput.printWarning(
                    err, "there is no terminal to show the picture in; --record play.gif writes it to a file");
            return Screen.NONE;
        }
        Rendered seen = rendered.get();
        TerminalPicture picture = TerminalPicture.here(seen.renderWidth(), seen.renderHeight(), Terminal.rows() - 2);
        return new LiveScreen(out, picture, framesPerSecond);
    }
}
