package io.htsrl.python;

import io.htsrl.core.run.DaemonThreads;
import io.htsrl.python.Python.Play;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** Has workers at work, prints the numbers of all processes that it caused, and is killed then. */
final class OrphanMain {

    private OrphanMain() {}

    /** @param args environments, each with the steps that it takes: {@code chain:Chain=50} */
    public static void main(String[] args) {
        Map<Play, Integer> plays = new LinkedHashMap<>();
        for (String arg : args) {
            String[] pair = arg.split("=");
            plays.put(new Play(Python.plain(pair[0])).reset(1), Integer.parseInt(pair[1]));
        }
        ProcessHandle.current().descendants().forEach(child -> System.out.println(child.pid()));
        System.out.println("ready");
        plays.forEach((play, steps) -> DaemonThreads.start("play", () -> play.steps(steps)));
        new Semaphore(0).acquireUninterruptibly();
    }
}
