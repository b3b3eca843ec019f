import { canonicalTag } from '../content/language-tags.js';
import { invalidField, type PortalError } from '../lib/errors.js';
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

/** Refusal of languages of who may write. */
export const onlyViewers = (): PortalError =>
  invalidField('translates', 'Only viewers have languages: who may write translates into all of them.');

/** A person who translates into these languages in a brand. */
export function withTranslates(person: PersonRecord, brand: string, tags: readonly string[]): PersonRecord {
  const { translates: before = {}, ...rest } = person;
  const { [brand]: _, ...others } = before;
  const translates = tags.length === 0 ? others : { ...others, [brand]: [...tags] };
  return { ...rest, ...(Object.keys(translates).length > 0 && { translates }) };
}

/**
 * A person without the languages of each brand where the role is another one now, or who may write there. An archived brand
 * keeps them with its roles.
 *
 * @param before the person as the registry has it
 */
export function withoutStaleTranslates(person: PersonRecord, before: PersonRecord): PersonRecord {
  const roleOf = ({ roles }: PersonRecord, brand: string) => (Object.hasOwn(roles, brand) ? roles[brand] : undefined);
  const isStale = (brand: string): boolean => {
    const role = roleOf(person, brand);
    return role !== roleOf(before, brand) || (role !== undefined && role !== 'viewer');
  };
  return Object.keys(person.translates ?? {})
    .filter(isStale)
    .reduce((record, brand) => withTranslates(record, brand, []), person);
}

/** Member of a person's record that says something of each brand. */
type OfBrand = 'translates' | 'editing';

interface OfPerson<Name extends OfBrand> {
  readonly id: string;
  readonly brand: string;
  readonly name: Name;
  /** `null` takes it away. */
  readonly value: NonNullable<PersonRecord[Name]>[string] | null;
  /** Subject of the commit. */
  readonly subject: (person: string) => string;
}

/** Sets what the record of a person says of one brand. @throws `not_found` without a role there, `forbidden` */
export function setOfBrand<Name extends OfBrand>(
  verbs: Verbs,
  operation: string,
  { id, brand, name, value, subject }: OfPerson<Name>,
  by?: Acting,
): Promise<PersonRecord> {
  return verbs.run(operation, {
    by,
    find: (registry) => requirePerson(registry, id),
    allow: requireAdmin,
    apply({ before, put, commit }) {
      if (roleIn(before, brand) === null) throw unknownPerson(id);
      const { [brand]: _, ...others } = before[name] ?? {};
      const all = value === null ? others : { ...others, [brand]: value };
      const { [name]: __, ...rest } = before;
      const record = { ...rest, ...(Object.keys(all).length > 0 && { [name]: all }) } as PersonRecord;
      put('people', record);
      commit(`${subject(before.name)} in ${brand}`);
      return record;
    },
  });
}

/**
 * Sets the languages into which a viewer translates in a brand.
 *
 * @throws `not_found` without a role there, `invalid`, also for who may write, `forbidden`
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
      const role = roleIn(before, brand);
      if (role === null) throw unknownPerson(id);
      if (role !== 'viewer' && tags.length > 0) throw onlyViewers();
      const record = withTranslates(before, brand, tags);
      put('people', record);
      commit(`Let ${before.name} translate into ${tags.join(', ') || 'no language'} in ${brand}`);
      return record;
    },
  });
}
