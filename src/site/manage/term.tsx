import { invalidField, notFound } from '../../lib/errors.js';
import { isObject } from '../../lib/json.js';
import { replaceSection, showSection } from '../../operations/language.js';
import { words } from '../../words/words.js';
import { type Action, formsPage, type SentForm } from './parts/forms-page.js';
import { sectionLabel, termPath } from './parts/language-parts.js';
import type { RecordField } from './parts/record-form.js';

/** Lists of terms, with the fields of a row. */
const lists: Readonly<Record<string, readonly string[]>> = {
  preferred: ['term', 'instead_of', 'note'],
  forbidden: ['term', 'reason'],
};

/** Page of one term of the terminology, by its list and its index. The rest of the section stays as it is. */
export const termPage = formsPage(async (context) => {
  const texts = words().term;
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
    const { name: label, hint } = sectionLabel('terminology', `${list}.${name}`);
    if (name === 'term') return { name, label, isRequired: true };
    return { name, label, ...(hint && { hint }), isOptional: true, as: name === 'instead_of' ? 'lines' : 'text' };
  });
  const title = at === undefined ? texts.add : String(row.term ?? texts.title);
  /** @param items items in place of the row. Without items the row is removed. */
  const replace = ({ guard }: Pick<SentForm, 'guard'>, ...items: readonly object[]) => {
    const body = { terminology: { ...section, [list]: rows.toSpliced(index, 1, ...items) } };
    return context.perform(replaceSection, { ...guard, params, body });
  };
  const set: Action = {
    name: 'set',
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
    button: texts.remove,
    look: 'bad',
    to: '/language',
    writes: replaceSection,
    run: replace,
  };
  return {
    title,
    up: ['/language', words().common.areas.language],
    path: termPath(list, at === undefined ? undefined : index),
    version,
    isNarrow: true,
    commit: (await context.newest()).commit,
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
