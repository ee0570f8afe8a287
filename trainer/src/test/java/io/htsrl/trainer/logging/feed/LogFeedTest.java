package io.htsrl.trainer.logging.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.logging.LoggedInterval;
import io.htsrl.trainer.logging.RunContext;
import io.htsrl.trainer.logging.RunHandle;
import io.htsrl.trainer.logging.RunLog;
import io.htsrl.trainer.logging.RunLogger;
import io.htsrl.trainer.logging.RunOutcome;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.IntervalReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class LogFeedTest {
    private static final RunOutcome FAILED = RunOutcome.failed(new IllegalStateException("no more"));
    private static final RunContext RUN = new RunContext(
            Optional.empty(),
            "ppo",
            "CartPole-v1",
            1,
            0,
            0,
            1000,
            Map.of(),
            RunHandle.closed(),
            new RunLogger.NoSettings());

    private final List<String> warnings = new CopyOnWriteArrayList<>();

    /** Notes what it hears, and on which thread. */
    private static class Notes implements RunLogger, RunLog {
        final List<String> heard = new ArrayList<>(); // read when the loggers' thread has ended
        final List<Thread> threads = new ArrayList<>();
        private final String name;

        Notes(String name) {
            this.name = name;
        }

        void note(String what) {
            heard.add(what);
            threads.add(Thread.currentThread());
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public RunLog open(RunContext run) throws Exception {
            note("open " + run.environment());
            return this;
        }

        @Override
        public void onInterval(LoggedInterval interval) throws Exception {
            note("interval " + interval.report().interval());
        }

        @Override
        public void onEpisode(EpisodeRecord episode) throws Exception {
            note("episode " + episode.timestep());
        }

        @Override
        public void flush() throws Exception {
            note("flush");
        }

        @Override
        public void close(RunOutcome outcome) throws Exception {
            note("close " + outcome.end() + " " + outcome.message());
        }
    }

    private static LoggedInterval interval(long k) {
        return new LoggedInterval(new IntervalReport(k, k * 10, k, 0, 0, 1, Map.of(), "d"), 10);
    }

    private static EpisodeRecord episode(long timestep) {
        return new EpisodeRecord(0, timestep, 0, 1, 1, false);
    }

    private LogFeed feed(Duration patience, RunLogger... loggers) {
        Map<RunLogger, RunContext> opening = new LinkedHashMap<>();
        for (RunLogger logger : loggers) {
            opening.put(logger, RUN);
        }
        LoggerThread.Patience all = new LoggerThread.Patience(Duration.ofMinutes(1), patience, patience);
        return new LogFeed(LoggerThread.start(opening, warnings::add, all));
    }

    private LogFeed feed(RunLogger... loggers) {
        return feed(Duration.ofMinutes(1), loggers);
    }

    /** Loggers are flushed every second, too: how often that happens depends on the machine. */
    private static List<String> withoutFlushes(Notes notes) {
        return notes.heard.stream().filter(heard -> !heard.equals("flush")).toList();
    }

    @Test
    void shouldTellEverythingInItsOrderOnOneThreadOfTheLoggers() {
        Notes a = new Notes("a");
        Notes b = new Notes("b");
        LogFeed feed = feed(a, b);
        feed.episode(episode(7));
        feed.interval(interval(0));
        feed.force();
        feed.interval(interval(1));
        feed.close(FAILED);

        List<String> expected =
                List.of("open CartPole-v1", "episode 7", "interval 0", "interval 1", "close FAILED no more");
        for (Notes notes : List.of(a, b)) {
            assertEquals(expected, withoutFlushes(notes));
            int flush = notes.heard.indexOf("flush");
            assertTrue(flush >= 0 && flush < notes.heard.indexOf("interval 1"), notes.heard::toString);
        }
        assertEquals(List.of(a.threads.get(0)), a.threads.stream().distinct().toList());
        assertSame(a.threads.get(0), b.threads.get(0));
        assertTrue(a.threads.get(0) != Thread.currentThread());
        assertEquals(List.of(), warnings);
    }

    @Test
    void shouldDropALoggerThatFailsAndGoOnWithTheOthers() {
        Notes broken = new Notes("broken") {
            @Override
            public void onEpisode(EpisodeRecord episode) {
                throw new IllegalStateException("no\nconnection");
            }
        };
        Notes other = new Notes("other");
        LogFeed feed = feed(broken, other);
        feed.episode(episode(1));
        feed.episode(episode(2));
        feed.close(FAILED);

        assertEquals(List.of("open CartPole-v1"), broken.heard);
        assertEquals(
                List.of("open CartPole-v1", "episode 1", "episode 2", "close FAILED no more"), withoutFlushes(other));
        assertEquals(
                List.of("the logger broken failed and is dropped, and the run continues: "
                        + "java.lang.IllegalStateException: no\\u000aconnection"),
                warnings);
    }

    @Test
    void shouldDropALoggerThatCannotOpen() {
        Notes broken = new Notes("broken") {
            @Override
            public RunLog open(RunContext run) {
                throw new NoClassDefFoundError("org/mlflow/Client");
            }
        };
        LogFeed feed = feed(broken);
        feed.episode(episode(1));
        feed.close(FAILED);

        assertEquals(List.of(), broken.heard);
        assertEquals(1, warnings.size());
        assertTrue(warnings.get(0).contains("NoClassDefFoundError: org/mlflow/Client"), warnings::toString);
    }

    @Test
    void shouldRefuseTheRunWhereALoggerRefusesItsSettings() {
        Notes first = new Notes("first");
        Notes refusing = new Notes("refusing") {
            @Override
            public RunLog open(RunContext run) {
                throw new ConfigurationException("--port", 80, "must be free", "give another");
            }
        };
        ConfigurationException refused = assertThrows(ConfigurationException.class, () -> feed(first, refusing));

        assertTrue(refused.getMessage().contains("must be free"), refused::getMessage);
        assertEquals(List.of(), warnings);
    }

    /** Hangs in its first episode, until the test is over. */
    private static final class Hanging extends Notes {
        final CountDownLatch hangs = new CountDownLatch(1);
        final CountDownLatch over = new CountDownLatch(1);

        Hanging() {
            super("hanging");
        }

        @Override
        public void onEpisode(EpisodeRecord episode) throws Exception {
            hangs.countDown();
            over.await();
        }
    }

    @Test
    void shouldNeverWaitForALoggerButBoundWhatPilesUp() throws InterruptedException {
        Hanging hanging = new Hanging();
        LogFeed feed = feed(hanging);
        feed.episode(episode(0));
        hanging.hangs.await();
        for (int i = 0; i < LoggerThread.ROOM + 5; i++) {
            feed.episode(episode(i));
        }
        hanging.over.countDown();
        feed.close(FAILED);

        assertEquals(List.of("loggers were slower than the run: 5 reports were left out"), warnings);
        assertEquals(List.of("open CartPole-v1", "close FAILED no more"), withoutFlushes(hanging));
    }

    @Test
    void shouldLeaveALoggerBehindThatDoesNotEnd() throws InterruptedException {
        Hanging hanging = new Hanging();
        LogFeed feed = feed(Duration.ofMillis(200), hanging);
        feed.episode(episode(0));
        hanging.hangs.await();
        feed.force();
        feed.force(); // which does not wait again, and does not tell again
        feed.close(FAILED);

        assertEquals(2, warnings.size(), warnings::toString);
        assertTrue(
                warnings.get(0).startsWith("the logger hanging has been at work for 0 s: checkpoints do not wait"),
                warnings::toString);
        assertTrue(
                warnings.get(1).startsWith("the logger hanging has not ended in 0 s and is left behind"),
                warnings::toString);
        hanging.over.countDown();
    }

    @Test
    void shouldDoNothingWithoutLoggers() {
        LogFeed feed = new LogFeed(Map.of(), warnings::add);

        feed.episode(episode(0));
        feed.force();
        feed.close(FAILED);
        assertEquals(List.of(), warnings);
    }
}
