package io.htsrl.cli.play;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.selfplay.Opponents;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A person who plays the other seats: shows each state as text, and reads a line for each move. One thread. */
final class HumanPlayer implements Opponents, Screen {
    private static final String LEAVE = "q";

    /** The person does not go on. */
    static final class LeftException extends RuntimeException {
        LeftException() {
            super("the person has left", null, false, false);
        }
    }

    private final Agents agents;
    private final Rendered state;
    private final List<String> keys;
    private final BufferedReader in;
    private final PrintWriter out;
    private final ObservationSlot slot = new ObservationSlot();
    private String shown;

    /** @param state has keys */
    HumanPlayer(Agents agents, Rendered state, BufferedReader in, PrintWriter out) {
        this.agents = agents;
        this.state = state;
        this.keys = state.keys();
        this.in = in;
        this.out = out;
    }

    @Override
    public void begin(int seat, RandomStream draws) {
        shown = "";
        out.println();
        out.println("The policy is " + agents.names().get(seat) + ". Type a move, or " + LEAVE + " to leave.");
    }

    @Override
    public void act(int agent, float[] rows, int offset, long ply, float[] chosen, int to) {
        show();
        ObservationSpace space = agents.spec().observationSpace();
        slot.at(rows, offset, space.size());
        List<String> allowed = IntStream.range(0, keys.size())
                .filter(action -> space.mask() == 0 || space.allows(slot, action))
                .mapToObj(keys::get)
                .toList();
        String line = ask(agent);
        while (!allowed.contains(line)) {
            out.println(ShownText.of(line) + " is no move here; type one of "
                    + allowed.stream().map(key -> key.isEmpty() ? "Enter" : key).collect(Collectors.joining(", "))
                    + ", or " + LEAVE);
            line = ask(agent);
        }
        chosen[to] = keys.indexOf(line);
    }

    private String ask(int agent) {
        out.print(agents.names().get(agent) + "> ");
        out.flush();
        try {
            String line = in.readLine();
            if (line == null || line.strip().equals(LEAVE)) {
                out.println(line == null ? "" : "left");
                throw new LeftException();
            }
            return line.strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read moves", e);
        }
    }

    /** Shows the state unless it is shown. */
    private void show() {
        String text = state.text();
        if (!text.equals(shown)) {
            out.println();
            out.print(text);
            out.flush();
            shown = text;
        }
    }

    @Override
    public void show(int[] pixels, int episode, Episode soFar, boolean last) {
        show();
    }

    @Override
    public void end(double learnersReturn) {
        show();
        out.println(learnersReturn > 0 ? "The policy has won." : learnersReturn < 0 ? "You have won." : "A draw.");
        out.flush();
    }
}
