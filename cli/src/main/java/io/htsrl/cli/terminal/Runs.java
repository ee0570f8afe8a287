package io.htsrl.cli.terminal;

/** A command that trains or plays: when it is refused, its message says that nothing was run. */
public interface Runs {}
