package io.htsrl.monitor.live.feed;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** What only a run of this process knows of itself, at this moment. The feed's thread alone. */
public interface LiveView {

    /** Adds the fields of one moment to the object that is open. */
    void write(JsonGenerator json) throws IOException;

    /** The digest so far; empty before the first interval. */
    String digest();
}
