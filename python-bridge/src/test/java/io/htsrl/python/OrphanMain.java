package io.htsrl.python;

import io.htsrl.core.environment.Environment;
import io.htsrl.python.Python.Play;

/** Has a worker at work, prints the numbers of all processes that it caused, and is killed then. */
final class OrphanMain {

    private OrphanMain() {}

    /** @param args the environment, and how many steps it takes */
    public static void main(String[] args) {
        try (Environment environment = Python.plain(args[0])) {
            Play play = new Play(environment).reset(1);
            ProcessHandle.current().descendants().forEach(child -> System.out.println(child.pid()));
            System.out.println("ready");
            play.steps(Integer.parseInt(args[1]));
            new java.util.concurrent.Semaphore(0).acquireUninterruptibly();
        }
    }
}
