package io.htsrl.monitor.live;

import io.htsrl.monitor.SmallRuns;
import io.htsrl.monitor.live.server.RawClient;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A small run with a live page, which halts at an interval until it is told to go on. One thread. */
public final class LiveRun implements Closeable {
    private static final long PATIENCE_SECONDS = 1800;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final SmallRuns runs;
    private final Thread thread;
    private final String url;
    private final String token;

    /** Starts it, and comes back when it stands at interval {@code halt}. */
    public LiveRun(SmallRuns runs, String name, String more, long halt) throws InterruptedException {
        this.runs = runs;
        thread = new Thread(() -> exit.complete(runs.hts(halting(halt), runs.words(name, more))), "live-run");
        thread.setDaemon(true);
        thread.start();
        if (!begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS) || !reached.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("it did not begin: " + runs.out + runs.err);
        }
        String said = runs.out.toString();
        int at = said.indexOf("live page ") + "live page ".length();
        String shown = said.substring(at, said.indexOf('\n', at)).strip();
        this.url = shown.substring(0, shown.indexOf('#'));
        this.token = shown.substring(shown.indexOf("#token=") + "#token=".length());
    }

    private TrainingRunner halting(long interval) {
        return (config, attached) -> {
            begun.countDown();
            TrainingListener halting = new TrainingListener() {
                @Override
                public void onInterval(IntervalReport report) {
                    if (report.interval() == interval) {
                        reached.countDown();
                        awaitGoingOn();
                    }
                }
            };
            return SmallRuns.TRAINER.run(config, attached.with(halting));
        };
    }

    private void awaitGoingOn() {
        try {
            if (!goOn.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody told it to go on");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Leaves out the token. */
    public String url() {
        return url;
    }

    /** As it was printed. */
    public String token() {
        return token;
    }

    public RawClient client() throws IOException {
        return new RawClient(url);
    }

    /** What the next event of that name says to a page that comes. */
    public String event(String name) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "events")).build();
        HttpResponse<Stream<String>> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofLines());
        try (Stream<String> lines = response.body()) {
            return lines.dropWhile(line -> !line.equals("event: " + name))
                    .skip(1)
                    .findFirst()
                    .orElseThrow()
                    .substring("data: ".length());
        }
    }

    /** The status of pressing a button. */
    public int press(String button, String withToken) throws IOException {
        try (RawClient client = client()) {
            String host = url.substring("http://".length(), url.length() - 1).toLowerCase(Locale.ROOT);
            return client.send("POST /" + button + " HTTP/1.1", "Host: " + host, "X-Hts-Token: " + withToken)
                    .status();
        }
    }

    /** Lets it go on. */
    public void goOn() {
        goOn.countDown();
    }

    /** Ends the wait after the run, as Ctrl-C does, when the user is told of it; gives the exit code. */
    public int leave() throws InterruptedException {
        while (!runs.out.toString().contains("The page stays at " + url)) {
            Thread.onSpinWait();
        }
        thread.interrupt();
        return end();
    }

    /** Lets it go to its end, and gives its exit code. */
    public int end() throws InterruptedException {
        goOn();
        try {
            return exit.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(runs.err.toString(), e);
        }
    }

    /** Ends the run, whatever has gone wrong, and waits for that: until then it writes to its folder. */
    @Override
    public void close() throws IOException {
        boolean halts = goOn.getCount() > 0;
        try {
            if (!exit.isDone()) {
                press("stop", token);
            }
        } catch (IOException | RuntimeException e) { // the page of a run that goes on may be gone by now
            if (halts) {
                throw e;
            }
        } finally {
            goOn.countDown();
        }
        exit.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
}
