// The figures of runs: a line for one run, a sortable table for several, whose first column shows and hides runs.

import {number, duration} from './format.js';
import {store, points, newest, differing} from './store.js';
import {runColour} from './charts.js';
import {change, view} from './view.js';

const element = id => document.getElementById(id);
const last = (run, table, name) => points(run, table)[name]?.at(-1) ?? null;
const total = run => Number(run.settings['total-timesteps']);

/** Columns as [name, label, value of a run, text of a value]. */
const COLUMNS = [
  ['state', 'state', run => run.state, (state, run) => run.damage ? `${state}; ${run.damage}`
    : state + (run.sampled ? ' (still reading: a sample is shown)' : '')],
  ['mean_return_100', 'return', run => newest(run, 'mean_return_100'), number],
  ['evaluation', 'evaluation', run => last(run, 'evaluations', 'mean'), number],
  ['timesteps', 'steps', run => newest(run, 'timesteps'), number],
  ['eta', 'remaining', remaining, value => value === null ? '–' : duration(value)],
  ['steps_per_second', 'steps/s', run => newest(run, 'steps_per_second'), value => number(value && Math.round(value))],
  ['wall_seconds', 'time', run => newest(run, 'wall_seconds'), value => value === null ? '–' : duration(value)],
  ['episodes', 'episodes', run => newest(run, 'episodes'), number],
  ['seed', 'seed', run => run.settings.seed, String],
];
const DIGEST = ['digest', 'digest', (run, index) => store.now?.digests?.[index] ?? '', String];

let columns = [];
let drawAll = () => {};

function remaining(run) {
  const speed = newest(run, 'steps_per_second');
  const left = total(run) - newest(run, 'timesteps');
  return run.state === 'running' && speed > 0 && left >= 0 ? left / speed : null;
}

/** Calls `listener` when the user shows or hides runs. */
export function onShownRuns(listener) {
  drawAll = listener;
}

/** Makes the figures anew, of the runs that there are now. */
export function makeRuns() {
  const several = store.runs.length > 1;
  const [first] = store.runs;
  element('title').textContent = several ? `${store.runs.length} runs`
    : first ? `${first.name}: ${first.settings.algo} on ${first.settings.env}, ${first.settings.schedule ?? ''}` : '';
  document.title = `${several || !first ? element('title').textContent : first.name} – hts-rl`;
  const settings = several ? differing().filter(key => key !== 'seed') : [];
  const evaluated = store.runs.some(run => points(run, 'evaluations').mean?.length);
  const running = store.runs.some(run => run.state === 'running');
  const next = [...COLUMNS.filter(([name]) => (name !== 'evaluation' || evaluated) && (name !== 'eta' || running)),
    ...settings.map(key => [`setting-${key}`, key, run => run.settings[key], value => value ?? '–']), DIGEST];
  const shape = JSON.stringify([store.runs.map(run => run.name), next.map(([name]) => name)]);
  const box = element('runs');
  if (box.dataset.shape === shape) return drawRuns();
  box.dataset.shape = shape;
  columns = next;
  box.replaceChildren(several ? table() : list());
  drawRuns();
}

function list() {
  const made = document.createElement('dl');
  for (const [name, label] of columns) {
    const pair = document.createElement('div');
    const term = document.createElement('dt');
    term.textContent = label;
    pair.append(term, value('dd', name, 0));
    made.append(pair);
  }
  return made;
}

function value(tag, name, run) {
  const made = document.createElement(tag);
  Object.assign(made.dataset, {figure: name, run});
  return made;
}

function table() {
  const made = document.createElement('table');
  const head = made.createTHead().insertRow();
  for (const [name, label] of [['name', 'run'], ...columns]) {
    const cell = document.createElement('th');
    const button = document.createElement('button');
    cell.scope = 'col';
    cell.dataset.sort = name;
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => {
      change({sort: view.sort === name ? `-${name}` : view.sort === `-${name}` ? '' : name});
      drawRuns();
    });
    cell.append(button);
    head.append(cell);
  }
  const body = made.createTBody();
  store.runs.forEach((run, index) => {
    const row = body.insertRow();
    const name = document.createElement('th');
    name.scope = 'row';
    name.append(legend(run, index));
    row.append(name, ...columns.map(([column]) => value('td', column, index)));
  });
  return made;
}

/** Returns the button that shows and hides a run. */
function legend(run, index) {
  const button = document.createElement('button');
  const swatch = document.createElement('i');
  button.type = 'button';
  button.className = 'run';
  button.dataset.run = index;
  button.title = `Show or hide ${run.name}`;
  swatch.className = 'swatch';
  button.append(swatch, run.name);
  button.addEventListener('click', () => {
    if (!view.hidden.delete(run.name)) view.hidden.add(run.name);
    change({});
    drawRuns();
    drawAll();
  });
  return button;
}

/** Writes the newest values. */
export function drawRuns() {
  const known = new Map(columns.map(column => [column[0], column]));
  for (const made of element('runs').querySelectorAll('[data-figure]')) {
    const run = store.runs[made.dataset.run];
    const [, , of, show] = known.get(made.dataset.figure);
    const text = show(of(run, Number(made.dataset.run)), run);
    if (made.textContent !== text) made.textContent = text;
  }
  for (const button of element('runs').querySelectorAll('button.run')) {
    button.setAttribute('aria-pressed', String(!view.hidden.has(store.runs[button.dataset.run].name)));
    button.firstChild.style.background = runColour(Number(button.dataset.run));
  }
  sort(known);
}

function sort(known) {
  const body = element('runs').querySelector('tbody');
  if (!body) return;
  const name = view.sort.replace(/^-/, '');
  const sign = view.sort.startsWith('-') ? -1 : 1;
  const of = name === 'name' ? run => run.name : known.get(name)?.[2];
  const keys = of ? store.runs.map(of) : null;
  const rank = key => key === null || key === '' || Number.isNaN(Number(key)) ? Infinity : Number(key);
  const compare = (a, b) => Math.sign(rank(keys[a]) - rank(keys[b]) || 0)
    || String(keys[a] ?? '').localeCompare(String(keys[b] ?? ''), 'en', {numeric: true});
  const order = store.runs.map((_, index) => index);
  if (keys) order.sort((a, b) => sign * compare(a, b) || a - b);
  for (const cell of element('runs').querySelectorAll('th[data-sort]')) {
    if (keys && cell.dataset.sort === name) cell.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
    else cell.removeAttribute('aria-sort');
  }
  const rows = new Map([...body.rows].map(row => [Number(row.querySelector('button').dataset.run), row]));
  if ([...rows.keys()].join() !== order.join()) body.append(...order.map(index => rows.get(index)));
}

/** Writes all settings: first those that differ from the presets, with what the presets say. */
export function drawSettings() {
  const keys = [...new Set(store.runs.flatMap(run => Object.keys(run.settings)))];
  const differs = key => store.runs.some(run => key in run.presets);
  const changed = keys.filter(differs);
  const count = changed.length === 1 ? '1 differs' : `${changed.length || 'none'} differ`;
  element('settings-text').textContent = `${count} from the preset`;
  const head = ['setting', 'preset', ...store.runs.map(run => run.name)];
  const presets = key => [...new Set(store.runs.flatMap(run => run.presets[key] ?? []))].join(' / ');
  const rows = [...changed, ...keys.filter(key => !differs(key))]
    .map(key => [key, presets(key), ...store.runs.map(run => run.settings[key] ?? '–')]);
  element('settings-table').replaceChildren(...[head, ...rows].map((texts, index) => {
    const row = document.createElement('tr');
    row.className = index > 0 && differs(texts[0]) ? 'differs' : '';
    row.append(...texts.map((text, column) => {
      const cell = document.createElement(index && column ? 'td' : 'th');
      cell.textContent = text;
      return cell;
    }));
    return row;
  }));
}
