package io.htsrl.benchmarks.damages;

import io.htsrl.cli.Hts;
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

/** Runs {@code hts} in this JVM within a time limit. The thread of a command that hangs is abandoned. One thread. */
final class TimedCommand {

    /**
     * Result of a command.
     *
     * @param code exit code; -1 if it hangs
     * @param out standard output, and the contents of the files that it wrote
     * @param err standard error; the stack of its thread if it hangs
     */
    record Result(int code, String out, String err) {
        static final int HANGS = -1;

        /** Part of the warning of every command that reads lines without a summary; undamaged files cause it, too. */
        private static final String NO_SUMMARY = "has no summary.json";

        Result with(String product) {
            return new Result(code, out + product, err);
        }

        private boolean hasControlCharacters() {
            return (out + err).chars().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t');
        }

        /** Compares this result with that of the same command on the undamaged run. */
        Verdict compareWith(Result undamaged) {
            if (code == HANGS) {
                return Verdict.HANG;
            }
            if (err.contains("\n\tat ") || err.contains("Exception") || err.contains("Error:")) {
                return Verdict.STACK_TRACE;
            }
            if (hasControlCharacters()) {
                return Verdict.CONTROL_CHARACTERS;
            }
            if (code == undamaged.code && out.equals(undamaged.out)) {
                return Verdict.SAME;
            }
            boolean reported = !err.isBlank() && !err.equals(undamaged.err);
            return reported || err.contains(NO_SUMMARY) ? code == 0 ? Verdict.WARNED : Verdict.REFUSED : Verdict.SILENT;
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
        PrintWriter errors = new PrintWriter(err);
        try {
            String[] words = arguments.toArray(String[]::new);
            int result = Hts.program(words)
                    .setOut(new PrintWriter(out))
                    .setErr(errors)
                    .execute(words);
            code.complete(result);
        } catch (RuntimeException | Error e) { // an OutOfMemoryError, for example
            e.printStackTrace(errors);
            code.complete(1);
        }
    }
}
