import { invalidField, notFound } from '../../lib/errors.js';
import { isObject } from '../../lib/json.js';
import { replaceSection, showSection } from '../../operations/language.js';
import { labelOf } from '../../portal/labels.js';
import { termPath } from '../content/language.js';
import { type Action, formsPage, type SentForm } from '../parts/forms-page.js';
import type { RecordField } from '../parts/record-form.js';

/** Lists of terms, with the fields of a row. */
const lists: Readonly<Record<string, readonly string[]>> = {
  preferred: ['term', 'instead_of', 'note'],
  forbidden: ['term', 'reason'],
};

/** Page of one term of the terminology, by its list and its index. The rest of the section stays as it is. */
export const termPage = formsPage(async (context) => {
  const [list = '', at] = (context.params.term ?? '').split('.');
  const params = { section: 'terminology' };
  const { value, version } = await context.perform(showSection, { params });
  const section = value.terminology ?? {};
  const names = Object.hasOwn(lists, list) ? lists[list] : undefined;
  const rows: readonly unknown[] = Array.isArray(section[list]) ? section[list] : [];
  const index = at === undefined ? rows.length : Number(at);
  const row = at === undefined ? {} : rows[index];
  if (names === undefined || !isObject(row)) throw notFound('Term');
  const fields = names.map((name): RecordField => {
    const { name: label, hint } = labelOf('terminology', `${list}.${name}`);
    if (name === 'term') return { name, label, isRequired: true };
    return { name, label, ...(hint && { hint }), isOptional: true, as: name === 'instead_of' ? 'lines' : 'text' };
  });
  const title = at === undefined ? 'Add term' : String(row.term ?? 'Term');
  /** @param items items in place of the row. Without items the row is removed. */
  const replace = ({ guard }: Pick<SentForm, 'guard'>, ...items: readonly object[]) => {
    const body = { terminology: { ...section, [list]: rows.toSpliced(index, 1, ...items) } };
    return context.perform(replaceSection, { ...guard, params, body });
  };
  const set: Action = {
    name: 'set',
    button: 'Save',
    fields,
    record: row,
    to: '/language',
    writes: replaceSection,
    run({ guard, body }) {
      const term = { ...row, ...body };
      if (typeof Object(term).term !== 'string' || Object(term).term === '') {
        throw invalidField('term', 'Write the term.');
      }
      return replace({ guard }, term);
    },
  };
  const remove: Action = {
    name: 'remove',
    button: 'Remove term',
    look: 'bad',
    to: '/language',
    writes: replaceSection,
    run: replace,
  };
  return {
    title,
    up: ['/language', 'Language'],
    path: termPath(list, at === undefined ? undefined : index),
    version,
    isNarrow: true,
    commit: (await context.snapshot()).commit,
    part: { scope: params, base: '/language/terminology' },
    actions: at === undefined ? [set] : [set, remove],
    sections: (form) => (
      <div data-part>
        {form('set')}
        {form('remove')}
      </div>
    ),
  };
});
