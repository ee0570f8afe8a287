/**
 * {@code hts play}: seeing a policy play.
 *
 * <ul>
 *   <li>{@link io.htsrl.cli.play.PlaySession} plays episodes with
 *       {@link io.htsrl.trainer.evaluation.EpisodeRunner}, so that they are those of an evaluation, and shows every
 *       state on a {@link io.htsrl.cli.play.Screen}.</li>
 *   <li>{@link io.htsrl.cli.play.GifFile} is a screen that records an animated GIF, of each frame the part that has
 *       changed; {@link io.htsrl.cli.play.VideoScreen} one that records a video by ffmpeg.</li>
 *   <li>{@link io.htsrl.cli.play.LiveScreen} is one in the terminal, of {@link io.htsrl.cli.play.LiveScreen.TerminalPicture}s.
 *       {@link io.htsrl.cli.play.PlaySession.PlayTable} prints what was played, on whatever screen.</li>
 * </ul>
 */
package io.htsrl.cli.play;
