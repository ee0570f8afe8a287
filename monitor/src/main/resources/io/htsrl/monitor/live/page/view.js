// The user's choices. The link keeps them behind its '#'; this browser keeps the folded groups too.

const FOLDED = 'hts-folded';
const AXES = ['timesteps', 'wall_seconds', 'episodes'];

/** x axis, smoothing in [0, 1), log y axis, mean over seeds, names of hidden runs, folded groups, search, zoom, order. */
export const view = {};

/** Reads the choices of the link. */
export function readView() {
  const link = new URLSearchParams(location.hash.slice(1));
  const zoom = (link.get('zoom') ?? '').split('~').map(Number);
  Object.assign(view, {
    x: AXES.includes(link.get('x')) ? link.get('x') : AXES[0],
    smooth: Math.min(0.99, Math.max(0, Number(link.get('smooth')) || 0)),
    log: link.has('log'),
    seeds: link.has('seeds'),
    hidden: new Set(link.getAll('hide')),
    folded: new Set((link.get('fold') ?? remembered()).split('.').filter(Boolean)),
    find: link.get('find') ?? '',
    zoom: zoom.length === 2 && zoom[0] < zoom[1] ? zoom : null,
    sort: link.get('sort') ?? '',
  });
}

/** Changes choices, and writes all of them to the link. */
export function change(choices) {
  Object.assign(view, choices);
  const link = new URLSearchParams();
  if (view.x !== AXES[0]) link.set('x', view.x);
  if (view.smooth) link.set('smooth', view.smooth);
  if (view.log) link.set('log', '1');
  if (view.seeds) link.set('seeds', '1');
  view.hidden.forEach(name => link.append('hide', name));
  if (view.folded.size) link.set('fold', [...view.folded].join('.'));
  if (view.find) link.set('find', view.find);
  if (view.zoom) link.set('zoom', view.zoom.map(end => Number(end.toPrecision(6))).join('~'));
  if (view.sort) link.set('sort', view.sort);
  history.replaceState(null, '', link.size ? `#${link}` : location.pathname);
}

export function fold(group, folded) {
  if (folded) view.folded.add(group);
  else view.folded.delete(group);
  change({});
  try {
    localStorage.setItem(FOLDED, [...view.folded].join('.'));
  } catch {
    // no storage: the link has it
  }
}

function remembered() {
  try {
    return localStorage.getItem(FOLDED) ?? '';
  } catch {
    return '';
  }
}
