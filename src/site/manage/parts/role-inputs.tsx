import type { ComponentChild } from 'preact';
import { invalidField } from '../../../lib/errors.js';
import { type PersonRecord, roles } from '../../../registry/records.js';
import { translatesIn } from '../../../registry/translators.js';
import { words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { ownLanguageName } from '../../frame/language.js';
import { languagesIn } from '../../languages.js';
import type { FormInputs } from './form.js';

/** Choice of a form: a viewer with languages. */
const translator = 'translator';

const boxOf = (tag: string): string => `translates-${tag}`;

/** Name of the role of a person in a brand. */
export function roleText(person: PersonRecord, slug: string): string {
  const role = (Object.hasOwn(person.roles, slug) && person.roles[slug]) || roles[0];
  return isTranslator(person, slug) ? words().people.translatorRole : words().common.roles[role];
}

export const isTranslator = (person: PersonRecord, slug: string): boolean =>
  Object.hasOwn(person.roles, slug) && person.roles[slug] === 'viewer' && translatesIn(person, slug).length > 0;

/** Value of the choice of a role that a person has. */
export const chosenRole = (person: PersonRecord, slug: string): string | undefined =>
  isTranslator(person, slug) ? translator : person.roles[slug];

/** Roles to choose from. Only a brand with further languages has translators. */
export function roleOptions({
  catalog,
}: Pick<WorkContext, 'catalog'>): readonly (readonly [value: string, text: string])[] {
  const all = roles.map((role): readonly [string, string] => [role, words().common.roles[role]]);
  return languagesIn(catalog).length === 0 ? all : all.toSpliced(1, 0, [translator, words().people.translatorRole]);
}

interface RoleInputsProps {
  readonly label: string;
  readonly hint?: ComponentChild;
  /** Default: an editor. */
  readonly person?: PersonRecord;
}

/** Choice of a role in the brand, with the languages of a translator. */
export function roleInputs(context: WorkContext, inputs: FormInputs, { person, ...select }: RoleInputsProps) {
  const { slug } = context;
  const value = person === undefined ? 'editor' : chosenRole(person, slug);
  return [
    inputs.select({ name: 'role', value, options: roleOptions(context), ...select }),
    languageBoxes(context, inputs, person),
  ];
}

/** Languages that a translator may have. */
export function languageBoxes(
  { catalog, slug }: WorkContext,
  inputs: FormInputs,
  person?: PersonRecord,
): ComponentChild {
  const held = person === undefined ? [] : translatesIn(person, slug);
  const boxes = languagesIn(catalog).map((tag) => ({
    name: boxOf(tag),
    label: <span lang={tag}>{ownLanguageName(tag)}</span>,
    isChecked: held.includes(tag),
  }));
  return boxes.length > 0 && inputs.boxes({ name: 'translates', label: words().people.languages, boxes });
}

/** Hidden fields with the languages that a translator has. */
export const heldLanguages = (person: PersonRecord, slug: string): ComponentChild =>
  translatesIn(person, slug).map((tag) => <input type="hidden" name={boxOf(tag)} value="yes" />);

/** Languages of a form that are ticked. */
export const sentLanguages = ({ catalog, form }: WorkContext): string[] =>
  languagesIn(catalog).filter((tag) => form[boxOf(tag)] === 'yes');

/**
 * Role of a form, and the languages of a translator.
 *
 * @throws `invalid` for a translator without a language
 */
export function sentRole(context: WorkContext): readonly [role: string, tags: readonly string[]] {
  const { role = '' } = context.form;
  if (role !== translator) return [role, []];
  const tags = sentLanguages(context);
  if (tags.length === 0) throw invalidField('translates', 'Choose at least one language.');
  return ['viewer', tags];
}
