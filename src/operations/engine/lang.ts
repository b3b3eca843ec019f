import type { Catalog } from '../../content/catalog/catalog.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { canonicalTag, languageOf } from '../../content/language-tags.js';
import { tagsFor } from '../../content/translations/languages.js';
import { invalidField } from '../../lib/errors.js';
import { Type } from '../../validation/schema.js';
import { message } from '../../validation/violations.js';

export const langQuery = Type.String({
  maxLength: 20,
  description:
    'Addition. Language of the texts, by its tag. Where a text is missing, that of the fallback or of the source is returned; ' +
    '`X-Untranslated` names the blocks, or the items of a list. 422 for a language that the brand does not have.',
});

/**
 * The language that a call names; `null` if it names none.
 *
 * @param page of which the call is: its own language is known, too
 * @throws `invalid` for a language that the caller does not see
 */
export function langIn(catalog: Catalog, sent: unknown, page?: Pick<PageRecord, 'language'>): string | null {
  const text = typeof sent === 'string' ? sent.trim() : sent;
  if (text === undefined || text === '') return null;
  const tag = typeof text === 'string' ? canonicalTag(text) : null;
  const known = tagsFor(catalog.brand, languageOf(catalog, page));
  if (tag !== null && known.includes(tag)) return tag;
  throw invalidField('lang', message.selected('lang', known));
}
