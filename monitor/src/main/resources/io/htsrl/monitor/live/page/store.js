// The page's data about runs, all of it from the server.

export const store = {runs: [], now: null, caughtUp: false};

/** Clears all data, since the history follows. */
export function begin() {
  store.runs = [];
  store.caughtUp = false;
}

export function setRun(message) {
  const known = store.runs[message.run];
  store.runs[message.run] = {...message, tables: known ? known.tables : {}};
}

/** Replaces the points from `from` on. */
export function setPoints({run, table, from, curves}) {
  const tables = store.runs[run].tables;
  if (from === 0) tables[table] = {};
  for (const [name, values] of Object.entries(curves)) {
    const curve = tables[table][name] ??= [];
    while (curve.length < from) curve.push(null);
    curve.length = from;
    for (const value of values) curve.push(value);
  }
}

export const points = (run, table) => run.tables[table] ?? {};

export function last(run, table, name) {
  const curve = points(run, table)[name];
  return curve && curve.length ? curve[curve.length - 1] : null;
}
