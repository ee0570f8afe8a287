package io.htsrl.monitor.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.core.run.RunControl;
import io.htsrl.monitor.graph.Flow.Link;
import io.htsrl.monitor.graph.Flow.Link.End;
import io.htsrl.monitor.graph.Flow.Link.Measure;
import io.htsrl.monitor.graph.Flow.Link.Side;
import io.htsrl.monitor.graph.Flow.Part;
import io.htsrl.monitor.graph.SvgLayout.Box;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** What is drawn of a run is what runs, and can be read. */
@Tag("slow")
class RunFlowTest {
    private static final String HTS = "--algo ppo --env CartPole-v1 --num-envs 6 --sync-interval 16 --learners 1 ";
    private static final String A3C =
            "--algo a2c --schedule a3c --env CartPole-v1 --num-envs 6 --executors 3 --sync-interval 16 ";
    private static final String REPLAY = "--algo dqn --env CartPole-v1 --num-envs 4 --learners 1 ";

    private static Flow flow(String settings) {
        return RunFlow.of(Hts.resolve(settings.split(" ")));
    }

    /** How many threads of each role a flow shows. */
    private static Map<String, Integer> shown(Flow flow) {
        Map<String, Integer> threads = new TreeMap<>();
        for (Part part : flow.parts()) {
            if (part.kind() == Part.Kind.ROLE) {
                threads.put(part.id(), Integer.parseInt(part.title().replaceAll(".* x ", "")));
            }
        }
        return threads;
    }

    /** Counts them in the middle of a real run. */
    private static Map<String, Integer> real(String settings) throws Exception {
        Map<String, Integer> threads = new TreeMap<>();
        RunControl control = new RunControl();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (threads.isEmpty()) {
                    Thread.getAllStackTraces().keySet().stream()
                            .map(thread -> thread.getName().replaceAll("-\\d+$", ""))
                            .filter(List.of("executor", "actor", "learner", "serial")::contains)
                            .forEach(role -> threads.merge(role, 1, Integer::sum));
                    control.requestStop();
                }
            }
        };
        new Trainer(Hts.resolve(settings.split(" ")).config(), listener, control).run();
        return threads;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                HTS,
                HTS + "--executors 3",
                HTS + "--executors 2 --actors 2",
                HTS + "--schedule sync --executors 2",
                HTS + "--schedule sync --actors 1",
                HTS + "--schedule async --executors 2 --actors 2",
                HTS + "--schedule serial"
            })
    void shouldShowTheThreadsThatRun(String settings) throws Exception {
        assertEquals(real(settings), shown(flow(settings)));
    }

    /** Its threads start one after another, and none waits for the next. */
    @Test
    void shouldShowTheWorkersOfA3c() throws Exception {
        RunConfig config =
                Hts.resolve((A3C + "--total-timesteps 600").split(" ")).config();
        TrainingResult result = new Trainer(config, TrainingListener.NONE, new RunControl()).run();

        int workers = result.timeUse().roles().get("executor").threads();
        assertEquals(Map.of("worker", workers), shown(flow(A3C)));
        assertEquals(workers, result.timeUse().roles().get("learner").threads());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                HTS,
                HTS + "--executors 2 --actors 2",
                HTS + "--schedule sync --eval-every 3",
                HTS + "--schedule async",
                HTS + "--schedule async --actors 1",
                A3C + "--eval-every 3",
                HTS + "--schedule serial",
                REPLAY + "--eval-every 5 --checkpoint-every 10",
                REPLAY + "--eval-every 5 --checkpoint-every 10 --actors 1",
                REPLAY + "--eval-every 5 --checkpoint-every 10 --schedule serial"
            })
    void shouldBeDrawnWithoutCovering(String settings) throws Exception {
        Flow flow = flow(settings);
        SvgLayout layout = new SvgLayout(flow);
        List<Box> boxes = new ArrayList<>();
        for (Part part : flow.parts()) {
            Box box = layout.box(part.id());
            assertTrue(
                    box.x() - box.width() / 2 >= 0
                            && box.x() + box.width() / 2 <= layout.width()
                            && box.y() - box.height() / 2 >= 0
                            && box.y() + box.height() / 2 <= layout.height(),
                    () -> part.id() + " is outside");
            boxes.forEach(other -> assertTrue(
                    Math.abs(other.x() - box.x()) >= (other.width() + box.width()) / 2
                            || Math.abs(other.y() - box.y()) >= (other.height() + box.height()) / 2,
                    () -> part.id() + " covers another part"));
            boxes.add(box);
        }
        NodeList texts = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(SvgText.of(flow))))
                .getElementsByTagName("text");
        List<String> written = new ArrayList<>();
        for (int i = 0; i < texts.getLength(); i++) {
            written.add(texts.item(i).getTextContent());
        }
        flow.parts().forEach(part -> assertTrue(written.contains(part.title()), () -> part.title() + " in " + written));
        flow.links()
                .forEach(link ->
                        assertTrue(written.containsAll(link.label().lines().toList()), link::label));
    }

    @Test
    void shouldHaveEveryLinkBetweenParts() {
        for (String settings : List.of(HTS, HTS + "--actors 2", HTS + "--schedule async", REPLAY)) {
            Flow flow = flow(settings);
            for (Link link : flow.links()) {
                assertFalse(flow.part(link.from().part())
                        .id()
                        .equals(flow.part(link.to().part()).id()));
            }
        }
    }

    @Test
    void shouldTellWhoWaitsForWhom() {
        List<String> waits = flow(HTS + "--executors 2").links().stream()
                .filter(link -> link.kind() == Link.Kind.WAIT)
                .map(link -> link.from().part() + " for " + link.to().part())
                .toList();

        assertEquals(List.of("executor for swap", "learner for swap"), waits);
        assertTrue(flow(HTS + "--schedule serial").links().stream().noneMatch(l -> l.kind() == Link.Kind.WAIT));
    }

    @Test
    void shouldTellTheCapacities() {
        Flow flow = flow(HTS + "--executors 2 --actors 2 --actor-batch 3");

        assertEquals(List.of("ring of 8 indices"), flow.part("states").lines());
        assertEquals(
                List.of("2 rings, 8 indices", "6 output rows"),
                flow.part("actions").lines());
        assertEquals(List.of("6 environments x 16 steps"), flow.part("bank_w").lines());
        assertEquals(List.of("batches of 1 to 3"), flow.part("actor").lines());
        assertEquals("bank R, interval k-1", flow.part("bank_r").title());
        assertEquals(
                List.of("5,000 transitions"),
                flow(REPLAY + "--buffer-size 5000").part("replay").lines());
        assertEquals(
                List.of("30 columns x 16 steps"),
                flow(HTS + "--schedule async").part("bank_w").lines());
    }

    @Test
    void shouldGiveTheSameTextEveryTime() {
        assertEquals(MermaidText.of(flow(HTS)), MermaidText.of(flow(HTS)));
        assertEquals(SvgText.of(flow(HTS)), SvgText.of(flow(HTS)));
    }

    @Test
    void shouldQuoteNames() {
        List<Part> parts = List.of(
                new Part("a", Part.Kind.OUTSIDE, "a<b> & \"c\"", List.of(), 0, 0),
                new Part("b", Part.Kind.ROLE, "b", List.of(), 1, 0));
        End from = new End("a", Side.RIGHT, 0);
        Link link = new Link(from, new End("b", Side.LEFT, 0), Link.Kind.DATA, "x\"y", Measure.NOTHING, 0.5);
        Flow flow = new Flow("t & u", "v", parts, List.of(link));

        assertTrue(MermaidText.of(flow).contains("a#lt;b#gt; #amp; #quot;c#quot;"), MermaidText.of(flow));
        assertTrue(SvgText.of(flow).contains("a&lt;b&gt; &amp; &quot;c&quot;"), SvgText.of(flow));
    }
}
