package io.htsrl.benchmarks.damages;

import io.htsrl.cli.Hts;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Runs {@code hts} in this JVM within a time limit. A command that hangs is left behind. One thread. */
final class TimedCommand {

    /**
     * What a command did.
     *
     * @param code  its exit code; -1 where it hangs
     * @param out   what it printed, and what is in the files that it wrote
     * @param err   what it told; of one that hangs the stack of its thread
     */
    record Result(int code, String out, String err) {
        static final int HANGS = -1;

        /** In the warning of every command that reads lines which no summary proves, of whole files, too. */
        private static final String NO_SUMMARY = "has no summary.json";

        Result with(String product) {
            return new Result(code, out + product, err);
        }

        private boolean isRaw() {
            return (out + err).chars().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t');
        }

        /** Compared with what the same command gave of the undamaged run. */
        Verdict against(Result whole) {
            if (code == HANGS) {
                return Verdict.HANG;
            }
            if (err.contains("\n\tat ") || err.contains("Exception") || err.contains("Error:")) {
                return Verdict.STACK_TRACE;
            }
            if (isRaw()) {
                return Verdict.RAW;
            }
            if (code == whole.code && out.equals(whole.out)) {
                return Verdict.SAME;
            }
            boolean named = !err.isBlank() && !err.equals(whole.err);
            return named || err.contains(NO_SUMMARY) ? code == 0 ? Verdict.TOLD : Verdict.REFUSED : Verdict.SILENT;
        }
    }

    private TimedCommand() {}

    static Result run(List<String> arguments, long seconds) throws IOException, InterruptedException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CompletableFuture<Integer> code = new CompletableFuture<>();
        Thread thread = new Thread(() -> run(arguments, out, err, code), "damaged-run");
        thread.setDaemon(true);
        thread.start();
        try {
            return new Result(code.get(seconds, TimeUnit.SECONDS), out.toString(), err.toString());
        } catch (TimeoutException e) {
            return new Result(Result.HANGS, "", stack(thread));
        } catch (ExecutionException e) {
            throw new IOException(e);
        }
    }

    private static String stack(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .map(StackTraceElement::toString)
                .collect(Collectors.joining("\n"));
    }

    private static void run(
            List<String> arguments, StringWriter out, StringWriter err, CompletableFuture<Integer> code) {
        PrintWriter told = new PrintWriter(err);
        try {
            int result = Hts.commandLine((config, attached) -> new Trainer(config, attached).run())
                    .setOut(new PrintWriter(out))
                    .setErr(told)
                    .execute(arguments.toArray(String[]::new));
            code.complete(result);
        } catch (RuntimeException | Error e) { // memory that ends, for example: the program's to tell
            e.printStackTrace(told);
            code.complete(1);
        }
    }
}
