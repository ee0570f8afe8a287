// The page: receives the server's events and redraws changed parts, at most five times a second.

import {follow} from './stream.js';
import {store, begin, setRun, setPoints, seedGroups} from './store.js';
import {drawTiles, forgetColours, onZoom} from './charts.js';
import {makeRuns, drawRuns, drawSettings, onShownRuns} from './runs.js';
import {drawLive} from './machine.js';
import {change, fold, readView, view} from './view.js';

const PERIOD = 200;
const CHARTS_PERIOD = 1000; // the files grow about once a second
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
  if (changed.runs) {
    makeRuns();
    drawSettings();
    element('seeds-choice').hidden = !seedGroups().some(group => group.length > 1);
    element('control').hidden = !store.runs.some(run => run.live && run.state === 'running');
  }
  const since = performance.now() - chartsAt;
  const late = changed.points && !changed.runs && since < CHARTS_PERIOD;
  if ((changed.points || changed.runs) && !late) {
    chartsAt = performance.now();
    makeRuns(); // an evaluation adds a figure
    drawTiles();
    search();
  }
  drawRuns();
  drawLive(store.now);
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
  'caught-up': () => { store.caughtUp = true; schedule('runs', 0); },
}, status);

/** Shows the user's choices in their controls. */
function showView() {
  document.querySelector(`input[name=x][value=${view.x}]`).checked = true;
  element('smooth').value = view.smooth;
  element('smooth-text').textContent = view.smooth ? view.smooth.toFixed(2) : 'off';
  element('log').checked = view.log;
  element('seeds').checked = view.seeds;
  element('find').value = view.find;
  element('whole').hidden = !view.zoom;
  document.querySelectorAll('details.group').forEach(group => { group.open = !view.folded.has(group.id); });
}

function choose(choices) {
  change(choices);
  showView();
  drawTiles();
}

/** Hides the tiles and panels whose titles lack the words of the search; by style, groups without any. */
function search() {
  const words = view.find.toLowerCase();
  document.querySelectorAll('figure').forEach(figure => figure.classList.toggle('unmatched',
    !(figure.querySelector('figcaption').textContent + (figure.dataset.curve ?? '')).toLowerCase().includes(words)));
}

element('axis').addEventListener('change', event => choose({x: event.target.value, zoom: null}));
element('smooth').addEventListener('input', event => choose({smooth: Number(event.target.value)}));
element('log').addEventListener('change', event => choose({log: event.target.checked}));
element('seeds').addEventListener('change', event => choose({seeds: event.target.checked}));
element('whole').addEventListener('click', () => choose({zoom: null}));
element('find').addEventListener('input', event => { change({find: event.target.value}); search(); });
document.querySelectorAll('details.group').forEach(group =>
  group.addEventListener('toggle', () => group.open === view.folded.has(group.id) && fold(group.id, !group.open)));
element('skip').addEventListener('click', event => {
  event.preventDefault(); // the link keeps the choices
  element('top').focus();
});
onZoom(zoom => choose({zoom}));
onShownRuns(drawTiles);
addEventListener('hashchange', () => {
  readView();
  showView();
  schedule('runs', 0);
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  forgetColours();
  delete element('strip-legend').dataset.shape;
  schedule('runs', 0);
});

// The token is behind the # of the URL in the terminal, which no browser sends anywhere.
const link = new URLSearchParams(location.hash.slice(1));
const given = link.get('token');
readView();
if (given) {
  sessionStorage.setItem('token', given);
  change({}); // the link without it
}
element('token').value = sessionStorage.getItem('token') ?? '';
showView();

async function press(button) {
  const response = await fetch(button, {method: 'POST', headers: {'X-Hts-Token': element('token').value}})
    .catch(() => null);
  element('answer').textContent = response ? await response.text() : 'The server does not answer.';
}
element('buttons').addEventListener('submit', event => event.preventDefault());
element('checkpoint').addEventListener('click', () => press('checkpoint'));
element('stop').addEventListener('click', () => press('stop'));

globalThis.hts = store; // to look at from the console, and for tests
