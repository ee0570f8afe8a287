// Saves a tile's values as CSV and its chart as PNG.

import {colour} from './format.js';
import {runColour} from './charts.js';
import {view} from './view.js';

const EDGE = 12;
const LINE = 20;

/** Returns the buttons of a tile. */
export function saveButtons(tile) {
  const box = document.createElement('div');
  box.className = 'save';
  for (const [kind, make] of [['CSV', csvOf], ['PNG', pngOf]]) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = kind;
    button.setAttribute('aria-label', `Save ${tile.text} as ${kind}`);
    button.addEventListener('click', async () => save(`${tile.name}.${kind.toLowerCase()}`, await make(tile)));
    box.append(button);
  }
  return box;
}

function save(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** Returns a field; a text that a spreadsheet takes for a formula gets a quote before it. */
const field = text => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Returns a row for each point of each run. */
export function csvText(tile) {
  const names = ['run', view.x, tile.name, ...view.smooth ? ['smoothed'] : [],
    ...tile.drawn.some(one => one.low) ? ['low', 'high'] : []];
  const rows = tile.drawn.flatMap(one => one.x.map((x, at) => [field(one.label), x, one.y[at],
    ...view.smooth ? [one.line[at]] : [], ...one.low ? [one.low[at], one.high[at]] : []]));
  return [names, ...rows].map(row => `${row.map(value => value ?? '').join(',')}\n`).join('');
}

const csvOf = tile => new Blob([csvText(tile)], {type: 'text/csv'});

/** Returns the chart with its title and a legend, on the page's ground. */
function pngOf({plot, text, drawn}) {
  const ratio = devicePixelRatio;
  const {canvas} = plot.ctx;
  const made = document.createElement('canvas');
  made.width = canvas.width + 2 * EDGE * ratio;
  made.height = canvas.height + (2 * EDGE + LINE * (1 + drawn.length)) * ratio;
  const g = made.getContext('2d');
  g.fillStyle = colour('ground');
  g.fillRect(0, 0, made.width, made.height);
  g.drawImage(canvas, EDGE * ratio, (EDGE + LINE) * ratio);
  g.scale(ratio, ratio);
  g.textBaseline = 'middle';
  g.font = 'bold 14px system-ui, sans-serif';
  g.fillStyle = colour('text');
  g.fillText(text, EDGE, EDGE + LINE / 2);
  g.font = '13px system-ui, sans-serif';
  drawn.forEach((one, index) => {
    const y = EDGE + LINE * (index + 1.5) + canvas.height / ratio;
    g.fillStyle = runColour(one.run);
    g.fillRect(EDGE, y - 5, 10, 10);
    g.fillStyle = colour('text');
    g.fillText(one.label, EDGE + 18, y, made.width / ratio - 2 * EDGE - 18);
  });
  return new Promise(done => made.toBlob(done));
}
