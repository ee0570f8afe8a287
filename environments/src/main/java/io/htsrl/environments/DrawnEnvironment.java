package io.htsrl.environments;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Rendered;

/** A {@link StateVectorEnvironment} that can draw its state. Thread rule of {@link Rendered}. */
abstract class DrawnEnvironment extends StateVectorEnvironment implements Rendered {
    private final Canvas.PlaneView view;
    private Canvas canvas; // null until a picture is requested

    DrawnEnvironment(EnvironmentSpec spec, int stateSize, Canvas.PlaneView view) {
        super(spec, stateSize);
        this.view = view;
    }

    /** Draws {@link #state} onto a white canvas. */
    abstract void draw(Canvas white);

    @Override
    public final int renderWidth() {
        return view.width();
    }

    @Override
    public final int renderHeight() {
        return view.height();
    }

    @Override
    public final void render(int[] pixels) {
        if (canvas == null) {
            canvas = new Canvas(view);
        }
        draw(canvas.clear());
        canvas.copyTo(pixels);
    }
}
