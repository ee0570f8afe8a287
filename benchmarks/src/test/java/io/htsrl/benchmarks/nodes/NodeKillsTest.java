package io.htsrl.benchmarks.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(1800)
class NodeKillsTest {
    private static final String KILLS = Boolean.getBoolean("hts.long") ? "2" : "1";

    @Test
    void shouldRankTimes() {
        Spread spread = Spread.ofNanos(List.of(4_000_000_000L, 1_000_000_000L, 3_000_000_000L, 2_000_000_000L));

        assertEquals(new Spread(4, 2, 4, 4), spread);
        assertTrue(Double.isNaN(Spread.ofNanos(List.of()).median()));
    }

    @Test
    @Tag("slow")
    void shouldEndInTheDigestOfSerialWhoeverIsKilled() {
        StringWriter said = new StringWriter();
        int code = new CommandLine(new NodeKills())
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute("--kills", KILLS, "--per-run", "2", "--nodes", "2");

        assertEquals(0, code, said.toString());
        assertTrue(said.toString().contains(KILLS + " kills: " + KILLS + " digests equal"), said.toString());
    }
}
