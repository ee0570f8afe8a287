package io.htsrl.determinism.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.determinism.commands.RunDiff.Difference;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestDiffTest {

    private static List<Difference> diff(String a, String b) throws IOException {
        ObjectMapper json = new ObjectMapper();
        return ManifestDiff.of(json.readTree(a), json.readTree(b));
    }

    @Test
    void shouldNameWhatDiffersOnTheMachines() throws IOException {
        assertEquals(
                List.of(
                        new Difference("cpu.model", "P", "Q"),
                        new Difference("environment.OMP_NUM_THREADS", "1", null)),
                diff(
                        "{\"cpu\":{\"model\":\"P\",\"cores\":2},\"environment\":{\"OMP_NUM_THREADS\":\"1\"}}",
                        "{\"cpu\":{\"model\":\"Q\",\"cores\":2},\"environment\":{\"OMP_NUM_THREADS\":null}}"));
    }

    @Test
    void shouldLeaveOutWhatDiffersForEveryRun() throws IOException {
        assertEquals(
                List.of(),
                diff(
                        "{\"started\":\"1\",\"command_line\":[\"train\"],\"seed\":1}",
                        "{\"started\":\"2\",\"command_line\":[\"train\",\"x\"],\"seed\":2}"));
    }

    @Test
    void shouldLeaveOutTheLaunchersFlags() throws IOException {
        assertEquals(
                List.of(new Difference("java.flags", "-Xint", "-Xmx1g")),
                diff(
                        "{\"java\":{\"flags\":[\"-Xint\",\"-Dhts.columns=80\"]}}",
                        "{\"java\":{\"flags\":[\"-Xmx1g\",\"-Dhts.columns=90\"]}}"));
    }

    @Test
    void shouldSuspectModifiedBuildsOfOneCommit() throws IOException {
        String modified = "{\"hts_rl\":{\"commit\":\"c0ffee\",\"dirty\":true}}";
        String clean = "{\"hts_rl\":{\"commit\":\"c0ffee\",\"dirty\":false}}";

        assertEquals(List.of(new Difference("hts_rl.dirty", "true", "true")), diff(modified, modified));
        assertEquals(List.of(), diff(clean, clean));
    }

    @Test
    void shouldCompareSelfChecksWhereBothHaveOne() throws IOException {
        String kernel = "{\"backend\":{\"name\":\"jvm\"}}";
        String padded = "{\"backend\":{\"name\":\"cpu\"}}";

        assertEquals(List.of(new Difference("backend.name", "jvm", "cpu")), diff(kernel, padded));
        assertEquals(List.of(), diff(kernel, "{}"));
        assertEquals(List.of(), diff("{\"allow_nondeterminism\":true}", "{\"allow_nondeterminism\":false}"));
    }
}
