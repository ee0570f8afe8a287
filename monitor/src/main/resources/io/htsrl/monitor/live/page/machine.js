// Panels of a run of the server's process: its threads, replicas, batches, memory, nodes and replay buffer.

import {number, duration, bytes, percent, words} from './format.js';
import {drawPicture} from './picture.js';
import {drawLegend, drawStrip} from './strip.js';

const element = id => document.getElementById(id);

function cell(row, tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  row.append(made);
  return made;
}

/** Draws the panels of what this run has. */
export function drawLive(now) {
  if (!now?.memory) return;
  drawPicture(now.pictures);
  show('strip-figure', now.strip, strip => {
    drawLegend(element('strip-legend'), strip);
    drawStrip(element('strip'), strip);
  });
  show('replicas-figure', now.replicas.states && now.replicas, drawReplicas);
  const own = now.roles.filter(({role}) => now.strip?.threads.some(thread => thread.name.startsWith(role)));
  show('roles-figure', now.roles.length && (own.length ? own : now.roles), drawRoles); // one thread has all roles
  show('batches-figure', Object.keys(now.batches).length && now.batches, drawBatches);
  show('memory-figure', now.memory, drawMemory);
  show('nodes-figure', now.nodes, nodes => drawNodes(nodes, now.node_figures ?? {}));
  show('replay-figure', now.replay, drawReplay);
}

function show(id, data, draw) {
  element(id).hidden = !data;
  if (data) draw(data);
}

function drawRoles(roles) {
  bars('roles', roles.map(role => [
    `${role.role} × ${role.threads}`, role.busy, `${percent(role.busy)}, barrier ${percent(role.barrier)}`]));
}

function drawMemory({used, max, committed, resident}) {
  bars('memory-bars', [
    ['heap', used / max, `${bytes(used)} of ${bytes(max)}`],
    ['reserved', committed / max, bytes(committed)],
    ...resident ? [['process', null, bytes(resident)]] : [],
  ]);
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
  bars('batches', [...ranges].filter(([, count]) => count / all >= 0.005).map(([power, count]) => [label(power), count / all, percent(count / all)]));
}

const rate = value => `${number(value / 1e6)} MB/s`;

function drawNodes(nodes, figures) {
  const {nodes: count, lost, columns_again: again, detection_seconds: detected, recovery_seconds: recovered} = figures;
  element('nodes-text').textContent = [
    `${number(count ?? nodes.length)} take part`,
    ...count > nodes.length ? [`${nodes.length} of them below`] : [],
    ...lost ? [`${number(lost)} lost`] : [],
    ...again ? [`${number(again)} columns reassigned`] : [],
    ...recovered === undefined ? [] : [`detected after ${duration(detected)}, recovered after ${duration(recovered)}`],
  ].join('; ');
  const body = element('nodes-table').tBodies[0];
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
  bars('replay-bars', Object.entries(replay).map(([name, value]) => [words(name), value.share ?? null, value.text]));
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
    bar.firstChild.hidden = share === null;
    bar.firstChild.value = Number.isFinite(share) ? share : 0;
    bar.firstChild.setAttribute('aria-label', label);
    value.textContent = text;
  });
}
