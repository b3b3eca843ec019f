import { maxTagLength, maxTagsOfMedium } from '../../content/media-names.js';
import type { MediumFields } from '../../operations/media-details.js';
import type { SentFile } from '../files/uploads.js';

/**
 * A file of a folder or ZIP, to be stored as a new medium: its folders become tags. A file that a medium has is refused.
 *
 * @param path with `/` between names
 * @param fields of the medium; their tags come after the folders
 */
export function sentFrom(path: string, fields: Partial<MediumFields>): SentFile & { readonly name: string } {
  const parts = path
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  const name = parts.at(-1) ?? path;
  const folders = parts
    .slice(0, -1)
    .map(tagOf)
    .filter((tag) => tag !== '');
  const tags = [...folders, ...(fields.tags ?? [])].slice(0, maxTagsOfMedium);
  const fallbackTitle = name.replace(/(.)\.[^.]*$/, '$1');
  return { name, leavesDoubles: true, metadata: { ...fields, tags }, fallbackTitle };
}

const tagOf = (folder: string): string =>
  [...folder.replaceAll(',', ' ').trim()].slice(0, maxTagLength).join('').trim();
