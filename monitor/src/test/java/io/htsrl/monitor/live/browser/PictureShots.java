package io.htsrl.monitor.live.browser;

import java.io.IOException;
import java.nio.file.Path;

/** Makes the pictures of docs/how-to/watch.md, see there: {@code URL FOLDER NAME}. One thread. */
final class PictureShots {
    private static final int[][] SIZES = {{375, 812, 1700}, {1600, 1000, 1560}};

    private PictureShots() {}

    /** Takes the page at {@code args[0]} at both widths, with replica 0, as it is when {@code args[3]} is true in it. */
    public static void main(String[] args) throws IOException, InterruptedException {
        try (Browser browser = Browser.start(Browser.find().orElseThrow())) {
            for (int[] size : SIZES) {
                boolean dark = size[0] < 1000;
                browser.show(size[0], size[1], dark);
                browser.open(args[0]);
                browser.await("document.documentElement.dataset.drawn > 0");
                browser.evaluate("sessionStorage.setItem('replica', '0')");
                browser.open(args[0]);
                browser.await("document.documentElement.dataset.drawn > 0");
                browser.evaluate("document.getElementById('picture-figure').scrollIntoView()"); // it is drawn in sight
                if (args.length > 3) {
                    browser.await(args[3]);
                }
                browser.screenshot(Path.of(args[1], args[2] + "-" + size[0] + ".png"), size[0], size[2]);
            }
        }
    }
}
