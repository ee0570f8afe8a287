package io.htsrl.cli.terminal;

/** A command that trains or plays: where it is refused, it says that nothing was run. */
public interface Runs {}
