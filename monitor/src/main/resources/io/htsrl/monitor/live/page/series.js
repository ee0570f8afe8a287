// The series of a tile: from the tables of runs to lines and bands, by the user's choices.

import {store, points, seedGroups} from './store.js';
import {view} from './view.js';

const GRID = 400; // points of a mean over seeds

/** Returns the index of the last element of the rising `xs` that is at most `x`; -1 where there is none. */
export function floor(xs, x) {
  let low = -1;
  let high = xs.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle] <= x) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the value at `x` on the straight line between two points; null outside, and beside a gap. */
function between(xs, ys, x) {
  const at = floor(xs, x);
  if (at < 0 || x > xs[xs.length - 1]) return null;
  if (xs[at] === x || at + 1 === xs.length) return ys[at];
  if (ys[at] === null || ys[at + 1] === null) return null;
  return ys[at] + (ys[at + 1] - ys[at]) * (x - xs[at]) / (xs[at + 1] - xs[at]);
}

/** Returns the x of a table's rows; time and episodes of evaluations are read from the metrics at the same step. */
function along(run, table) {
  const own = points(run, table);
  if (own[view.x]) return own[view.x];
  const metrics = points(run, 'metrics');
  if (!metrics[view.x] || !own.timesteps) return null;
  const last = metrics.timesteps.length - 1;
  return own.timesteps.map(step => between(metrics.timesteps, metrics[view.x], step)
    ?? metrics[view.x][step < metrics.timesteps[0] ? 0 : last]);
}

function curvesOf(run, name) {
  if (name === 'evaluation') {
    const {mean, low, high} = points(run, 'evaluations');
    return {table: 'evaluations', y: mean, low, high};
  }
  return name === 'episode_length' ? {table: 'episodes', y: points(run, 'episodes').length}
    : {table: 'metrics', y: points(run, 'metrics')[name]};
}

/** Returns the series of a tile as {run, label, x, y, line, low, high}: `line` is smoothed; a band is optional. */
export function seriesOf(name) {
  const all = store.runs.flatMap((run, index) => {
    const {table, y, low, high} = curvesOf(run, name);
    const x = y && !view.hidden.has(run.name) ? along(run, table) : null;
    const values = name === 'lag' ? y?.map(value => value < 0 ? null : value) : y; // before the first update: none
    return x && values.some(value => value !== null)
      ? [{run: index, label: run.name, x, y: values, low, high}] : [];
  });
  const shown = view.seeds ? seedGroups().flatMap(group => meanOf(all.filter(one => group.includes(one.run)))) : all;
  shown.forEach(one => { one.line = smooth(one.y); });
  return shown;
}

/** Returns the mean of series over the part of x that all have, with the range of their values as the band. */
function meanOf(members) {
  if (members.length < 2) return members;
  const from = Math.max(...members.map(one => one.x[0]));
  const to = Math.min(...members.map(one => one.x[one.x.length - 1]));
  if (!(from < to)) return members;
  const x = Array.from({length: GRID + 1}, (_, i) => from + (to - from) * i / GRID);
  const rows = x.map(at => members.map(one => between(one.x, one.y, at)).filter(value => value !== null));
  const of = figure => rows.map(row => row.length ? figure(row) : null);
  return [{
    run: members[0].run, label: `mean of ${members.length} seeds as ${members[0].label}`, range: true, x,
    y: of(row => row.reduce((sum, value) => sum + value, 0) / row.length),
    low: of(row => Math.min(...row)), high: of(row => Math.max(...row)),
  }];
}

/** Returns the exponential moving average, whose weights sum to 1 from the first value on. */
function smooth(values) {
  if (!view.smooth) return values;
  let sum = 0;
  let weights = 0;
  return values.map(value => {
    if (value === null) return null;
    sum = view.smooth * sum + (1 - view.smooth) * value;
    weights = view.smooth * weights + 1 - view.smooth;
    return sum / weights;
  });
}
