// Draws the lines of the page's data over the selected axis, each with its band if it has one.

const data = JSON.parse(document.getElementById('data').textContent);
const DASHES = [[], [8, 4], [2, 3]];
const COLOURS = 7;
const UNITS = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']];
const element = id => document.getElementById(id);
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const nameOf = index => data.lines[index].past ? 'soft' : `c${index % COLOURS}`;
const stroke = index => colour(nameOf(index));
const dash = index => data.lines[index].past ? DASHES[1] : DASHES[Math.floor(index / COLOURS) % DASHES.length];
const first = (drawn, place) => [drawn.data[place].findIndex(value => value != null)];
const hidden = new Set();
let axis = data.first;
let plot = null;

function short(value) {
  const unit = UNITS.find(([size]) => Math.abs(value) >= size);
  return unit ? `${Number((value / unit[0]).toPrecision(3))}${unit[1]}` : String(Number(value.toPrecision(3)));
}

// Times are in seconds; the unit of their labels follows from their range, as in the PNG.
function timeUnit() {
  const ends = data.lines.map(line => line.points[axis][0].at(-1));
  const end = Math.max(...ends);
  return end < 60 ? [1, 'time (s)'] : end < 7200 ? [60, 'time (min)'] : [3600, 'time (h)'];
}

const scale = () => data.axes[axis] === 'seconds' ? timeUnit() : [1, data.axes[axis]];

function draw() {
  plot?.destroy();
  const [unit, title] = scale();
  const series = [{label: title}];
  const bands = [];
  const columns = [];
  data.lines.forEach((line, index) => {
    const [at, ...ys] = line.points[axis];
    columns.push([at.map(value => value / unit), ...ys]);
    const show = !hidden.has(index);
    const own = {stroke: stroke(index), show, points: {show: at.length <= 25, size: 6}};
    if (line.branch) own.points = {show: false, size: 9, width: 3, filter: first};
    series.push({...own, label: line.name, width: 2, dash: dash(index)});
    if (ys.length === 3) {
      const place = series.length;
      for (const end of ['low', 'high']) series.push({...own, label: end, width: 0, points: {show: false}});
      bands.push({series: [place + 1, place], fill: `${stroke(index)}33`, show});
    }
  });
  const soft = {stroke: colour('soft'), grid: {stroke: colour('line'), width: 1}, ticks: {stroke: colour('line')}};
  const room = element('chart');
  plot = new uPlot({
    width: room.clientWidth, height: size(), series, bands,
    scales: {x: {time: false}},
    legend: {show: false},
    axes: [
      {...soft, label: title, labelSize: 22, values: (_, ticks) => ticks.map(short)},
      {...soft, values: (_, ticks) => ticks.map(short), size: 56},
    ],
  }, uPlot.join(columns), room);
  room.setAttribute('aria-label', `${data.y} over ${title}; the table below has the last values`);
  element('where').textContent = `last value, over ${title}`;
  element('y').textContent = data.y;
  for (const [index, line] of data.lines.entries()) element(`last-${index}`).textContent = last(line, unit);
  document.documentElement.dataset.drawn = axis;
}

const size = () => Math.max(260, Math.min(560, innerHeight - 220));

function last(line, unit) {
  const [at, mean, low, high] = line.points[axis];
  const band = low ? ` (${short(low.at(-1))} to ${short(high.at(-1))})` : '';
  return `${short(mean.at(-1))}${band} at ${short(at.at(-1) / unit)}`;
}

function input(type, label, checked, change) {
  const made = Object.assign(document.createElement('input'), {type, checked});
  made.addEventListener('change', change);
  const around = document.createElement('label');
  around.append(made, ` ${label}`);
  return [made, around];
}

for (const name of Object.keys(data.axes)) {
  const [made, around] = input('radio', name, name === axis, () => { axis = name; draw(); });
  made.name = 'x';
  made.value = name;
  element('axis').append(around);
}

function sample(index) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('width', 34);
  svg.setAttribute('height', 10);
  svg.setAttribute('aria-hidden', true);
  const line = document.createElementNS(space, 'path');
  line.setAttribute('d', 'M0 5H34');
  line.style.stroke = `var(--${nameOf(index)})`;
  line.style.strokeWidth = 3;
  line.style.strokeDasharray = dash(index).join(' ');
  svg.append(line);
  return svg;
}

data.lines.forEach((line, index) => {
  const row = document.createElement('tr');
  const [box] = input('checkbox', '', true, event => {
    hidden[event.target.checked ? 'delete' : 'add'](index);
    draw();
  });
  box.setAttribute('aria-label', line.name);
  const value = document.createElement('td');
  value.id = `last-${index}`;
  const name = document.createElement('th');
  name.scope = 'row';
  name.append(sample(index), line.name);
  const shown = document.createElement('td');
  shown.append(box);
  row.append(shown, name, value);
  element('lines').append(row);
});

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
addEventListener('resize', () => plot.setSize({width: element('chart').clientWidth, height: size()}));
draw();
