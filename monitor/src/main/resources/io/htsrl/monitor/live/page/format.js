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

export function short(value) {
  const unit = UNITS.find(([size]) => Math.abs(value) >= size);
  if (value !== 0 && Math.abs(value) < 0.01) return value.toExponential(1).replace('.0e', 'e');
  return unit ? `${Number((value / unit[0]).toPrecision(3))}${unit[1]}` : String(Number(value.toPrecision(3)));
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
