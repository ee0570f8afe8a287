package io.htsrl.nd4j.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Devices of the machine as reported by {@code nvidia-smi}. It is a program of the driver, so that running it loads no
 * native code into this process. Immutable.
 *
 * @param devices devices that a process may use
 * @param problem reason why no devices exist; empty where some do
 */
public record NvidiaSmi(List<CudaDevice> devices, String problem) {
    private static final List<String> COMMAND = List.of(
            "nvidia-smi",
            "--query-gpu=index,uuid,name,compute_cap,memory.total,driver_version",
            "--format=csv,noheader,nounits");
    private static final int SECONDS = 20;

    public NvidiaSmi {
        devices = List.copyOf(devices);
    }

    /**
     * Runs {@code nvidia-smi}, which takes up to a second. Devices that {@code CUDA_VISIBLE_DEVICES} hides are left
     * out.
     */
    public static NvidiaSmi query() {
        return query(COMMAND).visible(System.getenv("CUDA_VISIBLE_DEVICES"));
    }

    static NvidiaSmi query(List<String> command) {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return none("the PATH has no nvidia-smi");
        }
        try {
            // read in parallel with the wait: a hanging driver does not close its output
            CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> text(process));
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                return none("nvidia-smi did not answer within " + SECONDS + " s");
            }
            return of(process.exitValue(), output.join());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return none("nvidia-smi was interrupted");
        } finally {
            process.destroyForcibly();
        }
    }

    private static String text(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    /** Interprets the exit status and the output. */
    static NvidiaSmi of(int status, String output) {
        if (status != 0) {
            return none("nvidia-smi failed: " + firstLine(output));
        }
        List<CudaDevice> devices = new ArrayList<>();
        for (String line : output.split("\\R")) {
            try {
                if (!line.isBlank()) {
                    devices.add(CudaDevice.parse(line));
                }
            } catch (IllegalArgumentException e) {
                return none("nvidia-smi printed: " + line.strip());
            }
        }
        return devices.isEmpty() ? none("nvidia-smi knows of no device") : new NvidiaSmi(devices, "");
    }

    private static String firstLine(String output) {
        return output.isBlank() ? "without a word" : output.strip().split("\\R")[0];
    }

    private static NvidiaSmi none(String problem) {
        return new NvidiaSmi(List.of(), problem);
    }

    /** @param list value of {@code CUDA_VISIBLE_DEVICES}: indices or beginnings of UUIDs; null for all devices */
    NvidiaSmi visible(String list) {
        if (list == null || devices.isEmpty()) {
            return this;
        }
        List<CudaDevice> chosen = Arrays.stream(list.split(","))
                .map(String::strip)
                .takeWhile(name -> devices.stream().anyMatch(device -> names(name, device))) // as CUDA does
                .map(name -> devices.stream()
                        .filter(device -> names(name, device))
                        .findFirst()
                        .orElseThrow())
                .toList();
        return chosen.isEmpty()
                ? none("CUDA_VISIBLE_DEVICES=" + list + " names none of the " + devices.size() + " devices")
                : new NvidiaSmi(chosen, "");
    }

    private static boolean names(String name, CudaDevice device) {
        return name.equals(String.valueOf(device.index()))
                || name.startsWith("GPU-") && device.uuid().startsWith(name);
    }
}
