package io.htsrl.monitor.live;

import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.monitor.live.feed.Feed;
import io.htsrl.monitor.live.model.RunModel;
import io.htsrl.monitor.live.run.RunView;
import io.htsrl.monitor.live.server.Address;
import io.htsrl.monitor.live.server.Token;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunDoors;
import io.htsrl.trainer.logging.RunLog;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.RunOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code hts train --live}: a page of the run for as long as it goes. It follows the run's files, and looks at its threads
 * through {@link RunDoors}; of what loggers hear it takes the priorities of a replay alone. The loggers' thread.
 */
public final class LiveLogger implements RunLogger, RunLog {
    private LivePage page;
    private RunView view;

    /**
     * Its settings.
     *
     * @param live     the port; empty for no page, 0 for any free one
     * @param liveHost what it is served at
     */
    @SettingGroup("Output")
    public record LiveSettings(
            @Setting(
                    usual = "none",
                    type = LivePortType.class,
                    decidesBits = false,
                    recorded = false,
                    onResume = true,
                    help =
                            "Shows the run in the browser while it goes, at a URL that is printed; without PORT: any free "
                                    + "one; none: no page.")
            Optional<Integer> live,

            @Setting(
                    usual = Address.LOOPBACK,
                    label = "HOST",
                    decidesBits = false,
                    recorded = false,
                    onResume = true,
                    help = "Name or address that the page of --live is served at; the usual one is for this machine "
                            + "alone, 0.0.0.0 for whoever reaches it.")
            String liveHost) {}

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
        return ((LiveSettings) own).live().isPresent();
    }

    @Override
    public RunLog open(RunContext run) {
        LiveSettings settings = (LiveSettings) run.own();
        Path folder = run.folder()
                .orElseThrow(() -> new IllegalStateException("a live page needs a run with a run directory"));
        RunDoors doors = run.doors();
        doors.watch();
        Token token = Token.create();
        view = new RunView(run);
        page = LivePage.open(
                new Address(settings.liveHost(), settings.live().orElse(0)),
                "--live",
                new Feed(List.of(RunModel.ofOwn(folder)), Optional.of(view)),
                Map.of("/picture", view.pictures()::answer),
                token,
                Map.of("checkpoint", () -> checkpoint(doors), "stop", () -> stop(doors)));
        doors.tell("live page " + page.url() + "#token=" + token.text());
        return this;
    }

    private static String checkpoint(RunDoors doors) {
        return doors.checkpoint()
                ? "A checkpoint is taken at the next swap."
                : "This run can take no checkpoints: its schedule has no moment that can be gone on from.";
    }

    private static String stop(RunDoors doors) {
        doors.stop();
        doors.tell("stopping at the end of this interval, as the live page asks");
        return "The run stops at the next swap.";
    }

    @Override
    public void onInterval(LoggedInterval interval) {
        view.logged(interval);
    }

    @Override
    public void close(RunOutcome outcome) {
        page.close();
    }
}
