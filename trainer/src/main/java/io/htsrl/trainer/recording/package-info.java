/**
 * Learning from recorded steps: {@link io.htsrl.trainer.recording.Recording} holds them, and a run with {@code --from}
 * puts them into its replay memory before the first update. Its environments collect nothing.
 */
package io.htsrl.trainer.recording;
