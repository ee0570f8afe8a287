package io.htsrl.cli.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code hts play} against another policy, a random player and a person, end to end. */
@Tag("slow")
class PlayAgainstTest {
    private static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();
    private static final Pattern BOARD = Pattern.compile("((?:[xo.] ){6}[xo.]\n){6}");

    @TempDir
    Path parent;

    private final InputStream usual = System.in;
    private CommandLineFixture hts = new CommandLineFixture();

    @BeforeEach
    void prepare() {
        System.setProperty("hts.tty", "false");
    }

    @AfterEach
    void restore() {
        System.clearProperty("hts.tty");
        System.setIn(usual);
    }

    private String train(String name, String flags) {
        String folder = parent.resolve(name).toString();
        assertEquals(
                ExitCode.OK,
                hts("train --num-envs 20 --sync-interval 8 --total-timesteps 320 --hidden-sizes 8 " + flags
                        + " --run-dir " + folder),
                hts::errors);
        return folder;
    }

    private int hts(String line) {
        hts = new CommandLineFixture();
        return hts.run(TRAINER, line.split(" +"));
    }

    private List<String> output() {
        return hts.out.toString().lines().toList();
    }

    /** Plays with these lines on standard input, and returns the boards that were shown. */
    private List<String> human(String run, String input) {
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.US_ASCII)));
        assertEquals(ExitCode.OK, hts("play " + run + " --human"), hts::errors);
        Matcher matcher = BOARD.matcher(hts.out.toString());
        List<String> boards = new ArrayList<>();
        while (matcher.find()) {
            boards.add(matcher.group());
        }
        return boards;
    }

    private static int discs(String board, char disc) {
        return (int) board.chars().filter(c -> c == disc).count();
    }

    private static boolean hasLine(String board, char disc) {
        String cells = board.replace(" ", ""); // rows of 7 and a line break
        return Stream.of(1, 7, 8, 9)
                .anyMatch(step -> Pattern.compile("(?s)" + disc + (".{" + (step - 1) + "}" + disc).repeat(3))
                        .matcher(cells)
                        .find());
    }

    @Test
    void shouldPlayAWholeGameAgainstAPerson() {
        String run = train("run", "--algo ppo --env ConnectFour-v0");
        List<String> boards = human(run, "1\n2\n3\n4\n5\n6\n7\n".repeat(40));
        for (int move = 0; move < boards.size(); move++) {
            assertEquals((move + 1) / 2, discs(boards.get(move), 'x'), "the person begins");
            assertEquals(move / 2, discs(boards.get(move), 'o'));
        }
        String last = boards.get(boards.size() - 1);
        String end = output().get(output().size() - 1);
        boolean won = hasLine(last, 'x');
        boolean lost = hasLine(last, 'o');
        assertEquals(won ? "You have won." : lost ? "The policy has won." : "A draw.", end);
        assertTrue(won || lost || !last.contains("."), last);
    }

    @Test
    void shouldRefuseWhatIsNoMoveAndLeaveAtTheEnd() {
        String run = train("run", "--algo dqn --env ConnectFour-v0 --learning-starts 64 --opponents latest");
        List<String> boards = human(run, "0\nfour\n 4 \nq\n5\n");
        assertEquals(3, boards.size(), "one move of each");
        assertEquals('x', boards.get(1).charAt(14 * 5 + 6));
        String rule = " is no move here; type one of 1, 2, 3, 4, 5, 6, 7, or q";
        assertTrue(output().contains("player_0> 0" + rule), hts.out::toString);
        assertTrue(output().contains("player_0> four" + rule), hts.out::toString);
        assertEquals(3, human(run, "4\n").size(), "the input ends");
    }

    @Test
    void shouldAskForEachFrameOfAGameInWhichBothMoveAtTheSameTime() {
        String run = train("run", "--algo ppo --env PaddleDuel-v0");
        human(run, "w\n\nup\ns\n");
        List<String> output = output();
        assertTrue(output.contains("left> up is no move here; type one of Enter, w, s, or q"), hts.out::toString);
        assertEquals(
                4,
                output.stream()
                        .filter(line -> line.startsWith("left 0, right 0;"))
                        .count(),
                "each state once");
    }

    private List<Integer> score(String row) {
        return Stream.of(row.split(" +")).skip(1).limit(4).map(Integer::valueOf).toList();
    }

    @Test
    void shouldCountTheGamesOfBothSides() {
        String one = train("one", "--algo ppo --env ConnectFour-v0 --opponents pfsp");
        String two = train("two", "--algo dqn --env ConnectFour-v0 --learning-starts 64");
        for (String against : List.of("random", two)) {
            assertEquals(ExitCode.OK, hts("play " + one + " --episodes 41 --against " + against), hts::errors);
            assertTrue(output().get(0).contains(against.equals("random") ? ", greedy, " : ", sampled, "));
            List<Integer> own = score(output().get(2));
            assertEquals(List.of(41, own.get(3), own.get(2), own.get(1)), score(output().get(3)));
            assertEquals(41, own.get(1) + own.get(2) + own.get(3));
            assertEquals(against, output().get(3).split(" ")[0]);
        }
        String first = hts.out.toString();
        assertEquals(ExitCode.OK, hts("play " + one + " --episodes 41 --against " + two));
        assertEquals(first, hts.out.toString());
    }

    @Test
    void shouldGiveEqualPlayersEachSeatInTurn() {
        String run = train("run", "--algo ppo --env ConnectFour-v0");
        assertEquals(ExitCode.OK, hts("play " + run + " --policy greedy --episodes 20 --against " + run));
        List<Integer> score = score(output().get(2)); // the same two games, so who begins wins 10 of 20, or each draws
        assertTrue(score.get(1) == 10 && score.get(3) == 10 || score.get(2) == 20, hts.out::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --against other        | --against other: it must name a run directory, and there is no such folder; check the path
            --against cart         | --against cart: it must be a run in ConnectFour-v0, and is one in CartPole-v1; give another run, or random
            --against game --human | --human: it is not for --against; keep one of them
            --human --record x.gif | --human: it is not for --record; keep one of them""")
    void shouldRefuseWhatCannotPlay(String flags, String message) {
        train("game", "--algo ppo --env ConnectFour-v0");
        train("cart", "--algo ppo --env CartPole-v1");
        refuses("game " + flags, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CartPole-v1        | --against random | --against random: it needs an environment of several agents, and CartPole-v1 has one;
            CartPole-v1        | --human          | --human: it needs an environment of several agents, and CartPole-v1 has one;
            TrafficJunction-v0 | --human          | --human: it needs an environment that a person can play by text, and TrafficJunction-v0 is none;
            ConnectFour-v0 --policies separate | --human | --human: it is for runs without --frame-stack, --observe and --policies""")
    void shouldRefuseEnvironmentsThatCannotBePlayed(String env, String flags, String message) {
        train("game", "--algo ppo --env " + env);
        refuses("game " + flags, message);
    }

    private void refuses(String line, String message) {
        String whole = ("play " + line).replaceAll("(game|cart|other)", parent + "/$1");
        assertEquals(ExitCode.MISTAKE, hts(whole));
        assertTrue(hts.errors().replace(parent + "/", "").contains(message), hts::errors);
        assertEquals(1, hts.mistakes().size());
    }
}
