import { words } from './words.js';

/** A dotted path as words: `items.1.body` is `items 2, body`. */
export function fieldName(path: string): string {
  const members: Readonly<Record<string, string>> = words().memberNames;
  const parts = path.split('.').map((part) => {
    if (/^\d+$/.test(part)) return Number(part) + 1;
    return Object.hasOwn(members, part) ? members[part] : part.replaceAll('_', ' ');
  });
  return parts.join(' ').replaceAll(/(?<!\d)(\d+) (?=\p{L})/gu, '$1, ');
}

/** A field of a request as its form names it: `blocks.0.data.url` is `block 1, address`. */
export const requestField = (path: string): string =>
  fieldName(path.replaceAll(/\bblocks(?=\.\d)/g, 'block').replaceAll(/(?<=\d\.)data\./g, ''));
