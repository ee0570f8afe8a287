package io.htsrl.nd4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.cli.terminal.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code hts} in a JVM of its own, as a build for CUDA would: with the names of its files on the class path and an
 * {@code nvidia-smi} on the PATH. Its native code is not there, so that touching it would not go unnoticed.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Tag("slow")
class CudaBuildTest {
    private static final String H200 = "0, GPU-1, NVIDIA H200, 9.0, 143771, 550.54.15";

    @TempDir
    Path folder;

    private record Ended(int status, String out) {}

    private Path build() throws IOException {
        Path root = folder.resolve("classes");
        Path backend =
                Files.createDirectories(root.resolve("org/nd4j/linalg/jcublas")).resolve("JCublasBackend.class");
        Files.createFile(backend);
        String platform = System.getProperty("os.arch").equals("aarch64") ? "-arm64" : "-x86_64";
        String system = OS.current() == OS.LINUX ? "linux" : "macosx";
        Path bindings =
                Files.createDirectories(backend.resolveSibling("bindings").resolve(system + platform + "-cudnn"));
        Files.createFile(bindings.resolve(System.mapLibraryName("jnind4jcuda")));
        return root;
    }

    private Ended run(String nvidiaSmi, String... arguments) throws IOException, InterruptedException {
        Path program = Files.createDirectories(folder.resolve("bin")).resolve("nvidia-smi");
        Files.writeString(program, "#!/bin/sh\n" + nvidiaSmi + "\n");
        assertTrue(program.toFile().setExecutable(true));
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                build() + File.pathSeparator + System.getProperty("java.class.path"),
                Hts.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("PATH", program.getParent() + File.pathSeparator + System.getenv("PATH"));
        builder.environment().remove("CUDA_VISIBLE_DEVICES");
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out);
    }

    @Test
    void shouldSayInTheDoctorWhatIsWrongWithTheDevice() throws Exception {
        Ended ended = run("echo '" + H200 + "'", "doctor", "--backend", "nd4j");

        assertEquals(ExitCode.FAILED, ended.status(), ended::out);
        assertTrue(
                ended.out()
                        .contains("NVIDIA H200, compute capability 9.0, 143,771 MiB, driver 550.54.15; ND4J "
                                + "1.0.0-M2.1 has no code for it"),
                ended::out);
        assertTrue(
                ended.out()
                        .contains("WRONG backend     CUDA device 0 NVIDIA H200: it must have a compute capability"
                                + " of 3.7 .. 8.9"),
                ended::out);
        assertTrue(ended.out().contains("-> build without -Pcuda"), ended::out);
        assertTrue(ended.out().contains("disk"), "goes on after that");
    }

    @Test
    void shouldRefuseToTrainWithOneMessage() throws Exception {
        Ended ended = run(
                "echo 'NVIDIA-SMI has failed'; exit 9",
                "train",
                "--algo",
                "ppo",
                "--env",
                "CartPole-v1",
                "--backend",
                "nd4j");

        assertEquals(ExitCode.MISTAKE, ended.status(), ended::out);
        assertTrue(
                ended.out()
                        .contains("ND4J backend cuda: it needs a CUDA device, and nvidia-smi failed: NVIDIA-SMI "
                                + "has failed\n    install NVIDIA's driver"),
                ended::out);
        assertFalse(ended.out().contains("\tat "), ended::out);
    }
}
