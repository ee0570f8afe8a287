/**
 * {@code hts play}: shows a policy's episodes.
 *
 * <ul>
 *   <li>{@link io.htsrl.cli.play.PlaySession} plays episodes with {@link io.htsrl.trainer.evaluation.EpisodeRunner}, so
 *       that they equal those of an evaluation, and shows every state on a {@link io.htsrl.cli.play.Screen}.
 *   <li>{@link io.htsrl.cli.play.GifFile} is a screen that records the changed part of each frame as an animated GIF;
 *       {@link io.htsrl.cli.play.VideoScreen} records a video by ffmpeg.
 *   <li>{@link io.htsrl.cli.play.LiveScreen} is a screen in the terminal, of
 *       {@link io.htsrl.cli.play.LiveScreen.TerminalPicture}s. {@link io.htsrl.cli.play.PlaySession.PlayTable} prints
 *       the played episodes, or of {@code --against} the games that each side won.
 *   <li>{@link io.htsrl.cli.play.HumanPlayer} lets a person have a seat of a game.
 * </ul>
 */
package io.htsrl.cli.play;
