package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentDiedException;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.python.Python.Play;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every mistake of Python is named, and ends nothing but itself. */
@Timeout(1800)
@EnabledIf("io.htsrl.python.Python#there")
class PythonFaultTest {
    /** The step in which they go wrong. */
    private static final int FAULT = 40;

    private static void assertMatches(String regex, String text) {
        assertTrue(
                Pattern.compile(regex, Pattern.DOTALL).matcher(text).matches(),
                () -> text + "\n does not match " + regex);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Raises     | ValueError: the pole is broken\\nTraceback .*odd.py", line \\d+, in act.*broken
                    WrongShape | its observation has 3 elements, its space says 2.*
                    NoNumber   | its observation holds what is not float32, as its space says.*
                    OutOfRange | its observation is 3, and its space says 0 .. 2.*
                    NoReward   | its reward is 'much', which is no number.*
                    """)
    void shouldTellWhatWentWrongInAStep(String name, String told) {
        try (Environment environment = Python.plain("odd:" + name)) {
            Play play = new Play(environment).reset(1).steps(FAULT - 1);
            PythonException e = assertThrows(PythonException.class, () -> play.steps(1));
            assertMatches(told, e.toString());
            assertEquals(0, new Play(environment).reset(1).result.reward); // the worker lives
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Leaves  | its worker process \\d+ left \\(exit code 7\\): its code called exit; .*printed:.*goodbye
                    Crashes | its worker process \\d+ ended by SIGSEGV \\(exit code 139\\).*Segmentation fault.*odd.py.*
                    Killed  | its worker process \\d+ was killed by SIGKILL \\(exit code 137\\): by somebody, or by .*
                    """)
    void shouldTellHowAWorkerEnded(String name, String told) {
        Environment environment = Python.plain("odd:" + name);
        try {
            Play play = new Play(environment).reset(1).steps(FAULT - 1);
            EnvironmentDiedException e = assertThrows(EnvironmentDiedException.class, () -> play.steps(1));
            assertMatches(told, e.toString());
            assertThrows(EnvironmentDiedException.class, () -> play.reset(1), "nor ever again");
        } finally {
            environment.close();
        }
        try (Environment another = Python.plain("odd:" + name)) {
            new Play(another).reset(1).steps(FAULT - 1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    odd:FourValues       | step 1  | step gave a tuple of 4, and must give \\(observation, reward, terminated, .*
                    odd:OldReset         | reset() | reset gave list, and must give \\(observation, info\\).*
                    odd:NoSeed           | reset() | TypeError: .*reset\\(\\) got an unexpected keyword argument 'seed'.*
                    odd:ChangesItsSpace  | reset() | its observation_space changed since it was made: a run needs one space
                    """)
    void shouldTellWhatIsWrongBeforeARun(String name, String call, String told) {
        EnvironmentFailedException e = assertThrows(EnvironmentFailedException.class, () -> Python.plain(name));
        String begin = "environment (gym:" + name + ") threw in " + call + " of the check before the run: ";
        assertTrue(e.getMessage().startsWith(begin), e.getMessage());
        assertMatches(told, e.getMessage().substring(begin.length()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    odd:Graph        | --env gym:odd:Graph: it must have an observation_space that can be learnt with: .*
                    odd:Nothing      | --env gym:odd:Nothing: it must .*
                    nosuchmodule:A   | --env gym:nosuchmodule:A: it must name a module that .* finds, and there is no .*
                    """)
    void shouldRefuseWhatCannotBeMade(String name, String told) {
        ConfigurationException e = assertThrows(ConfigurationException.class, () -> Python.plain(name));
        assertMatches(told, e.getMessage());
    }

    /** A class is looked at before it is called; Python's own modules and what is built in are never called. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    os:system        | command | --env gym:os:system: it must name a module of environments, and os is .*
                    subprocess:call  | args    | --env gym:subprocess:call: it must name a module of environments, and .*
                    odd:NoSteps      | file    | --env gym:odd:NoSteps: it must name a class with reset and step, or a .*
                    odd:sys          | file    | --env gym:odd:sys: it must .*
                    """)
    void shouldCallNothingThatIsNoEnvironment(String name, String argument, String told, @TempDir Path folder) {
        Path file = folder.resolve("called");
        Map<String, String> options = Map.of(argument, argument.equals("file") ? file.toString() : "touch " + file);
        ConfigurationException e = assertThrows(ConfigurationException.class, () -> Python.plain(name, options));
        assertMatches(told, e.getMessage());
        assertFalse(Files.exists(file));
    }

    @Test
    void shouldRefuseWhatAFunctionMadeThatIsNoEnvironment(@TempDir Path folder) {
        Map<String, String> options = Map.of("file", folder.resolve("called").toString());
        ConfigurationException e =
                assertThrows(ConfigurationException.class, () -> Python.plain("odd:called", options));
        assertMatches(".* must make something with reset and step, and odd:called made an int; .*", e.getMessage());
    }

    @Test
    void shouldTellWhatItsConstructorRaised() {
        PythonException e =
                assertThrows(PythonException.class, () -> Python.plain("odd:NoConstructor", Map.of("colour", "red")));
        assertMatches("RuntimeError: no red today\nTraceback .*", e.toString());
        e = assertThrows(PythonException.class, () -> Python.plain("odd:NoConstructor", Map.of("size", "3")));
        assertMatches("TypeError: .*unexpected keyword argument 'size'.*", e.toString());
    }

    @Test
    void shouldGiveNumbersAsTheyAre() {
        try (Environment environment = Python.plain("odd:NotANumber")) {
            Play play = new Play(environment).reset(1).steps(FAULT);
            assertTrue(Float.isNaN(play.floats[0]), "whoever stores it looks, and knows the step");
        }
    }

    /** As the watchdog does, from another thread. */
    @ParameterizedTest
    @ValueSource(strings = {"odd:Hangs", "odd:HangsInC"})
    void shouldSayWhereItHangs(String name) {
        RemoteEnvironment environment = assertInstanceOf(RemoteEnvironment.class, Python.plain(name));
        new Play(environment).reset(1).steps(FAULT - 1);
        environment.beginStep(new float[1], 0);
        environment.flush();

        String said = environment.describeStall();
        while (!said.contains("where_it_hangs\n")) { // it has a second, which a busy machine may not give it
            said = environment.describeStall();
        }
        assertMatches("its worker process is \\d+, which is at\n.*odd.py\", line \\d+ in where_it_hangs\n.*", said);
        environment.close(); // kills it
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /no/such/python | --python /no/such/python: it must be a Python that can be started \\(.*\\); install .*
                    ls              | --python ls: it must be a Python 3.8 or newer that works: its worker process .*
                    """)
    void shouldRefuseAnInterpreterThatIsNone(String python, String told) {
        ConfigurationException e =
                assertThrows(ConfigurationException.class, () -> Python.plain("chain:Chain", Map.of("python", python)));
        assertMatches(told, e.getMessage());
    }
}
