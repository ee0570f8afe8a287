package io.htsrl.monitor.live.browser;

import java.io.IOException;
import java.nio.file.Path;

/** Makes the picture of docs/how-to/watch.md: {@code URL FILE CONDITION}. One thread. */
final class PictureShots {
    private static final int WIDTH = 1600;
    private static final int HEIGHT = 1320;

    private PictureShots() {}

    /** Takes the page at {@code args[0]} with replica 0, when {@code args[2]} is true in it. */
    public static void main(String[] args) throws IOException, InterruptedException {
        try (Browser browser = Browser.start(Browser.find().orElseThrow())) {
            browser.show(WIDTH, HEIGHT, false);
            browser.open(args[0] + "#fold=learning");
            browser.await("document.getElementById('replica').options.length > 0");
            browser.evaluate(
                    "r = document.getElementById('replica'); r.value = '0'; r.dispatchEvent(new Event('change'))");
            browser.await("document.getElementById('picture').dataset.shown > 0");
            browser.await(args[2]);
            browser.screenshot(Path.of(args[1]), WIDTH, HEIGHT);
        }
    }
}
