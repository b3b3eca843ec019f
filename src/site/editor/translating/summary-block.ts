import type { StoredBlock } from '../../../content/blocks/block-type.js';
import type { OpenedTexts } from '../../../operations/translations/open-texts.js';
import { text } from '../../blocks/data.js';
import type { Blocks } from '../page-model.js';

/** Id that no block of a page has. */
const id = 'page-summary';

/** The page with its summary as the first of its blocks: it is written, marked and undone as they are. */
export function withSummary<Opened extends Pick<OpenedTexts, 'page' | 'details' | 'sources'>>(opened: Opened): Opened {
  const { page, details, sources } = opened;
  const own = sources[''] ?? [];
  const summary = own.find(({ path }) => path === 'summary');
  if (summary === undefined) return opened;
  const block: StoredBlock = { id, type: 'heading', data: { text: details.summary ?? '', level: 6 } };
  return {
    ...opened,
    page: { ...page, blocks: [block, ...page.blocks] },
    sources: { ...sources, '': own.filter((one) => one !== summary), [id]: [{ ...summary, path: 'text' }] },
  };
}

/** Blocks as they are sent, and the summary apart: an empty one is taken away. */
export function withoutSummary(blocks: Blocks): { readonly blocks: Blocks; readonly summary?: string | null } {
  const [first, ...rest] = blocks;
  return first?.id === id ? { blocks: rest, summary: text(first.data.text).trim() || null } : { blocks };
}

interface Place {
  readonly block: string | null;
  readonly field: string | null;
}

/** A place of the page as the editor has it. */
export const placeHere = <Named extends Place>(place: Named): Named =>
  place.block === null && place.field === 'summary' ? { ...place, block: id, field: 'text' } : place;

/** A place of the editor as the page has it. */
export const placeThere = <Named extends Place>(place: Named): Named =>
  place.block === id ? { ...place, block: null, field: 'summary' } : place;
