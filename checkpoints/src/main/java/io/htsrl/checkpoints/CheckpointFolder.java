package io.htsrl.checkpoints;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of a run's checkpoints, one file per interval, the last few kept. One run writes into a folder at a time.
 * Immutable; any thread, but {@link #prune} only while no checkpoint is being written here.
 */
public final class CheckpointFolder {
    private static final Pattern NAME = Pattern.compile("interval-(\\d{12,18})\\.safetensors");
    private static final Pattern DRAFT =
            Pattern.compile(Pattern.quote(WholeFiles.PREFIX) + NAME + Pattern.quote(WholeFiles.SUFFIX));

    private static final Pattern BLOCK = Pattern.compile("[0-9a-f]{32}|\\.[0-9a-f]{32}\\.draft");

    /**
     * The result of a search.
     *
     * @param intact the newest intact checkpoint, open; the caller closes it
     * @param refused the reasons why newer ones are not intact, newest first
     */
    public record Search(Optional<CheckpointFile> intact, List<CheckpointException> refused) {

        /**
         * Returns the intact checkpoint. Throws the newest one's refusal if none is intact, and {@code none} if there
         * are no checkpoints.
         */
        public CheckpointFile orThrow(Supplier<? extends RuntimeException> none) {
            return intact.orElseThrow(() -> refused.isEmpty() ? none.get() : refused.get(0));
        }
    }

    /** Greatest number of searches while a run that writes and deletes is faster than the search. */
    private static final int MOST_SEARCHES = 100;

    private final Path folder;
    private final int keep;
    private final Function<Path, CheckpointFile> opener;
    private final Disk disk;

    /** @param keep the number of checkpoints that {@link #prune} leaves, at least 1 */
    public CheckpointFolder(Path folder, int keep) {
        this(folder, keep, CheckpointFile::open, Disk.REAL);
    }

    /** @param opener opens a checkpoint */
    CheckpointFolder(Path folder, int keep, Function<Path, CheckpointFile> opener, Disk disk) {
        if (keep < 1) {
            throw new IllegalArgumentException("at least 1 checkpoint must be kept, not " + keep);
        }
        this.folder = folder;
        this.keep = keep;
        this.opener = opener;
        this.disk = disk;
    }

    public Path folder() {
        return folder;
    }

    /** Returns the file of the checkpoint taken after {@code interval} intervals, whether it exists or not. */
    public Path file(long interval) {
        return folder.resolve(String.format(Locale.ROOT, "interval-%012d.safetensors", interval));
    }

    /** Returns the interval in a checkpoint's name, or -1 when it is not the name of one. */
    public static long interval(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        return name.matches() ? Long.parseLong(name.group(1)) : -1;
    }

    /**
     * Creates the folder, and deletes the drafts that killed processes left.
     *
     * @throws CheckpointException when it cannot be created or written
     */
    public void prepare() {
        try {
            Files.createDirectories(folder);
            if (!Files.isWritable(folder)) {
                throw new AccessDeniedException(folder.toString());
            }
            delete(children().stream().filter(CheckpointFolder::isDraft));
            deleteUnusedBlocks();
        } catch (IOException e) {
            throw CheckpointException.folder(folder, e);
        }
        for (Path above = folder.toAbsolutePath().getParent(); above != null; above = above.getParent()) {
            disk.syncFolder(above); // the run's folder, and those created with it
        }
    }

    /**
     * Returns the checkpoints by name, newest first, intact or not; none when no folder exists.
     *
     * @throws CheckpointException when the folder cannot be read
     */
    public List<Path> list() {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try {
            return checkpoints(children());
        } catch (IOException e) {
            throw CheckpointException.folder(folder, e);
        }
    }

    private List<Path> children() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static List<Path> checkpoints(List<Path> children) {
        return children.stream()
                .filter(file -> interval(file) >= 0 && Files.isRegularFile(file))
                .sorted(Comparator.comparingLong(CheckpointFolder::interval).reversed())
                .toList();
    }

    /**
     * Opens the newest intact checkpoint. If a run deletes one between listing and opening, it was no longer the
     * newest, and the folder is listed again.
     */
    public Search newestIntact() {
        return newestIntact(0, Long.MAX_VALUE);
    }

    /** Does the same among the checkpoints taken after {@code first} to {@code last} intervals. */
    public Search newestIntact(long first, long last) {
        for (int search = 1; search < MOST_SEARCHES; search++) {
            Optional<Search> found = search(first, last, true);
            if (found.isPresent()) {
                return found.get();
            }
        }
        return search(first, last, false).orElseThrow();
    }

    /** @param again whether a file that is gone ends the search without a result */
    private Optional<Search> search(long first, long last, boolean again) {
        List<CheckpointException> refused = new ArrayList<>();
        for (Path file : list()) {
            if (interval(file) < first || interval(file) > last) {
                continue;
            }
            try {
                return Optional.of(new Search(Optional.of(opener.apply(file)), List.copyOf(refused)));
            } catch (CheckpointException e) {
                if (again && Files.notExists(file)) {
                    return Optional.empty();
                }
                refused.add(e);
            }
        }
        return Optional.of(new Search(Optional.empty(), List.copyOf(refused)));
    }

    /**
     * Deletes the older checkpoints that {@code durable}, just written, makes superfluous, and drafts that killed
     * processes left. Newer files stay: they exist when a run was resumed from an older checkpoint, and counting them
     * could delete the very file that the run depends on.
     *
     * @param kept intervals; the newest checkpoint taken before each of them stays
     * @throws CheckpointException when something cannot be deleted
     */
    public void prune(Path durable, Set<Long> kept) {
        try {
            List<Path> children = children();
            List<Path> all = checkpoints(children);
            Set<Path> exempt = kept.stream()
                    .flatMap(before ->
                            all.stream().filter(file -> interval(file) < before).limit(1))
                    .collect(Collectors.toSet());
            List<Path> superfluous = all.stream()
                    .filter(file -> interval(file) <= interval(durable))
                    .skip(keep)
                    .filter(file -> !exempt.contains(file))
                    .toList();
            delete(superfluous.stream());
            delete(children.stream().filter(CheckpointFolder::isDraft));
            if (!superfluous.isEmpty()) {
                deleteUnusedBlocks();
            }
        } catch (IOException e) {
            throw CheckpointException.folder(folder, e);
        }
    }

    /**
     * Deletes the checkpoints that are newer than {@code from} before a run resumes from it, since files that they
     * refer to are about to be cut. The deletion is durable when this returns. If the process is killed meanwhile, each
     * remaining one can still be resumed from. Does nothing when {@code from} is in another folder.
     *
     * @throws CheckpointException when one cannot be deleted
     */
    public void dropNewer(Path from) {
        if (!absolute(folder).equals(absolute(from).getParent())) {
            return;
        }
        try {
            delete(checkpoints(children()).stream().filter(file -> interval(file) > interval(from)));
            disk.syncFolder(folder);
            deleteUnusedBlocks();
        } catch (IOException e) {
            throw CheckpointException.folder(folder, e);
        }
    }

    /**
     * Deletes the blocks, and drafts of blocks, that no checkpoint here refers to; none if a checkpoint cannot be read.
     * The deletions of checkpoints become durable first, so that none lacks a block after a power cut.
     */
    private void deleteUnusedBlocks() throws IOException {
        Path blocks = folder.resolve(BlockReference.FOLDER);
        if (!Files.isDirectory(blocks)) {
            return;
        }
        disk.syncFolder(folder);
        Set<String> used = new HashSet<>();
        try {
            list().forEach(file -> used.addAll(CheckpointFile.blockNames(file)));
        } catch (CheckpointException e) {
            return; // it is reported when it is opened
        }
        try (Stream<Path> files = Files.list(blocks)) {
            delete(files.filter(
                    file -> BLOCK.matcher(file.getFileName().toString()).matches()
                            && !used.contains(file.getFileName().toString())));
        }
    }

    /**
     * Copies an open checkpoint of another folder, with all that it refers to: by hard links, or else by copies. It is
     * durable when this returns.
     *
     * @return the copy
     * @throws CheckpointException when it cannot be written, or a file of its name exists
     */
    public Path copy(CheckpointFile from) {
        Path target = folder.resolve(from.path().getFileName());
        try {
            Files.createDirectories(folder);
            for (BlockReference block : from.references()) {
                if (!block.isThere(target)) {
                    Files.createDirectories(block.file(target).getParent());
                    WholeFiles.copy(disk, block.file(from.path()), block.file(target));
                }
            }
            WholeFiles.copy(disk, from.path(), target);
        } catch (IOException e) {
            throw CheckpointException.unwritable(target, e);
        }
        return target;
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private void delete(Stream<Path> files) throws IOException {
        for (Path file : files.toList()) {
            disk.delete(file);
        }
    }

    private static boolean isDraft(Path file) {
        return DRAFT.matcher(file.getFileName().toString()).matches();
    }
}
