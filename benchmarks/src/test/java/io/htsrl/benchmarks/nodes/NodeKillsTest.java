package io.htsrl.benchmarks.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import picocli.CommandLine;

@Timeout(1800)
class NodeKillsTest {

    @Test
    void shouldComputeMedianAndMaximum() {
        Spread spread = Spread.ofNanos(List.of(4_000_000_000L, 1_000_000_000L, 3_000_000_000L, 2_000_000_000L));

        assertEquals(new Spread(4, 2, 4, 4), spread);
        assertTrue(Double.isNaN(Spread.ofNanos(List.of()).median()));
    }

    /** In every build, cluster's NodesTest kills nodes. */
    @Test
    @Tag("slow")
    @EnabledIfSystemProperty(named = "hts.long", matches = "true", disabledReason = "a minute: -Dhts.long=true")
    void shouldEndInTheDigestOfSerialAfterKills() {
        StringWriter output = new StringWriter();
        int code = new CommandLine(new NodeKills())
                .setOut(new PrintWriter(output))
                .setErr(new PrintWriter(output))
                .execute("--kills", "2", "--per-run", "2", "--nodes", "2", "--most-seconds", "Infinity");

        assertEquals(0, code, output.toString());
        assertTrue(output.toString().contains("2 kills: 2 digests equal"), output.toString());
    }
}
