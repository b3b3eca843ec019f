import { invalidField } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { editings, type PersonRecord } from './records.js';
import type { Acting } from './rights.js';
import { setOfBrand } from './translators.js';
import type { Verbs } from './verbs.js';

const deeds = {
  approves: 'approve, publish and write',
  publishes: 'publish and write, not approve',
  proposes: 'propose, not publish',
} as const;

/**
 * Sets what an editor may do in a brand, other than the brand says of editors. It counts as long as the role is editor.
 *
 * @param sent empty: what the brand says
 * @throws `invalid`, `not_found` without a role there, `forbidden`
 */
export function setEditing(
  verbs: Verbs,
  { id, brand, editing: sent }: { readonly id: string; readonly brand: string; readonly editing: string },
  by?: Acting,
): Promise<PersonRecord> {
  const value = editings.find((known) => known === sent) ?? null;
  if (value === null && sent !== '')
    throw invalidField('editing', say`Choose one of ${editings.join(', ')}, or nothing.`);
  const subject = (name: string) => `Let ${name} ${value === null ? 'do what editors may' : deeds[value]}`;
  return setOfBrand(verbs, 'people.editing', { id, brand, name: 'editing', value, subject }, by);
}
