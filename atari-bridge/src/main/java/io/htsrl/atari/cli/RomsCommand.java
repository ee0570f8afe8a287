package io.htsrl.atari.cli;

import io.htsrl.atari.Homebrew;
import io.htsrl.atari.KnownGame;
import io.htsrl.atari.RomFile;
import io.htsrl.atari.RomFolder;
import io.htsrl.atari.RomSearch;
import io.htsrl.cli.CommandProvider;
import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.python.Interpreter;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hts roms}: lists the games of a folder's files. It runs none. One thread. */
@Command(
        name = "roms",
        header = "Lists which Atari games the files of a folder are.",
        description = "A file is recognised by its bytes (MD5), whatever it is called. One that is not may still be "
                + "played under its name, after a trial in a process of its own. Without DIR the folder is that of the "
                + "environment variable " + RomFolder.VARIABLE
                + ", and without that the one inside of Python's package "
                + "ale_py, where 'hts train' finds ROMs by itself, too.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:listed", "2:DIR is no folder"},
        footer = {"  hts roms", "  hts roms ~/roms"})
public final class RomsCommand extends PlainCommand {
    private static final String NOTHING = "-";

    @Parameters(arity = "0..1", paramLabel = "DIR", description = "The folder.")
    private String folder;

    @Option(
            names = "--python",
            paramLabel = "EXE",
            description = "The Python whose ale_py is looked into; without it that of the variable HTS_PYTHON, of the "
                    + "active virtual environment, or python3.")
    private String python;

    @Override
    public Integer call() {
        PrintWriter out = out();
        RomSearch search = folder == null ? RomSearch.of(options(), System.getenv()) : RomSearch.in(named());
        Optional<RomFolder> found = search.folder();
        TextTable table = new TextTable().row("FILE", "ENVIRONMENT", "WHAT IT IS");
        table.row("(built in)", Homebrew.ID, "the homebrew game of hts-rl");
        List<RomFile> files = found.map(RomFolder::files).orElse(List.of());
        files.stream()
                .filter(RomFile::readable)
                .forEach(file -> table.row(String.valueOf(file.path().getFileName()), environment(file), kind(file)));
        table.print(out);
        out.println();
        files.stream().filter(file -> !file.readable()).findFirst().ifPresent(file -> out.println(others(file, files)));
        out.println(found.map(it -> summary(it, files))
                .orElseGet(() -> search.nothing() + ", or name a folder: hts roms DIR, or set " + RomFolder.VARIABLE));
        out.flush();
        return 0;
    }

    private Map<String, String> options() {
        return python == null ? Map.of() : Map.of(Interpreter.OPTION, python);
    }

    /** Returns the named folder; its errors name this command's argument. */
    private RomFolder named() {
        try {
            return RomFolder.of(folder);
        } catch (ConfigurationException e) {
            Violations own = new Violations();
            e.violations().forEach(v -> own.add("DIR", v.value(), v.rule(), v.remedy()));
            throw new ConfigurationException(own);
        }
    }

    private static String environment(RomFile file) {
        Optional<KnownGame> game = file.recognised();
        if (game.isEmpty()) {
            game = file.named().filter(file::isVersionOf);
        }
        return game.map(KnownGame::environment).orElse(isHomebrew(file) ? Homebrew.ID : NOTHING);
    }

    private static boolean isHomebrew(RomFile file) {
        return file.readable() && file.md5().equals(Homebrew.rom().md5());
    }

    private static String kind(RomFile file) {
        if (isHomebrew(file)) {
            return "the homebrew game of hts-rl";
        }
        return file.recognised().isPresent()
                ? "recognised"
                : "unknown: md5 " + file.md5() + (file.named().isPresent() ? "; would be tried under its name" : "");
    }

    /** Describes the first file that is no ROM, and the number of further ones, since a folder may have many. */
    private static String others(RomFile first, List<RomFile> files) {
        long more = files.stream().filter(file -> !file.readable()).count() - 1;
        return "no ROM: " + first.path().getFileName() + ", which " + first.problem()
                + (more == 0 ? "" : more == 1 ? "; and 1 other file" : "; and " + more + " other files");
    }

    private String summary(RomFolder looked, List<RomFile> files) {
        long recognised = files.stream()
                .filter(file -> file.recognised().isPresent() || isHomebrew(file))
                .count();
        long unreadable = files.stream().filter(file -> !file.readable()).count();
        return looked.path() + (folder == null ? " (" + looked.from() + "): " : ": ") + files.size()
                + (files.size() == 1 ? " file, " : " files, ") + recognised + " recognised, "
                + (files.size() - recognised - unreadable) + " unknown, " + unreadable + " no ROM";
    }

    /** Adds this command to the program. */
    public static final class Provider implements CommandProvider {

        @Override
        public Map<String, Supplier<CommandLine>> commands() {
            return Map.of("roms", () -> new CommandLine(new RomsCommand()));
        }
    }
}
