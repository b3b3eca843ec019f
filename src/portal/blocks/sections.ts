import type { StoredBlock } from '../../content/blocks/block-type.js';
import { isObject } from '../../lib/json.js';
import { text } from './data.js';
import { type Section, sectionsIn } from './html.js';

/** Upper bound on sections that the contents of a page list. */
const maxSections = 100;

/** Sections of a page, for its contents: headings of the second level outside other blocks, and titles of lists. */
export function sectionsOf(blocks: readonly StoredBlock[]): readonly Section[] {
  return blocks
    .flatMap(sectionsOfBlock)
    .filter(({ text }) => text !== '')
    .slice(0, maxSections);
}

function sectionsOfBlock({ id, type, data }: StoredBlock): readonly Section[] {
  if (id === null || !isObject(data)) return [];
  if (type === 'rich_text') return sectionsIn(text(data.html), id);
  if (type === 'heading') return Number(data.level ?? 2) <= 2 ? [{ id, text: text(data.text).trim() }] : [];
  return type === 'color_palette' || type === 'download_list' ? [{ id, text: text(data.title).trim() }] : [];
}
