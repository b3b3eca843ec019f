import { plural } from './plural.js';

const units = ['KiB', 'MiB', 'GiB', 'TiB'];

/** `900 bytes`, `4 MiB`, `1.5 GiB`: in steps of 1,024, as in all texts for people. */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return power === 0 ? plural(bytes, 'byte') : `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power - 1]}`;
}
