import { plural } from './plural.js';

/** A size in its largest unit; `null` for bytes. */
export interface Size {
  readonly value: number;
  readonly unit: string | null;
}

/** Size of a file, in steps of 1,000, as operating systems show it to readers. */
export function fileSizeOf(bytes: number): Size {
  const power = Math.min(4, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  if (power === 0) return { value, unit: null };
  return { value: value < 10 ? Number(value.toFixed(1)) : Math.round(value), unit: `${'KMGT'[power - 1]}B` };
}

const units = ['KiB', 'MiB', 'GiB', 'TiB'];

/** Size in steps of 1,024, as in all other texts for people. */
export function sizeOf(bytes: number): Size {
  const power = Math.min(units.length, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return { value: Number((bytes / 1024 ** power).toFixed(1)), unit: units[power - 1] ?? null };
}

/** `900 bytes`, `4 MiB`, `1.5 GiB` */
export function sizeText(bytes: number): string {
  const { value, unit } = sizeOf(bytes);
  return unit === null ? plural(bytes, 'byte') : `${value} ${unit}`;
}
