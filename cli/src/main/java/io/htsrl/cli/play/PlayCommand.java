package io.htsrl.cli.play;

import io.htsrl.cli.evaluate.PolicyCommand;
import io.htsrl.cli.evaluate.TrainedPolicy;
import io.htsrl.cli.play.LiveScreen.TerminalPicture;
import io.htsrl.cli.play.PlaySession.PlayTable;
import io.htsrl.cli.play.PlaySession.Played;
import io.htsrl.cli.play.VideoScreen.Encoder;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.signals.Signals.Interrupts;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Terminal;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.EpisodeRunner;
import io.htsrl.trainer.evaluation.EvaluationPolicy;
import io.htsrl.trainer.watch.Watchdog;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
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
            "  hts play runs/mine --episodes 3 --policy sampled --record mine.gif --scale 2",
            "  hts play runs/mine --against runs/other --episodes 200"
        })
public final class PlayCommand extends PolicyCommand {
    private static final int MOST_SCALE = 16;
    private static final String GIF = ".gif";
    private static final String VIDEO = ".mp4";

    private static final String AGAINST = "--against";
    private static final String HUMAN = "--human";
    private static final String RANDOM = "random";
    private static final int DEFAULT_GAMES = 100;

    @Option(
            names = "--episodes",
            order = 0,
            paramLabel = "N",
            description = "Episodes; default 1, or " + DEFAULT_GAMES + " with --against.")
    private Integer episodes;

    @Option(
            names = AGAINST,
            order = 3,
            paramLabel = "RUN",
            description =
                    "Counts games against another run, or random; each seat in turn. --policy is for both; default "
                            + "against a run: sampled.")
    private String against;

    @Option(names = HUMAN, order = 3, description = "Plays against you, by lines of text.")
    private boolean human;

    @Option(names = "--max-steps", order = 4, paramLabel = "M", description = "Cuts episodes off after M steps.")
    private Integer maxSteps;

    @Option(
            names = {"--record", "--out"},
            order = 5,
            paramLabel = "FILE",
            description = "Writes x.gif or, with ffmpeg, x.mp4: a frame for each step.")
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
        return episodes != null ? episodes : against == null ? 1 : DEFAULT_GAMES;
    }

    /** Greedy players would play one game again and again. */
    @Override
    protected EvaluationPolicy defaultActions() {
        return against == null || against.equals(RANDOM) ? super.defaultActions() : EvaluationPolicy.SAMPLED;
    }

    @Override
    protected void check(Violations violations) {
        violations.check(
                !human || against == null && record == null,
                HUMAN,
                null,
                "is not for " + (against == null ? "--record" : AGAINST),
                "keep one of them");
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
                "needs ffmpeg on the PATH for a video",
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
        if (human) {
            playPerson(trained, out);
            return ExitCode.OK;
        }
        try (Interrupts interrupts = new Interrupts();
                EpisodeRunner runner = against == null
                        ? new EpisodeRunner(trained.config(), actions(), 1, watchdog)
                        : opposed(trained, watchdog);
                Screen screen = screen(trained, runner.rendered(), out, err)) {
            PlayTable table = new PlayTable(out, screen instanceof LiveScreen);
            table.begin(trained, actions(), root(trained), against);
            PlaySession session = session(runner, screen, interrupts::happened);
            for (int episode = 0; episode < episodes() && !interrupts.happened(); episode++) {
                table.add(play(session, runner, trained, episode));
            }
            screen.end();
            table.end(screen.summary());
            return interrupts.happened() ? ExitCode.INTERRUPTED : ExitCode.OK;
        }
    }

    private PlaySession session(EpisodeRunner runner, Screen screen, BooleanSupplier stopped) {
        return new PlaySession(runner, screen, maxSteps == null ? Integer.MAX_VALUE : maxSteps, stopped);
    }

    /** Plays an episode; the person begins the first game, and the policy the first one against another. */
    private Played play(PlaySession session, EpisodeRunner runner, TrainedPolicy trained, int episode) {
        runner.sit(human ? episode + 1 : episode);
        return session.play(
                trained.model().parameters(), EpisodeRunner.stream(root(trained), trained.intervals()), episode);
    }

    private EpisodeRunner opposed(TrainedPolicy trained, Watchdog watchdog) {
        TrainedPolicy other = against.equals(RANDOM)
                ? null
                : refusing(AGAINST, against, () -> TrainedPolicy.load(Path.of(against), null, flags(new Violations())));
        RunConfig config = trained.config();
        EpisodeRunner runner = seats(config, AGAINST, against, watchdog);
        if (other != null) {
            other.warnings().forEach(this::warn);
            Violations.require(
                    other.config().env().equals(config.env())
                            && other.config().envOptions().equals(config.envOptions()),
                    AGAINST,
                    against,
                    "must be a run in " + environment(config) + ", and is one in " + environment(other.config()),
                    "give another run, or random");
            checkSeats(other.config(), AGAINST, against);
            runner.against(other.config(), other.model().parameters(), actions());
        }
        return runner;
    }

    private static String environment(RunConfig config) {
        return config.env() + (config.envOptions().isEmpty() ? "" : " with " + new TreeMap<>(config.envOptions()));
    }

    private void playPerson(TrainedPolicy trained, PrintWriter out) {
        try (EpisodeRunner runner = seats(trained.config(), HUMAN, null, null)) { // a person may take their time
            Rendered state = runner.rendered()
                    .filter(seen -> !seen.keys().isEmpty())
                    .orElseThrow(() -> new ConfigurationException(
                            HUMAN,
                            null,
                            "needs an environment that a person can play by text, and "
                                    + trained.config().env() + " is none",
                            "choose ConnectFour-v0, for example"));
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
            HumanPlayer[] person = new HumanPlayer[1];
            runner.against(agents -> person[0] = new HumanPlayer(agents, state, in, out));
            PlaySession session = session(runner, person[0], () -> false);
            for (int episode = 0; episode < episodes(); episode++) {
                play(session, runner, trained, episode);
            }
        } catch (HumanPlayer.LeftException e) {
            out.flush(); // the game is not counted anywhere
        }
    }

    /** Returns a runner of one seat of a game. */
    private EpisodeRunner seats(RunConfig config, String setting, String value, Watchdog watchdog) {
        checkSeats(config, setting, value);
        return refusing(setting, value, () -> new EpisodeRunner(config.inSeats(), actions(), 1, watchdog));
    }

    private static void checkSeats(RunConfig config, String setting, String value) {
        Violations.require(
                config.frameStack() == 1
                        && config.observe().isEmpty()
                        && config.policies().equals(EnvironmentSource.SHARED),
                setting,
                value,
                "is for runs without --frame-stack, --observe and --policies in this version",
                "choose such a run");
    }

    /** Returns what is made; a refusal names this setting. */
    private static <T> T refusing(String setting, String value, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (ConfigurationException e) {
            Violations violations = new Violations();
            e.violations().forEach(v -> violations.add(setting, value, v.rule(), v.remedy()));
            throw new ConfigurationException(violations);
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
        if (against != null) {
            return Screen.NONE; // its games are counted
        }
        if (rendered.isEmpty()) {
            ErrorOutput.printWarning(err, env + " has no picture: only returns are printed");
            return Screen.NONE;
        }
        if (!Terminal.isInteractive()) {
            ErrorOutput.printWarning(err, "no terminal can show the picture; --record play.gif writes it to a file");
            return Screen.NONE;
        }
        Rendered seen = rendered.get();
        TerminalPicture picture = TerminalPicture.here(seen.renderWidth(), seen.renderHeight(), Terminal.rows() - 2);
        return new LiveScreen(out, picture, framesPerSecond);
    }
}
