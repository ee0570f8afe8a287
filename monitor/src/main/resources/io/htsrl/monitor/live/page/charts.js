// Tiles: curves drawn by uPlot, one tile for each metric, a line for each run. Only tiles in sight are drawn, and only
// as many in a frame as its time allows.

import uPlot from './uplot.js';
import {colour, number, duration, ticks} from './format.js';
import {store} from './store.js';
import {seriesOf} from './series.js';
import {place, title, tileNames} from './tiles.js';
import {view} from './view.js';
import {hideTip, showTip} from './tip.js';
import {saveButtons} from './save.js';

export const X_NAMES = {timesteps: 'steps', wall_seconds: 'time', episodes: 'episodes'};
const DASHES = [[], [8, 4], [2, 3], [12, 3, 2, 3]];
const FRAME = 8; // milliseconds of a frame for drawing
const LISTED = 3; // runs whose last values are written out
const RAW = '55';
const BAND = '33';
const BANDS = 8; // more cover each other

const tiles = new Map();
const due = new Set(); // tiles in sight to draw
let theme = 0;
let zoomed = () => {};

const sight = new IntersectionObserver(entries => entries.forEach(({target, isIntersecting}) => {
  target.tile.visible = isIntersecting;
  if (isIntersecting && target.tile.stale) enqueue(target.tile);
}), {rootMargin: '200px'});

const room = new ResizeObserver(entries => entries.forEach(({target}) => {
  const {plot} = target.tile;
  const size = {width: target.clientWidth, height: target.clientHeight};
  if (plot && size.width && (plot.width !== size.width || plot.height !== size.height)) plot.setSize(size);
}));

export const runColour = index => colour(`c${index % 7}`);

/** Calls `listener` with the ends of a part of x that the user selects; null: all of it. */
export function onZoom(listener) {
  zoomed = listener;
}

/** Draws all tiles again with other colours. */
export function forgetColours() {
  theme++;
}

/** Makes new tiles, and draws all in sight; the others when they are scrolled into view. */
export function drawTiles() {
  for (const name of tileNames()) {
    const tile = tiles.get(name);
    if (!tile && seriesOf(name).length) tiles.set(name, create(name));
  }
  for (const tile of tiles.values()) {
    tile.stale = true;
    if (tile.visible) enqueue(tile);
  }
}

function enqueue(tile) {
  if (!due.size) requestAnimationFrame(drawDue);
  due.add(tile);
}

function drawDue() {
  const end = performance.now() + FRAME;
  for (const tile of due) {
    due.delete(tile);
    draw(tile);
    if (performance.now() > end) break;
  }
  if (due.size) requestAnimationFrame(drawDue);
}

function create(name) {
  const figure = document.createElement('figure');
  figure.dataset.curve = name;
  const caption = document.createElement('figcaption');
  const unit = document.createElement('span');
  const [text, unitText] = title(name);
  unit.className = 'unit';
  unit.textContent = unitText;
  caption.append(`${text} `, unit);
  const chart = document.createElement('div');
  chart.className = 'chart';
  chart.tabIndex = 0;
  chart.setAttribute('role', 'img');
  chart.setAttribute('aria-label', text);
  const latest = document.createElement('p');
  latest.className = 'latest';
  const tile = {name, text, chart, latest, unit, unitText, plot: null, drawn: [], shape: '', visible: false, stale: true};
  figure.append(saveButtons(tile), caption, chart, latest);
  document.getElementById(place(name)).append(figure);
  chart.addEventListener('keydown', event => moveCursor(event, tile));
  chart.addEventListener('blur', () => hideTip(tile));
  figure.tile = chart.tile = tile;
  sight.observe(figure);
  room.observe(chart);
  return tile;
}

function draw(tile) {
  tile.stale = false;
  const drawn = seriesOf(tile.name);
  const positive = drawn.every(one => one.y.every(value => value === null || value > 0));
  const log = view.log && positive && tile.name !== 'lag';
  tile.drawn = drawn;
  describe(tile, view.log && !positive);
  if (drawn.length > BANDS) drawn.forEach(one => { one.low = one.range && one.low; });
  const columns = one => [one.line, ...view.smooth ? [one.y] : [], ...one.low ? [one.low, one.high] : []];
  const data = drawn.length ? uPlot.join(drawn.map(one => [one.x, ...columns(one)])) : [[], []];
  const shape = JSON.stringify([theme, view.x, log, view.smooth > 0, drawn.map(one => [one.run, one.label, few(one)])]);
  if (tile.shape !== shape) {
    tile.plot?.destroy();
    tile.plot = plot(tile, log, data);
    tile.shape = shape;
  } else {
    tile.plot.setData(data);
  }
}

const few = one => one.x.length < 60;

function plot(tile, log, data) {
  const series = [{}];
  const bands = [];
  for (const one of tile.drawn) {
    const stroke = runColour(one.run);
    const dash = DASHES[Math.floor(one.run / 7) % DASHES.length];
    series.push({label: one.label, stroke, width: 2, dash, points: {show: few(one), size: 5}});
    const faint = (label, color) => ({label, stroke: color, width: 1, points: {show: false}});
    if (view.smooth) series.push(faint(`${one.label} (raw)`, stroke + RAW));
    if (one.low) {
      series.push(...['low', 'high'].map(end => ({...faint(`${one.label} (${end})`, stroke), width: 0})));
      bands.push({series: [series.length - 1, series.length - 2], fill: stroke + BAND});
    }
  }
  if (series.length === 1) series.push({}); // all runs are hidden
  const axis = {stroke: colour('soft'), grid: {stroke: colour('line'), width: 1}, ticks: {stroke: colour('line')}};
  const whole = tile.name === 'lag';
  const made = new uPlot({
    width: tile.chart.clientWidth, height: tile.chart.clientHeight, series, bands,
    legend: {show: false},
    scales: {
      x: {time: false, range: (_, low, high) => view.zoom ?? (low === high ? [low - 1, low + 1] : [low, high])},
      y: log ? {distr: 3} : {range: (_, low, high) => whole ? [0, Math.max(2, high + 1)] : rangeOf(low, high)},
    },
    cursor: {drag: {x: true, y: false, setScale: false}, bind: {dblclick: () => () => zoomed(null)}},
    hooks: {setCursor: [self => hover(tile, self)], setSelect: [select]},
    axes: [
      {...axis, values: (_, at) => view.x === 'wall_seconds' ? at.map(duration) : ticks(at), size: 34,
        label: X_NAMES[view.x], labelSize: 20, space: 55},
      {...axis, values: (_, at) => log ? at.flatMap(value => ticks([value])) : ticks(at), size: 60, ...whole ? {incrs: [1, 2, 5, 10, 20, 50, 100, 1000]} : {}},
    ],
  }, data, tile.chart);
  made.over.addEventListener('mouseleave', () => hideTip(tile));
  return made;
}

/** Returns the ends of a y axis; those of equal values are close to them. */
function rangeOf(low, high) {
  if (low === null) return [0, 1];
  const margin = Math.abs(low) / 20 || 1;
  return low === high ? [low - margin, low + margin] : uPlot.rangeNum(low, high, 0.1, true);
}

function select(self) {
  const {left, width} = self.select;
  if (width < 5) return;
  const ends = [self.posToVal(left, 'x'), self.posToVal(left + width, 'x')];
  self.setSelect({left: 0, top: 0, width: 0, height: 0}, false);
  zoomed(ends);
}

function hover(tile, self) {
  const {left, top} = self.cursor;
  if (!(left >= 0)) return hideTip(tile);
  const box = self.over.getBoundingClientRect();
  showTip(tile, self.posToVal(left, 'x'), box.left + left, box.top + Math.max(0, top));
}

/** Moves the cursor of a chart by the arrow keys. */
function moveCursor(event, {plot: self}) {
  const direction = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (!direction || !self) return;
  event.preventDefault();
  const wide = self.over.clientWidth;
  const from = self.cursor.left >= 0 ? self.cursor.left : wide / 2;
  const left = Math.min(wide - 1, Math.max(0, from + direction * wide / 50));
  self.setCursor({left, top: self.over.clientHeight / 2});
}

/** Writes the last values, for readers who cannot see the chart too. */
function describe(tile, linear) {
  const range = tile.drawn.some(one => one.range);
  const unit = [range ? 'mean and range of seeds' : tile.unitText, linear ? 'linear: some values are not positive' : '']
    .filter(Boolean).join(', ');
  if (tile.unit.textContent !== unit) tile.unit.textContent = unit;
  const texts = tile.drawn.slice(0, LISTED).map(one => {
    const value = number(one.line.at(-1)) + (one.low ? ` (${number(one.low.at(-1))} to ${number(one.high.at(-1))})` : '');
    return store.runs.length > 1 ? `${one.label}: ${value}` : value;
  });
  const more = tile.drawn.length - texts.length;
  const text = texts.length ? `last: ${texts.join('; ')}${more > 0 ? `; and ${more} more` : ''}` : 'all runs are hidden';
  if (tile.latest.textContent !== text) {
    tile.latest.textContent = text;
    tile.chart.setAttribute('aria-label', `${tile.text} over ${X_NAMES[view.x]}; ${text}`);
  }
}
