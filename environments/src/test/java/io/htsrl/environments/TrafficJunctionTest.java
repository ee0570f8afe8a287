package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import io.htsrl.environments.wrapper.TimeLimit;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the rules of the junction by its rows. */
class TrafficJunctionTest {
    private final StepResult result = new StepResult();
    private Environment environment;
    private Agents agents;
    private float[] row;
    private ObservationSlot slot;

    private void create(TrafficJunction.Level level, int cars, boolean state) {
        environment = new TimeLimit(new TrafficJunction(level, cars, state), level.steps);
        agents = environment.agents().orElseThrow();
        row = new float[environment.spec().observationSpace().size()];
        slot = new ObservationSlot().at(row, 0);
    }

    private float status(int car, int element) {
        return row[agents.offset(car + 1) - Agents.STATUS + element];
    }

    private boolean alive(int car) {
        return status(car, 2) == 1;
    }

    /** Row and column of a car. */
    private String cell(int car, int routes, int size) {
        int at = agents.offset(car) + 1 + routes;
        return Math.round(row[at] * (size - 1)) + "," + Math.round(row[at + 1] * (size - 1));
    }

    @Test
    void shouldDriveAlongItsRouteUnlessItBrakes() {
        create(TrafficJunction.Level.EASY, 1, false);
        environment.reset(5, slot);
        boolean across = row[1] == 1;
        assertEquals(across ? "3,0" : "0,3", cell(0, 2, 7));
        environment.step(new float[] {1}, 0, slot, result);
        assertEquals(across ? "3,0" : "0,3", cell(0, 2, 7));
        assertEquals(1, row[0], "it has braked");
        for (int step = 1; step < 7; step++) {
            environment.step(new float[] {0}, 0, slot, result);
            assertEquals(across ? "3," + step : step + ",3", cell(0, 2, 7));
            assertEquals(-0.01f * (step + 1), status(0, 0), 1e-6);
        }
        environment.step(new float[] {0}, 0, slot, result);
        assertEquals(Agents.TERMINATED, status(0, 1));
    }

    @ParameterizedTest
    @CsvSource({"EASY, 5, 2, 7, 20", "MEDIUM, 10, 12, 14, 40"})
    void shouldPunishCarsInOneCellAndNoOthers(TrafficJunction.Level level, int cars, int routes, int size, int limit) {
        create(level, cars, false);
        RandomStream draws = RandomStream.root(8);
        float[] actions = new float[cars];
        int crashes = 0;
        int arrivals = 0;
        for (int episode = 0; episode < 50; episode++) {
            environment.reset(episode, slot);
            boolean[] was = new boolean[cars];
            int steps = 0;
            do {
                for (int car = 0; car < cars; car++) {
                    was[car] = alive(car);
                    actions[car] = draws.uniform(episode, steps * 100L + car) < 0.3 ? 1 : 0;
                }
                environment.step(actions, 0, slot, result);
                steps++;
                String[] cells = new String[cars];
                for (int car = 0; car < cars; car++) {
                    boolean stays = was[car] && status(car, 1) == 0;
                    cells[car] = stays ? cell(car, routes, size) : null;
                    arrivals += alive(car) && !stays ? 1 : 0;
                }
                for (int car = 0; car < cars; car++) {
                    String own = cells[car];
                    boolean crash = own != null
                            && Arrays.stream(cells).filter(own::equals).count() > 1;
                    crashes += crash ? 1 : 0;
                    assertEquals(crash, status(car, 0) <= -10, "car " + car + " in " + own);
                    assertTrue(was[car] || status(car, 0) == 0 && status(car, 1) == 0);
                }
            } while (!result.done());
            assertEquals(limit, steps);
        }
        assertTrue(crashes > 50 && arrivals > 100, crashes + " crashes, " + arrivals + " arrivals");
    }

    /** Every way through the junction begins and ends at an edge, goes from cell to cell and is driven by some car. */
    @Test
    void shouldLeadAllTwelveRoutesFromEdgeToEdge() {
        create(TrafficJunction.Level.MEDIUM, 1, false);
        boolean[] driven = new boolean[12];
        for (int seed = 0; seed < 100; seed++) {
            environment.reset(seed, slot);
            int route = 0;
            while (row[1 + route] == 0) {
                route++;
            }
            driven[route] = true;
            String cell = cell(0, 12, 14);
            assertTrue(edge(cell), cell);
            while (status(0, 1) == 0) {
                String last = cell;
                environment.step(new float[] {0}, 0, slot, result);
                if (status(0, 1) == 0) {
                    cell = cell(0, 12, 14);
                    assertEquals(1, distance(last, cell), last + " to " + cell);
                }
            }
            assertTrue(edge(cell), cell);
        }
        for (boolean each : driven) {
            assertTrue(each, Arrays.toString(driven));
        }
    }

    private static boolean edge(String cell) {
        return Arrays.stream(cell.split(",")).anyMatch(each -> each.equals("0") || each.equals("13"));
    }

    private static int distance(String from, String to) {
        int distance = 0;
        for (int i = 0; i < 2; i++) {
            distance += Math.abs(Integer.parseInt(from.split(",")[i]) - Integer.parseInt(to.split(",")[i]));
        }
        return distance;
    }

    @Test
    void shouldShowAllCarsInAPartOfTheirOwn() {
        create(TrafficJunction.Level.EASY, 2, true);
        environment.reset(1, slot);
        int size = agents.spec().observationSpace().size();
        for (int car = 0; car < 2; car++) {
            for (int other = 0; other < 2; other++) {
                assertEquals(alive(other) ? 1 : 0, row[agents.offset(car) + size - 6 + 3 * other]);
            }
        }
    }
}
