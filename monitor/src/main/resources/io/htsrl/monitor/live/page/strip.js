// The last intervals, a row for each bank and each thread: the double storage and the overlap of rollout and learning.

import {colour, duration} from './format.js';

const COLOURS = {
  'step': 'step', 'rollout': 'rollout', 'forward': 'forward', 'learn': 'learn', 'record': 'record', 'publish': 'record',
  'swap': 'swap', 'checkpoint': 'checkpoint', 'unit': 'unit', 'broadcast': 'forward',
};
const seen = new Set(); // activities drawn so far
const ROW = 18;
const LABEL = 92;

const paint = label => colour(COLOURS[label] ?? 'wait');

export function drawStrip(canvas, strip) {
  const rows = strip.threads.length;
  const height = (rows + 1) * ROW;
  const width = canvas.clientWidth;
  const ratio = devicePixelRatio;
  canvas.style.height = `${height}px`;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const g = canvas.getContext('2d');
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
  g.font = '12px system-ui, sans-serif';
  g.textBaseline = 'middle';
  const scale = (width - LABEL) / (strip.to - strip.from);
  const at = time => LABEL + (time - strip.from) * scale;
  strip.threads.forEach((thread, index) => {
    const top = index * ROW;
    g.fillStyle = colour('text');
    g.fillText(thread.name, 0, top + ROW / 2, LABEL - 6);
    for (const [activity, begin, end, text] of thread.spans) {
      g.fillStyle = paint(strip.activities[activity]);
      const left = at(begin);
      const long = Math.max(1, at(end) - left);
      g.fillRect(left, top + 2, long, ROW - 4);
      if (text !== undefined && long > 30) {
        g.fillStyle = colour('ground');
        g.fillText(text, left + 3, top + ROW / 2, long - 4);
      }
    }
  });
  drawSwaps(g, strip, at, rows * ROW);
  document.getElementById('strip-span').textContent = duration((strip.to - strip.from) / 1e9);
}

function drawSwaps(g, strip, at, bottom) {
  g.strokeStyle = colour('swap');
  g.fillStyle = colour('soft');
  g.setLineDash([2, 2]);
  let free = 0; // where the next label has room
  for (const [interval, time] of strip.swaps) {
    g.beginPath();
    g.moveTo(at(time), 0);
    g.lineTo(at(time), bottom);
    g.stroke();
    const text = `interval ${interval}`;
    const width = g.measureText(text).width;
    if (at(time) >= free && at(time) + width < at(strip.to)) {
      g.fillText(text, at(time) + 2, bottom + ROW / 2);
      free = at(time) + width + 8;
    }
  }
  g.setLineDash([]);
}

/** Names the colours of the activities that were drawn so far. */
export function drawLegend(list, {activities, threads}) {
  threads.forEach(thread => thread.spans.forEach(([activity]) => seen.add(activities[activity])));
  const named = [...activities.filter(label => label in COLOURS && seen.has(label)), 'waits'];
  const shape = named.join();
  if (list.dataset.shape === shape) return;
  list.dataset.shape = shape;
  list.title = `waits: ${activities.filter(label => !(label in COLOURS)).join(', ')}`;
  list.replaceChildren(...named.map(label => {
    const item = document.createElement('li');
    const swatch = document.createElement('i');
    swatch.className = 'swatch';
    swatch.style.background = paint(label);
    item.append(swatch, label);
    return item;
  }));
}
