// The names of tiles, and their places on the page.

import {store, points} from './store.js';
import {words} from './format.js';

const AXES = new Set(['interval', 'timesteps', 'wall_seconds', 'episodes', 'count']);
const TITLES = {
  mean_return_100: ['Return', 'mean of the last 100 training episodes'],
  evaluation: ['Evaluation', 'mean return and its 95 % interval'],
  steps_per_second: ['Speed', 'steps per second'],
  lag: ['Policy lag', 'updates'],
  episode_length: ['Episode length', 'steps'],
};
/** The places in the order in which they are asked, by the names of metrics. */
const PLACES = [
  ['top', /^(mean_return_100|evaluation)$/],
  ['speed', /^(steps_per_second|lag|lag_mean)$/],
  ['node', /^node(s$|_)/],
  ['memory', /^(buffer_size|per_beta|updates_waiting|share_drawn|effective_sample_size|samples_per_insert)$/],
  ['memory', /^(sample_age_|priority_|(insert|sample)_wait_)/],
  ['losses', /loss/],
  ['optimizer', /grad|learning_rate|epochs|updates/],
  ['policy', /./],
];

export const place = name => PLACES.find(([, pattern]) => pattern.test(name))[0];

export const title = name => TITLES[name] ?? [words(name), ''];

/** Returns the names of all tiles that have values in a run. The exponent of weights is one only with priorities. */
export function tileNames() {
  const names = new Set(['mean_return_100', 'evaluation', 'steps_per_second', 'lag']);
  for (const run of store.runs) {
    const metrics = points(run, 'metrics');
    Object.keys(metrics).filter(name => !AXES.has(name) && (name !== 'per_beta' || metrics.priority_p50))
      .forEach(name => names.add(name));
  }
  return names.add('episode_length');
}
