package io.htsrl.examples;

import io.htsrl.trainer.Agent;
import java.nio.file.Path;

/** Loads a saved agent, and prints its action: nothing else of its training is needed. */
public final class UseAnAgent {

    private UseAnAgent() {}

    /** @param args the file of the agent, and the cell in which it acts */
    public static void main(String[] args) {
        Agent agent = Agent.load(Path.of(args[0]));
        float[] action = agent.act(Integer.parseInt(args[1]) / 8f);
        System.out.println(action[0] == 1 ? "right" : "left");
    }
}
