// The page: receives the server's events and redraws changed parts, at most every quarter of a second.

import {follow} from './stream.js';
import {store, begin, setRun, setPoints} from './store.js';
import {draw, forget, setAxis} from './charts.js';
import {drawNow, drawRuns, drawLive} from './panels.js';
import {drawStrip, drawLegend} from './strip.js';

const PERIOD = 200;
const CHARTS_PERIOD = 1000; // what the files tell comes about once a second
const element = id => document.getElementById(id);
const changed = {runs: false, points: false, now: false};
let scheduled = false;
let chartsAt = -CHARTS_PERIOD;

function schedule(what, after = PERIOD) {
  changed[what] = true;
  if (!scheduled && store.caughtUp) {
    scheduled = true;
    setTimeout(() => requestAnimationFrame(redraw), after);
  }
}

function redraw() {
  scheduled = false;
  if (changed.runs) drawRuns();
  const since = performance.now() - chartsAt;
  const late = changed.points && !changed.runs && since < CHARTS_PERIOD;
  if ((changed.points || changed.runs) && !late) {
    chartsAt = performance.now();
    draw();
  }
  drawNow();
  if (store.now?.strip) {
    drawLive(store.now);
    drawLegend(element('strip-legend'), store.now.strip.activities);
    drawStrip(element('strip'), store.now.strip);
  }
  changed.runs = changed.points = changed.now = false;
  if (late) schedule('points', CHARTS_PERIOD - since);
  document.documentElement.dataset.drawn = Number(document.documentElement.dataset.drawn ?? 0) + 1;
}

function status(text, lost) {
  element('connection').textContent = text === 'connected' ? 'Connected' : text;
  element('connection').classList.toggle('lost', lost);
}

follow({
  'begin': begin,
  'run': message => { setRun(message); schedule('runs'); },
  'points': message => { setPoints(message); schedule('points'); },
  'now': message => { store.now = message; schedule('now'); },
  'caught-up': () => { store.caughtUp = true; schedule('runs'); },
}, status);

element('axis').addEventListener('change', event => { setAxis(event.target.value); draw(); });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  forget();
  element('strip-legend').replaceChildren();
  schedule('runs');
});

// The token is behind the # of the URL in the terminal, which no browser sends anywhere.
const given = new URLSearchParams(location.hash.slice(1)).get('token');
if (given) {
  sessionStorage.setItem('token', given);
  history.replaceState(null, '', location.pathname);
}
element('token').value = sessionStorage.getItem('token') ?? '';

async function press(button) {
  const response = await fetch(button, {method: 'POST', headers: {'X-Hts-Token': element('token').value}})
    .catch(() => null);
  element('answer').textContent = response ? await response.text() : 'The server does not answer.';
}
element('buttons').addEventListener('submit', event => event.preventDefault());
element('checkpoint').addEventListener('click', () => press('checkpoint'));
element('stop').addEventListener('click', () => press('stop'));

globalThis.hts = store; // to look at from the console, and for tests
