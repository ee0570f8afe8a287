package io.htsrl.monitor.live;

import io.htsrl.core.settings.OptionalType;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.core.time.TimeSpan;
import io.htsrl.monitor.live.model.PageFeed;
import io.htsrl.monitor.live.model.RunModel;
import io.htsrl.monitor.live.run.RunView;
import io.htsrl.monitor.live.server.Address;
import io.htsrl.monitor.live.server.Token;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunHandle;
import io.htsrl.trainer.logging.RunHandle.OpenPage;
import io.htsrl.trainer.logging.RunLog;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.RunOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code hts train --live}: serves a page of the run while it is in progress. It follows the run's files and reads the
 * state of its threads through {@link RunHandle}. From the loggers' events it uses only the priorities of a replay. The
 * loggers' thread.
 */
public final class LiveLogger implements RunLogger, RunLog {
    private static final String ENDED = "The run has ended.";

    private LivePage page;
    private RunView view;
    private RunHandle handle;
    private Optional<Duration> stay;
    private volatile boolean ended;

    /**
     * Settings of the page.
     *
     * @param live the port; empty for no page, 0 for any free one
     * @param liveHost host at which it is served
     * @param liveAfter how long it stays after the run; empty for the terminal's default
     */
    @SettingGroup("Output")
    public record LiveSettings(
            @Setting(
                    defaultValue = "none",
                    type = LivePortType.class,
                    local = true,
                    help = "Shows the run in the browser, at a URL that is printed; without PORT: "
                            + "any free one; none: no page.")
            Optional<Integer> live,

            @Setting(
                    defaultValue = Address.LOOPBACK,
                    label = "HOST",
                    local = true,
                    help =
                            "Host name or address of the --live page, which it turns on; 127.0.0.1: only this machine; 0.0.0.0: "
                                    + "every machine that reaches this one.")
            String liveHost,

            @Setting(
                    defaultValue = StayType.AUTO,
                    type = StayType.class,
                    local = true,
                    help = "How long the --live page stays after the run, at most until Ctrl-C: 10m, for example; 0s; "
                            + "forever; auto: forever in a terminal, 0s elsewhere.")
            Optional<Duration> liveAfter) {}

    @Override
    public String name() {
        return "live";
    }

    @Override
    public Class<? extends Record> settings() {
        return LiveSettings.class;
    }

    @Override
    public boolean isWanted(Record own) {
        LiveSettings settings = (LiveSettings) own;
        return settings.live().isPresent() || !settings.liveHost().equals(Address.LOOPBACK);
    }

    @Override
    public RunLog open(RunContext run) {
        LiveSettings settings = (LiveSettings) run.own();
        Path folder = run.folder()
                .orElseThrow(() -> new IllegalStateException("a live page needs a run with a run directory"));
        handle = run.handle();
        stay = settings.liveAfter();
        handle.watch();
        Token token = Token.create();
        view = new RunView(run);
        page = LivePage.open(
                new Address(settings.liveHost(), settings.live().orElse(0)),
                "--live",
                new PageFeed(List.of(RunModel.ofOwn(folder)), Optional.of(view)),
                Map.of("/picture", view.pictures()::answer),
                token,
                Map.of("checkpoint", this::checkpoint, "stop", this::stop));
        handle.tell("live page " + page.url() + "#token=" + token.text());
        return this;
    }

    private String checkpoint() {
        if (ended) {
            return ENDED;
        }
        return handle.checkpoint()
                ? "A checkpoint is taken at the next swap."
                : "This run can take no checkpoints: asynchronous runs cannot be checkpointed.";
    }

    private String stop() {
        if (ended) {
            return ENDED;
        }
        handle.stop();
        handle.tell("stopping at the end of this interval, as the live page asks");
        return "The run stops at the next swap.";
    }

    @Override
    public void onInterval(LoggedInterval interval) {
        view.logged(interval);
    }

    @Override
    public void close(RunOutcome outcome) {
        ended = true;
        outcome.result().ifPresent(view::ended);
        if (outcome.result().isEmpty() || !handle.keepOpen(new OpenPage(page.url(), stay, page::close))) {
            page.close();
        }
    }

    /** The port of a live page: empty for no page, 0 for any free port. Stateless, any thread. */
    public static final class LivePortType extends OptionalType {
        private static final String ALONE = "true";

        public LivePortType() {
            super(
                    "none",
                    "PORT",
                    "must be none, true for any free port, or a port in [0, " + Address.HIGHEST_PORT + "]",
                    "give the flag alone, or 8080, for example");
        }

        @Override
        protected Object readValue(String text) {
            int port = text.equals(ALONE) ? 0 : Integer.parseInt(text);
            return Address.isPort(port) ? port : null;
        }

        @Override
        protected String text(Object port) {
            return port.equals(0) ? ALONE : port.toString();
        }

        @Override
        public Form form() {
            return Form.OPTIONAL_VALUE;
        }
    }

    /** The time for which a page stays after its run; empty for the terminal's default. Stateless, any thread. */
    public static final class StayType extends OptionalType {
        static final String AUTO = "auto";
        private static final String FOREVER = "forever";
        private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

        public StayType() {
            super(AUTO, "TIME", "must be auto, forever, or a number and one of s, m, h", "give 10m, for example");
        }

        @Override
        protected Object readValue(String text) {
            return text.equals(FOREVER) ? LONGEST : TimeSpan.parse(text.replaceFirst("(?<=[0-9])m$", "min"));
        }

        @Override
        protected String text(Object stay) {
            return stay.equals(LONGEST) ? FOREVER : TimeSpan.text((Duration) stay);
        }
    }
}
