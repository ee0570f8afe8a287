// The values of all runs of a tile at the cursor.

import {number, duration} from './format.js';
import {floor} from './series.js';
import {runColour, X_NAMES} from './charts.js';
import {view} from './view.js';

const MOST = 16;
const GAP = 14;
const tip = document.getElementById('tip');

let owner = null;

/** Hides the values of this tile: a chart that is drawn again says that it has no cursor. */
export function hideTip(tile) {
  if (owner === tile) tip.hidden = true;
}

/** Shows the values at `x` beside a place of the window, the greatest first. */
export function showTip(tile, x, left, top) {
  owner = tile;
  const rows = tile.drawn.map(one => [one, nearest(one, x)]).filter(([, at]) => at !== null)
    .sort(([a, i], [b, j]) => b.line[j] - a.line[i]);
  const head = document.createElement('div');
  head.textContent = view.x === 'wall_seconds' ? `at ${duration(x)}` : `at ${number(Math.round(x))} ${X_NAMES[view.x]}`;
  tip.replaceChildren(head, ...rows.slice(0, MOST).map(([one, at]) => row(one, at)));
  if (rows.length > MOST) tip.append(`and ${rows.length - MOST} more`);
  tip.hidden = false;
  const wide = left + GAP + tip.offsetWidth > innerWidth;
  tip.style.left = `${Math.max(0, wide ? left - GAP - tip.offsetWidth : left + GAP)}px`;
  tip.style.top = `${Math.max(0, Math.min(top + GAP, innerHeight - tip.offsetHeight))}px`;
}

function row(one, at) {
  const made = document.createElement('div');
  const swatch = document.createElement('i');
  swatch.className = 'swatch';
  swatch.style.background = runColour(one.run);
  const value = document.createElement('b');
  value.textContent = number(one.line[at]);
  const raw = view.smooth ? ` (raw ${number(one.y[at])})` : '';
  const band = one.low ? ` (${number(one.low[at])} to ${number(one.high[at])})` : '';
  made.append(swatch, value, `${raw}${band} ${one.label}`);
  return made;
}

/** Returns the index of the nearest point with a value; null where the run has none there. */
function nearest(one, x) {
  const below = floor(one.x, x);
  const above = below + 1;
  const width = (one.x.at(-1) - one.x[0]) / 100;
  if (below < 0 && one.x[0] - x > width || above === one.x.length && x - one.x[below] > width) return null;
  const near = below < 0 || above < one.x.length && one.x[above] - x < x - one.x[below] ? above : below;
  return one.line[near] === null || near >= one.x.length ? null : near;
}
