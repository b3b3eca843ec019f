import { readFileSync } from 'node:fs';
import { median } from '../bench/harness.js';

/** Resident memory of one server over its life. */
export interface Period {
  readonly seconds: number[];
  readonly bytes: number[];
}

/** `null` where the system does not tell. */
export function residentBytes(pid: number): number | null {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return null;
  }
}

const warmUpSeconds = 120;

/** Bytes a minute by least squares, after the warm-up; `null` when too short to tell. */
export function slope({ seconds, bytes }: Period): number | null {
  const from = seconds.findIndex((second) => second >= warmUpSeconds);
  const [x, y] = [seconds.slice(from), bytes.slice(from)];
  if (from < 0 || x.length < 6) return null;
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const rise = x.reduce((sum, value, at) => sum + (value - mx) * ((y[at] as number) - my), 0);
  return (rise / x.reduce((sum, value) => sum + (value - mx) ** 2, 0)) * 60;
}

/** Memory that only the work at hand explains: the last third of a long life does not lie far above the one before. */
export function isFlat({ seconds, bytes }: Period): boolean {
  if ((seconds.at(-1) ?? 0) < 600) return true;
  const third = Math.floor(bytes.length / 3);
  const [middle, last] = [median(bytes.slice(third, 2 * third)), median(bytes.slice(2 * third))];
  return last < middle * 1.25;
}
