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

/** Returns the newest value of a metric: the live run's own values are newer than its last line in the files. */
export function newest(run, name) {
  return (run.live ? store.now?.[name] : undefined) ?? points(run, 'metrics')[name]?.at(-1) ?? null;
}

/** Returns the keys of settings that differ between the runs. */
export function differing() {
  const keys = new Set(store.runs.flatMap(run => Object.keys(run.settings)));
  return [...keys].filter(key => new Set(store.runs.map(run => run.settings[key])).size > 1);
}

/** Returns lists of the indices of runs that are equal but for the seed. */
export function seedGroups() {
  const groups = new Map();
  store.runs.forEach((run, index) => {
    const key = JSON.stringify(Object.entries({...run.settings, seed: null}).sort());
    groups.set(key, [...groups.get(key) ?? [], index]);
  });
  return [...groups.values()];
}
