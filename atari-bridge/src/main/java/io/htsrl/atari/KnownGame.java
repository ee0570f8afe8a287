package io.htsrl.atari;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A game whose rules ALE knows. Immutable, any thread.
 *
 * @param name ALE's name, such as {@code space_invaders}
 * @param md5 MD5 of the cartridge for which ALE's rules were written
 */
public record KnownGame(String name, String md5) {
    private static final String PREFIX = "ALE/";
    private static final String VERSION = "-v5";
    /** First letter of a word; a digit also ends a word. */
    private static final Pattern FIRST_LETTER = Pattern.compile("(?<!\\p{L})\\p{L}");

    private static final Pattern OTHER_NAMES = Pattern.compile(
            "(gym:|envpool:)?(ALE/)?(?<game>[A-Za-z0-9]+?)(-ram)?((NoFrameskip|Deterministic)?-v[0-9]+)?",
            Pattern.CASE_INSENSITIVE);

    /** Games compiled into ALE 0.7.3: a line {@code md5 name} for each game. */
    private static final List<KnownGame> ALL = read("games.txt");

    /** Returns all games, by name. */
    public static List<KnownGame> all() {
        return ALL;
    }

    /** Returns the game whose cartridge has this MD5. */
    public static Optional<KnownGame> ofMd5(String md5) {
        return ALL.stream().filter(game -> game.md5.equals(md5)).findFirst();
    }

    /** Returns the game with this ALE name. */
    public static Optional<KnownGame> ofName(String name) {
        return ALL.stream().filter(game -> game.name.equals(name)).findFirst();
    }

    /** Returns the game that an environment such as {@code ALE/SpaceInvaders-v5} plays. */
    public static Optional<KnownGame> ofEnvironment(String id) {
        return ALL.stream().filter(game -> game.environment().equals(id)).findFirst();
    }

    /** Returns the game that Gym, ALE or a person calls so, such as {@code PongNoFrameskip-v4} or {@code pong}. */
    static Optional<KnownGame> ofAnyName(String name) {
        Matcher words = OTHER_NAMES.matcher(name.replaceAll("[ _]", ""));
        return words.matches()
                ? ALL.stream()
                        .filter(game -> game.name.replace("_", "").equalsIgnoreCase(words.group("game")))
                        .findFirst()
                : Optional.empty();
    }

    /** Returns the name of its environment, as in Gymnasium: {@code ALE/SpaceInvaders-v5}. */
    public String environment() {
        String words =
                FIRST_LETTER.matcher(name).replaceAll(letter -> letter.group().toUpperCase(Locale.ROOT));
        return PREFIX + words.replace("_", "") + VERSION;
    }

    private static List<KnownGame> read(String resource) {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(KnownGame.class.getResourceAsStream(resource), StandardCharsets.US_ASCII))) {
            return in.lines()
                    .map(line -> line.split(" "))
                    .map(words -> new KnownGame(words[1], words[0]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " of atari-bridge cannot be read", e);
        }
    }
}
