import { canonicalTag } from '../content/language-tags.js';
import { invalidField } from '../lib/errors.js';
import { type PersonRecord, roleIn } from './records.js';
import { requirePerson, unknownPerson } from './registry.js';
import { type Acting, requireAdmin } from './rights.js';
import type { Verbs } from './verbs.js';

/** Tags as they are stored, each once, in order. @throws `invalid` for one that is none */
export function checkedTags(field: string, sent: readonly string[]): string[] {
  const tags = sent.map((text) => {
    const tag = canonicalTag(text.trim());
    if (tag === null) throw invalidField(field, 'Use language tags, such as de or pt-BR, with commas between.');
    return tag;
  });
  return [...new Set(tags)].sort();
}

/** Languages that a person translates in a brand. Who may write may do so in all. */
export const translatesIn = ({ translates = {} }: PersonRecord, brand: string): readonly string[] =>
  Object.hasOwn(translates, brand) ? (translates[brand] ?? []) : [];

/**
 * Sets the languages into which a viewer translates in a brand.
 *
 * @throws `not_found` without a role there, `invalid`, `forbidden`
 */
export function setTranslates(
  verbs: Verbs,
  { id, brand, tags: sent }: { readonly id: string; readonly brand: string; readonly tags: readonly string[] },
  by?: Acting,
): Promise<PersonRecord> {
  const tags = checkedTags('translates', sent);
  return verbs.run('people.translate', {
    by,
    find: (registry) => requirePerson(registry, id),
    allow: requireAdmin,
    apply({ before, put, commit }) {
      if (roleIn(before, brand) === null) throw unknownPerson(id);
      const { [brand]: _, ...others } = before.translates ?? {};
      const translates = tags.length === 0 ? others : { ...others, [brand]: tags };
      const { translates: __, ...rest } = before;
      const record = { ...rest, ...(Object.keys(translates).length > 0 && { translates }) };
      put('people', record);
      commit(`Let ${before.name} translate into ${tags.join(', ') || 'no language'} in ${brand}`);
      return record;
    },
  });
}
