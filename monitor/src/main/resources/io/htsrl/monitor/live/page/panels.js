// Tables and panels beside the curves.

import {number, duration, bytes, percent, words} from './format.js';
import {store, last} from './store.js';
import {runColour} from './charts.js';
import {drawPicture} from './picture.js';

const FIGURES = [
  ['timesteps', 'steps'], ['interval', 'interval'], ['wall_seconds', 'time'], ['steps_per_second', 'steps per second'],
  ['episodes', 'episodes'], ['mean_return_100', 'return (mean of 100)'], ['lag', 'lag'],
];
const element = id => document.getElementById(id);

function cell(row, tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  row.append(made);
  return made;
}

/** Draws the table of all runs. The live run's own values are newer than its last line in the files. */
export function drawNow() {
  const table = element('now');
  const names = store.runs.map(run => run.name).join('\n');
  if (table.dataset.names !== names) {
    table.dataset.names = names;
    makeNow(table);
  }
  for (const made of table.querySelectorAll('[data-figure]')) {
    const text = figureText(store.runs[made.dataset.run], made.dataset.figure, made.dataset.run);
    if (made.textContent !== text) made.textContent = text;
  }
}

function makeNow(table) {
  const head = document.createElement('tr');
  cell(head, 'td', '');
  for (const run of store.runs) {
    const heading = cell(head, 'th', run.name);
    heading.scope = 'col';
    heading.title = run.name;
  }
  table.tHead.replaceChildren(head);
  const rows = [...FIGURES, ['state', 'state'], ['digest', 'digest so far']];
  table.tBodies[0].replaceChildren(...rows.map(([name, label]) => {
    const row = document.createElement('tr');
    cell(row, 'th', label).scope = 'row';
    store.runs.forEach((run, index) => Object.assign(cell(row, 'td', '').dataset, {figure: name, run: index}));
    return row;
  }));
}

function figureText(run, name, index) {
  if (name === 'state') return stateText(run);
  return name === 'digest' ? store.now?.digests?.[index] ?? '' : figure(run, name);
}

function stateText(run) {
  if (run.damage) return `${run.state}; ${run.damage}`;
  return run.state + (run.sampled ? ' (still reading: a sample is shown)' : '');
}

function figure(run, name) {
  const live = run.live ? store.now?.[name] : undefined;
  const value = live ?? last(run, 'metrics', name);
  return name === 'wall_seconds' && value !== null ? duration(value) : number(value);
}

export function drawRuns() {
  element('title').textContent = store.runs.length === 1 ? store.runs[0].name : `${store.runs.length} runs`;
  document.title = `${element('title').textContent} – hts-rl`;
  element('runs').replaceChildren(...store.runs.map((run, index) => {
    const item = document.createElement('li');
    const swatch = document.createElement('i');
    swatch.className = 'swatch';
    swatch.style.background = runColour(index);
    const s = run.settings;
    item.append(swatch, `${run.name}: ${s.algo} on ${s.env}, seed ${s.seed}, ${s.schedule ?? ''}`);
    return item;
  }));
}

export function drawLive(now) {
  element('live').hidden = false;
  drawReplicas(now.replicas);
  drawPicture(now.pictures);
  bars('roles', now.roles.map(role => [
    `${role.role} × ${role.threads}`, role.busy, `${percent(role.busy)} busy, ${percent(role.barrier)} at the barrier`]));
  drawBatches(now.batches);
  const {used, max, committed, resident} = now.memory;
  bars('memory', [
    ['heap', used / max, `${bytes(used)} of ${bytes(max)}`],
    ['reserved', committed / max, bytes(committed)],
    ...resident ? [['process', 0, bytes(resident)]] : [],
  ]);
  element('nodes-figure').hidden = !now.nodes;
  if (now.nodes) drawNodes(now.nodes, now.node_figures ?? {});
  element('replay-figure').hidden = !now.replay;
  if (now.replay) drawReplay(now.replay);
}

function drawReplicas({states, steps, of, stragglers}) {
  const late = new Set(stragglers);
  const box = element('replicas');
  while (box.children.length > states.length) box.lastChild.remove();
  while (box.children.length < states.length) {
    const made = document.createElement('div');
    made.append(document.createElement('i'), String(box.children.length));
    box.append(made);
  }
  const names = {s: 'stepping', w: 'waiting', b: 'barrier'};
  [...box.children].forEach((made, index) => {
    made.className = `replica ${names[states[index]]}${late.has(index) ? ' straggler' : ''}`;
    made.firstChild.style.width = percent(Math.min(1, steps[index] / of)).replace(' ', '');
  });
  const count = letter => [...states].filter(state => state === letter).length;
  const text = `${count('s')} stepping, ${count('w')} waiting, ${count('b')} at the barrier`
    + (late.size ? `; straggling: ${[...late].join(', ')}` : '');
  element('replicas-text').textContent = text;
  box.setAttribute('aria-label', text);
}

function drawBatches(batches) {
  const sizes = Object.entries(batches);
  const all = sizes.reduce((sum, [, count]) => sum + count, 0);
  const ranges = new Map();
  for (const [size, count] of sizes) {
    const power = sizes.length > 12 ? 2 ** Math.floor(Math.log2(size)) : Number(size);
    ranges.set(power, (ranges.get(power) ?? 0) + count);
  }
  const label = power => sizes.length > 12 && power > 1 ? `${power}–${2 * power - 1}` : String(power);
  element('batches-text').textContent = `${number(all)} forwards`;
  bars('batches', [...ranges].map(([power, count]) => [label(power), count / all, percent(count / all)]));
}

const rate = value => `${number(value / 1e6)} MB/s`;

function drawNodes(nodes, figures) {
  const {nodes: count, lost, columns_again: again, detection_seconds: detected, recovery_seconds: recovered} = figures;
  element('nodes-text').textContent = [
    `${number(count ?? nodes.length)} take part`,
    ...count > nodes.length ? [`${nodes.length} of them below`] : [],
    ...lost ? [`lost ${number(lost)} times`] : [],
    ...again ? [`${number(again)} columns given again`] : [],
    ...recovered === undefined ? [] : [`noticed after ${duration(detected)}, whole again after ${duration(recovered)}`],
  ].join('; ');
  const body = element('nodes').tBodies[0];
  while (body.rows.length > nodes.length) body.deleteRow(-1);
  while (body.rows.length < nodes.length) {
    const row = body.insertRow();
    cell(row, 'th', '').scope = 'row';
    for (let column = 0; column < 6; column++) row.insertCell();
  }
  nodes.forEach((node, index) => {
    const texts = [node.name, node.state, number(node.executors), number(node.columns), number(node.filled),
      rate(node.out), rate(node.in)];
    [...body.rows[index].cells].forEach((made, column) => { made.textContent = texts[column]; });
  });
}

function drawReplay(replay) {
  bars('replay', Object.entries(replay).map(([name, value]) => [words(name), value.share ?? 0, value.text]));
}

function bars(id, rows) {
  const body = element(id).tBodies[0];
  while (body.rows.length > rows.length) body.deleteRow(-1);
  while (body.rows.length < rows.length) {
    const row = body.insertRow();
    cell(row, 'th', '').scope = 'row';
    row.insertCell().append(document.createElement('progress'));
    row.insertCell().className = 'value';
  }
  rows.forEach(([label, share, text], index) => {
    const [head, bar, value] = body.rows[index].cells;
    head.textContent = label;
    bar.firstChild.value = Number.isFinite(share) ? share : 0;
    bar.firstChild.setAttribute('aria-label', label);
    value.textContent = text;
  });
}
