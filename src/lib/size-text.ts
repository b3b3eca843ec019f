import { plural } from './plural.js';

/** `900 bytes`, `2.6 KB`, `56 KB`: in steps of 1,000, as operating systems show the sizes of files to readers. */
export function fileSizeText(bytes: number): string {
  const power = Math.min(4, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  if (power === 0) return plural(bytes, 'byte');
  const value = bytes / 1000 ** power;
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ${'KMGT'[power - 1]}B`;
}

const units = ['KiB', 'MiB', 'GiB', 'TiB'];

/** `900 bytes`, `4 MiB`, `1.5 GiB`: in steps of 1,024, as in all texts for people. */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return power === 0 ? plural(bytes, 'byte') : `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power - 1]}`;
}
