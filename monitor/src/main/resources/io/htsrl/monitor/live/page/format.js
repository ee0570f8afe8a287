// Formats of numbers and times for the user.

const UNITS = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']];

export const colour = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export function number(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (Number.isInteger(value)) return value.toLocaleString('en');
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString('en');
  return size >= 0.01 ? String(Number(value.toPrecision(4))) : value.toExponential(2);
}

/** Returns the texts of an axis: of one unit, with the digits that its steps need; null has none. */
export function ticks(values) {
  const given = values.filter(value => value !== null);
  const most = Math.max(...given.map(Math.abs));
  const step = given.length > 1 ? Math.min(...given.slice(1).map((value, i) => value - given[i])) : most;
  const [size, name] = UNITS.find(([unit]) => most >= (unit > 1e3 ? unit : 10 * unit) || step >= unit) ?? [1, ''];
  let digits = 0;
  while (digits < 5 && Math.abs(Number((step / size).toFixed(digits)) * size / step - 1) > 0.001) digits++;
  const text = value => digits > 4 ? Number(value.toPrecision(4)).toExponential()
    : `${Number((value / size).toFixed(digits))}${name}`;
  return values.map(value => value === null ? '' : value === 0 ? '0' : text(value));
}

export function duration(seconds) {
  if (seconds < 1e-3) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toPrecision(3)} ms`;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

export const bytes = value => value >= 2 ** 30 ? `${(value / 2 ** 30).toFixed(2)} GiB` : `${Math.round(value / 2 ** 20)} MiB`;

export const percent = share => `${Math.round(100 * share)} %`;

export const words = name => name.replaceAll('_', ' ');
