import io.htsrl.core.random.RandomStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.bytedeco.ale.ALEInterface;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Size;

/** Makes {@code opencv-inter-area.gz}; see README.md beside it. No part of the build. */
public final class MakeOpenCvVectors {
    private static final int HEIGHT = 210;
    private static final int WIDTH = 160;
    private static final int[] SIZES = {84, 42, 64, 80, 105};

    public static void main(String[] args) throws Exception {
        Map<String, byte[]> screens = new LinkedHashMap<>();
        RandomStream draws = RandomStream.root(1);
        screens.put("noise", filled(i -> (int) draws.bits(0, i) & 0xff));
        screens.put("black and white noise", filled(i -> (int) draws.bits(1, i) < 0 ? 0 : 255));
        screens.put("slope", filled(i -> i % WIDTH + i / WIDTH / 3));
        playHomebrewPaddle(Path.of(args[0]), screens);
        try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(new FileOutputStream(args[1])))) {
            out.writeInt(screens.size());
            for (Map.Entry<String, byte[]> screen : screens.entrySet()) {
                out.writeUTF(screen.getKey());
                out.write(screen.getValue());
                out.writeInt(SIZES.length);
                for (int size : SIZES) {
                    out.writeInt(size);
                    out.write(resized(screen.getValue(), size));
                }
            }
        }
        System.out.println("OpenCV " + opencv_core.CV_VERSION);
    }

    private static byte[] filled(java.util.function.IntUnaryOperator level) {
        byte[] screen = new byte[HEIGHT * WIDTH];
        for (int i = 0; i < screen.length; i++) {
            screen[i] = (byte) level.applyAsInt(i);
        }
        return screen;
    }

    /** Greys of the game's screen at its beginning, and of two that random play leads to. */
    private static void playHomebrewPaddle(Path rom, Map<String, byte[]> screens) throws Exception {
        Path copy = Files.createTempDirectory("rom").resolve("pong.bin");
        Files.copy(rom, copy);
        ALEInterface ale = new ALEInterface();
        ale.setInt("random_seed", 1);
        ale.setFloat("repeat_action_probability", 0);
        ale.loadROM(copy.toString());
        RandomStream draws = RandomStream.root(2);
        for (int frame = 0; frame <= 3000; frame++) {
            if (frame == 0 || frame == 700 || frame == 3000) {
                byte[] greys = new byte[HEIGHT * WIDTH];
                ale.getScreenGrayscale(greys);
                screens.put("homebrew paddle, frame " + frame, greys);
            }
            ale.act(new int[] {0, 3, 4}[(int) (draws.uniform(frame / 15) * 3)]);
        }
    }

    private static byte[] resized(byte[] screen, int size) {
        Mat from = new Mat(HEIGHT, WIDTH, opencv_core.CV_8UC1);
        from.data().put(screen, 0, screen.length);
        Mat to = new Mat();
        opencv_imgproc.resize(from, to, new Size(size, size), 0, 0, opencv_imgproc.INTER_AREA);
        byte[] picture = new byte[size * size];
        to.data().get(picture, 0, picture.length);
        return picture;
    }
}
