// Curves, drawn by uPlot: one chart for each figure, a line for each run.

import uPlot from './uplot.js';
import {colour, number, short, duration, words} from './format.js';
import {store, points, last} from './store.js';

const X_NAMES = {timesteps: 'steps', wall_seconds: 'seconds', episodes: 'episodes'};
const AXES = new Set(['interval', 'timesteps', 'wall_seconds', 'episodes', 'count']);
const FIRST = ['mean_return_100', 'steps_per_second', 'lag'];
const TITLES = {mean_return_100: 'Return of training', steps_per_second: 'Speed', lag: 'Lag'};
const UNITS = {mean_return_100: 'mean of 100 episodes', steps_per_second: 'steps per second', lag: 'intervals'};
const DASHES = [[], [8, 4], [2, 3], [12, 3, 2, 3]];
const HEIGHT = 220;

const charts = new Map();
let x = 'timesteps';

/** Draws invisible charts only when they are scrolled into view. */
const seen = new IntersectionObserver(entries => {
  entries.forEach(entry => { entry.target.chart.visible = entry.isIntersecting; });
  if (entries.some(entry => entry.isIntersecting && entry.target.chart.stale)) draw();
});

export const runColour = index => colour(`c${index % 7}`);
const dash = index => DASHES[Math.floor(index / 7) % DASHES.length];

export function setAxis(name) {
  x = name;
  forget();
}

/** Draws all charts again after a change of colours or axis. */
export function forget() {
  charts.forEach(chart => chart.plot?.destroy());
  charts.clear();
  seen.disconnect();
  document.getElementById('charts').replaceChildren();
}

export function draw() {
  const names = new Set(FIRST);
  for (const run of store.runs) {
    Object.keys(points(run, 'metrics')).filter(name => !AXES.has(name)).forEach(name => names.add(name));
  }
  drawChart('mean_return_100', metricSeries('mean_return_100'));
  const evaluations = x === 'episodes' ? [] : evaluationSeries();
  if (evaluations.length) drawChart('evaluation', evaluations);
  names.delete('mean_return_100');
  names.forEach(name => drawChart(name, metricSeries(name)));
}

function metricSeries(name) {
  return store.runs.flatMap((run, index) => {
    const table = points(run, 'metrics');
    return table[name] && table[x] ? [{run: index, label: run.name, x: table[x], ys: [table[name]]}] : [];
  });
}

function evaluationSeries() {
  return store.runs.flatMap((run, index) => {
    const table = points(run, 'evaluations');
    return table.mean?.length
      ? [{run: index, label: run.name, x: table[x], ys: [table.mean, table.low, table.high]}] : [];
  });
}

function title(name) {
  return name === 'evaluation' ? ['Return of evaluations', 'mean and its 95 % interval']
    : [TITLES[name] ?? words(name), UNITS[name] ?? ''];
}

function drawChart(name, series) {
  const drawn = series.filter(one => one.ys[0].some(value => value !== null));
  if (!drawn.length) return;
  const shape = drawn.map(one => `${one.run}:${one.ys.length}`).join();
  let chart = charts.get(name);
  if (!chart) {
    chart = create(name);
    charts.set(name, chart);
  }
  describe(chart, name, drawn);
  if (chart.shape === shape && !chart.visible) {
    chart.stale = true;
    return;
  }
  chart.stale = false;
  const data = uPlot.join(drawn.map(one => [one.x, ...one.ys]));
  if (chart.shape !== shape) {
    chart.plot?.destroy();
    chart.plot = plot(chart, drawn, data);
    chart.shape = shape;
  } else {
    chart.plot.setData(data);
  }
}

function create(name) {
  const figure = document.createElement('figure');
  figure.dataset.curve = name;
  const caption = document.createElement('figcaption');
  const unit = document.createElement('span');
  const [text, unitText] = title(name);
  caption.append(`${text} `, unit);
  unit.className = 'unit';
  unit.textContent = unitText;
  const room = document.createElement('div');
  room.setAttribute('role', 'img');
  const latest = document.createElement('p');
  latest.className = 'latest';
  figure.append(caption, room, latest);
  document.getElementById('charts').append(figure);
  const chart = {room, latest, plot: null, shape: '', visible: true, stale: false};
  figure.chart = chart;
  seen.observe(figure);
  new ResizeObserver(() => chart.plot?.setSize({width: room.clientWidth, height: HEIGHT})).observe(room);
  return chart;
}

function plot(chart, drawn, data) {
  const series = [{label: X_NAMES[x]}];
  const bands = [];
  for (const one of drawn) {
    const stroke = runColour(one.run);
    const few = one.x.length < 60;
    series.push({label: one.label, stroke, width: 2, dash: dash(one.run), points: {show: few, size: 5}});
    if (one.ys.length === 3) {
      const at = series.length;
      for (const end of ['low', 'high']) series.push({label: end, stroke, width: 0, points: {show: false}});
      bands.push({series: [at + 1, at], fill: `${stroke}33`});
    }
  }
  const axis = {stroke: colour('soft'), grid: {stroke: colour('line'), width: 1}, ticks: {stroke: colour('line')}};
  const tick = value => x === 'wall_seconds' ? duration(value) : short(value);
  return new uPlot({
    width: chart.room.clientWidth, height: HEIGHT, series, bands,
    scales: {x: {time: false}},
    legend: {show: false},
    axes: [
      {...axis, values: (_, ticks) => ticks.map(tick), label: X_NAMES[x], labelSize: 20, size: 34},
      {...axis, values: (_, ticks) => ticks.map(short), size: 56},
    ],
  }, data, chart.room);
}

/** Describes the chart as text, for readers who cannot see it. */
function describe(chart, name, drawn) {
  const text = drawn.map(one => {
    const run = store.runs[one.run];
    const value = name === 'evaluation'
      ? `${number(last(run, 'evaluations', 'mean'))} (${number(last(run, 'evaluations', 'low'))} to ${number(last(run, 'evaluations', 'high'))})`
      : number(last(run, 'metrics', name));
    return store.runs.length > 1 ? `${run.name}: ${value}` : value;
  }).join('; ');
  const latest = `last: ${text}`;
  if (chart.latest.textContent !== latest) {
    chart.latest.textContent = latest;
    chart.room.setAttribute('aria-label', `${title(name)[0]} over ${X_NAMES[x]}; ${latest}`);
  }
}
