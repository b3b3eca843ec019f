import type { Catalog } from '../content/catalog/catalog.js';
import { isAvailable } from '../content/media.js';
import { derived } from '../lib/derived.js';
import { distance, foldedWords, maxDistance } from '../search/words.js';
import { Input, Type } from '../validation/schema.js';
import { undescribed } from './engine/contract.js';
import { read } from './engine/operation.js';
import { searchQuery } from './search.js';

/** Distance up to which a word counts as meant, where nothing at all was found. */
const maxMisspelt = 2;

/** The word that a search without a result may have meant, of those that this caller may see in titles and names. */
export const suggestWord = read({
  name: 'search.suggest',
  summary: 'Suggest the word that a search without a result may have meant',
  query: Input({ q: searchQuery.q, lang: Type.Optional(Type.String()) }),
  answers: undescribed<string | null>(),
  run(view, { query: { q, lang } }) {
    const words = wordsOf((lang === undefined ? view : view.in(lang)).catalog);
    let best: string | null = null;
    let bestEdits = Number.POSITIVE_INFINITY;
    for (const asked of foldedWords(q).slice(0, 5)) {
      const max = Math.max(maxMisspelt, maxDistance(asked));
      if (asked.length <= max) continue;
      for (const [folded, word] of words) {
        if (Math.abs(folded.length - asked.length) > max) continue;
        const edits = distance(asked, folded, Math.min(max, bestEdits - 1));
        if (edits === 0 || edits > max || edits >= bestEdits) continue;
        best = word;
        bestEdits = edits;
        if (edits === 1) return { value: best, resource: null };
      }
    }
    return { value: best, resource: null };
  },
});

/** Words of titles and names, as they are written, by how they are compared. */
const wordsOf = derived(({ pages, colors, media }: Catalog): ReadonlyMap<string, string> => {
  const words = new Map<string, string>();
  const add = (text: string | null): void => {
    for (const word of (text ?? '').split(/[^\p{L}\p{N}]+/u)) {
      const [folded] = foldedWords(word);
      if (folded !== undefined && folded.length > 2 && !words.has(folded)) words.set(folded, word);
    }
  };
  for (const { name } of colors.values()) add(name);
  for (const { title } of pages.values()) add(title);
  for (const medium of media.values()) if (isAvailable(medium)) add(medium.title);
  return words;
});
