// What the page knows of the runs: what the server told, and nothing else.

export const store = {runs: [], now: null, caughtUp: false};

/** All that is known is void: the history follows. */
export function begin() {
  store.runs = [];
  store.caughtUp = false;
}

export function setRun(message) {
  const known = store.runs[message.run];
  store.runs[message.run] = {...message, tables: known ? known.tables : {}};
}

/** Points from `from` on take the place of those that were there. */
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
