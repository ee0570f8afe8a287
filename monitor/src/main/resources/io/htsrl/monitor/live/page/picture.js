// The picture of one replica's environment. It is requested only while a replica is selected and visible.

import {store} from './store.js';

const PERIOD = 400;
const CHOICE = 'replica';
const element = id => document.getElementById(id);
let asking = false;
let inSight = false;

/** Sets the number of replicas that can be shown. */
export function drawPicture(count) {
  const choice = element('replica');
  element('replica-choice').hidden = count === 0;
  if (choice.options.length !== count + 1) {
    choice.replaceChildren(option('', 'none'), ...Array.from({length: count}, (_, i) => option(String(i), String(i))));
    choice.value = sessionStorage.getItem(CHOICE) ?? '';
    if (choice.selectedIndex < 0) choice.value = '';
    chosen();
  }
  look();
}

function option(value, text) {
  const made = document.createElement('option');
  made.value = value;
  made.textContent = text;
  return made;
}

function chosen() {
  const replica = element('replica').value;
  element('picture-figure').hidden = replica === '';
  element('picture').hidden = true;
  element('picture-text').textContent = 'coming with its next step';
}

/** Requests pictures, one after the other. After a failure it continues with the server's next event. */
async function look() {
  if (asking) return;
  asking = true;
  while (inSight && !document.hidden && element('replica').value !== '') {
    const replica = element('replica').value;
    const response = await fetch(`picture?replica=${replica}`).catch(() => null);
    if (!response?.ok) break;
    if (replica === element('replica').value) await show(response, replica).catch(() => null); // half of a file
    await new Promise(done => setTimeout(done, PERIOD));
  }
  asking = false;
}

async function show(response, replica) {
  const canvas = element('picture');
  const type = response.headers.get('Content-Type') ?? '';
  if (response.status === 204) return; // not yet
  if (!type.startsWith('image/')) {
    element('picture-text').textContent = await response.text();
    canvas.hidden = true;
    return;
  }
  const picture = await createImageBitmap(await response.blob());
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d').drawImage(picture, 0, 0);
  picture.close();
  const text = `${store.runs[0].settings.env}, replica ${replica}`;
  canvas.setAttribute('aria-label', `Picture of ${text}, drawn again after some of its steps`);
  canvas.hidden = false;
  element('picture-text').textContent = text;
  canvas.dataset.shown = Number(canvas.dataset.shown ?? 0) + 1;
}

element('replica').addEventListener('change', () => {
  sessionStorage.setItem(CHOICE, element('replica').value);
  chosen();
  look();
});
new IntersectionObserver(entries => {
  inSight = entries[entries.length - 1].isIntersecting;
  look();
}).observe(element('picture-figure'));
