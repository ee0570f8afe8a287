package io.htsrl.environments;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;

/**
 * Draws simple shapes in a task's coordinates, y upwards, with smooth edges. One thread. For display alone: it
 * allocates, and no observation depends on it. Created for the first requested picture, so that training never loads
 * the JDK's graphics.
 */
final class Canvas {
    static final int BLACK = 0x202020;
    static final int BROWN = 0xca9865;
    static final int BLUE = 0x8184cb;
    static final int RED = 0xcc4d4d;
    static final int GREEN = 0x4dcc4d;
    static final int GREY = 0x9a9a9a;
    private static final int RGB = 0xffffff;

    private final PlaneView view;
    private final BufferedImage image;
    private final Graphics2D graphics;

    Canvas(PlaneView view) {
        this.view = view;
        image = new BufferedImage(view.width(), view.height(), BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    }

    /** Starts a picture: all white. */
    Canvas clear() {
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, view.width(), view.height());
        return this;
    }

    /**
     * Draws a line through points {@code x, y, x, y, ...}, with round ends.
     *
     * @param thickness in units of the task
     */
    Canvas line(int rgb, double thickness, double... points) {
        graphics.setColor(new Color(rgb));
        graphics.setStroke(
                new BasicStroke((float) (thickness * view.scale()), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        graphics.draw(path(points));
        return this;
    }

    /** Fills a polygon with corners {@code x, y, x, y, ...}. */
    Canvas polygon(int rgb, double... points) {
        graphics.setColor(new Color(rgb));
        Path2D path = path(points);
        path.closePath();
        graphics.fill(path);
        return this;
    }

    /** Fills a circle. */
    Canvas disc(int rgb, double x, double y, double radius) {
        double pixels = radius * view.scale();
        graphics.setColor(new Color(rgb));
        graphics.fill(new Ellipse2D.Double(view.column(x) - pixels, view.row(y) - pixels, 2 * pixels, 2 * pixels));
        return this;
    }

    private Path2D path(double[] points) {
        Path2D path = new Path2D.Double();
        path.moveTo(view.column(points[0]), view.row(points[1]));
        for (int i = 2; i < points.length; i += 2) {
            path.lineTo(view.column(points[i]), view.row(points[i + 1]));
        }
        return path;
    }

    /** Writes the picture, packed {@code 0xRRGGBB}. */
    void copyTo(int[] pixels) {
        image.getRGB(0, 0, view.width(), view.height(), pixels, 0, view.width());
        for (int i = 0; i < view.width() * view.height(); i++) {
            pixels[i] &= RGB; // without the opacity
        }
    }

    /**
     * The part of a task's plane that a picture shows. Immutable.
     *
     * @param width pixels in a row
     * @param height rows
     * @param left the task's x at the left border
     * @param bottom the task's y at the lower border
     * @param scale pixels for one unit of the task, the same both ways
     */
    record PlaneView(int width, int height, double left, double bottom, double scale) {

        /** Returns a square view with the origin in the middle that extends {@code radius} units to each side. */
        static PlaneView around(int pixels, double radius) {
            return new PlaneView(pixels, pixels, -radius, -radius, pixels / (2 * radius));
        }

        /** Returns the column of {@code x}, with its fraction. */
        double column(double x) {
            return (x - left) * scale;
        }

        /** Returns the row of {@code y}, with its fraction; rows count from the top. */
        double row(double y) {
            return height - (y - bottom) * scale;
        }
    }
}
