import type { DataSchema } from '../../content/blocks/block-type.js';
import type { SectionName } from '../../content/catalog/paths.js';
import { isSectionName, type Section, sectionSchemas } from '../../content/language.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { stringifyJson } from '../../lib/json.js';
import { compareSection } from '../../operations/compare.js';
import { replaceMeta, replaceSection, showSection } from '../../operations/language.js';
import { labelOf, sectionName } from '../../portal/labels.js';
import { ChangedFields } from '../content/field-differences.js';
import { namesIn } from '../content/reference-names.js';
import type { Fields } from '../context.js';
import { parsedJson } from '../form-text.js';
import { type Action, formsPage } from '../parts/forms-page.js';
import type { RecordField } from '../parts/record-form.js';

/** Purpose of each section, in a sentence. */
const purposes: Readonly<Record<SectionName, string>> = {
  meta: 'About the corporate language itself.',
  voice: 'How the brand sounds: its tone, and what to do and not to do.',
  terminology: 'Words to use and words to avoid. “Check language” looks for these.',
  company_name: 'How the name of the company is written, and how it never is.',
  notation: 'How numbers, dates and quotations are written.',
};

/** Name of the list of a section's free members, which its schema does not have. */
const free = '*';

/** Characters of JSON that a section in a form may have. */
const maxLength = 1_000_000;
/** Rows that its lists may have together. */
const maxRows = 3000;

/** Page of a section of the language, with the fields of its schema and its free members. */
export const sectionPage = formsPage(async (context) => {
  const { section: name = '' } = context.params;
  const { value, version } = await context.perform(showSection);
  if (!isSectionName(name)) throw notFound('Section');
  const section = value[name] ?? {};
  const writes = name === 'meta' ? replaceMeta : replaceSection;
  const { commit } = await context.snapshot();
  const set: Action = {
    name: 'set',
    button: 'Save',
    fields: fieldsIn(name),
    to: '/language',
    record: { ...section, [free]: membersOf(name, section).map(shownMember) },
    writes,
    async run({ guard, body: changes }) {
      if (Object.keys(changes).length === 0 && guard.version === version) {
        return { to: context.href('/language', { same: 'yes' }) };
      }
      try {
        return await context.perform(writes, { ...guard, body: { [name]: changed(name, section, changes) } });
      } catch (error) {
        throw error instanceof PortalError ? atFields(name, error, context.form) : error;
      }
    },
  };
  return {
    title: `Edit “${sectionName(name)}”`,
    up: ['/language', 'Language'],
    path: `/language/${name}/edit`,
    version,
    commit,
    isNarrow: true,
    actions: isFormSized(section) ? [set] : [],
    async difference(from) {
      const { fields } = await context.read(compareSection, { from });
      return <ChangedFields fields={fields} view="inline" names={namesIn(await context.portal())} />;
    },
    sections: (form) => (
      <>
        <p class="hint">{purposes[name]}</p>
        {Object.keys(section).length === 0 && <p class="hint">Nothing is written here yet.</p>}
        {form('set') ?? <p>This section is too large for a form. Change it through the API or by git.</p>}
      </>
    ),
  };
});

function isFormSized(section: Section): boolean {
  const rows = Object.values(section).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 1), 0);
  return rows <= maxRows && JSON.stringify(section).length <= maxLength;
}

const schemas: Readonly<Record<SectionName, DataSchema>> = Object(sectionSchemas);

const propertiesOf = (section: SectionName) => schemas[section].properties ?? {};

function fieldsIn(section: SectionName): RecordField[] {
  const fieldOf = (path: string, { items }: DataSchema): RecordField => {
    const { name: label, hint } = labelOf(section, path);
    const cells = Object.entries(items?.properties ?? {});
    return {
      name: path.slice(path.lastIndexOf('.') + 1),
      label,
      isOptional: true,
      maxLength,
      ...(hint !== undefined && { hint }),
      as: items === undefined ? 'text' : 'lines',
      ...(cells.length > 0 && { row: cells.map(([cell, schema]) => fieldOf(`${path}.${cell}`, schema)) }),
    };
  };
  const label = (path: string) => ({ label: labelOf(section, path).name, isOptional: true, maxLength }) as const;
  const row: RecordField[] = [
    { name: 'name', ...label('*.name') },
    { name: 'value', as: 'text', ...label('*.value') },
    { name: 'json', as: 'check', label: labelOf(section, '*.json').name },
  ];
  const declared = Object.entries(propertiesOf(section)).map(([name, schema]) => fieldOf(name, schema));
  return [...declared, { name: free, ...label('*'), row }];
}

type Member = readonly [name: string, value: unknown];

const membersOf = (name: SectionName, section: Section): Member[] =>
  Object.entries(section).filter(([member]) => !Object.hasOwn(propertiesOf(name), member));

function shownMember([name, value]: Member) {
  const json = typeof value !== 'string';
  return { name, value: json ? stringifyJson(value) : value, json };
}

/** Section with the changed fields of the form. All other members stay as they are. */
function changed(name: SectionName, section: Section, changes: Readonly<Record<string, unknown>>): Section {
  const { [free]: rows, ...declared } = changes;
  const stored = membersOf(name, section);
  const own = Array.isArray(rows) ? readMembers(name, stored, rows) : stored;
  const old = Object.entries(section).filter(([member]) => !stored.some(([other]) => other === member));
  const all = [...Object.entries({ ...Object.fromEntries(old), ...declared }), ...own];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** @throws `invalid` */
function readMembers(section: SectionName, stored: readonly Member[], rows: readonly unknown[]): Member[] {
  const used = new Set(Object.keys(propertiesOf(section)));
  const problems: Record<string, string[]> = {};
  const members = rows.flatMap((row, at): Member[] => {
    const { name: typed = '', value = '', json = false }: Partial<ReturnType<typeof shownMember>> = Object(row);
    const same = stored.find((member) => {
      const shown = shownMember(member);
      return shown.name === typed && shown.value === value && shown.json === json;
    });
    const name = same?.[0] ?? typed.trim();
    if (name === '' && same === undefined) problems[`${free}.${at}.name`] = ['Give it a name, or empty the row.'];
    if (used.has(name)) problems[`${free}.${at}.name`] = [`There is a field “${name}” already.`];
    used.add(name);
    if (same !== undefined) return [same];
    const parsed = parsedJson(value);
    if (json && parsed === null && value.trim() !== 'null') {
      problems[`${free}.${at}.value`] = ['This is not JSON. A text in it needs double quotes.'];
    }
    return [[name, json ? parsed : value]];
  });
  if (Object.keys(problems).length > 0) throw new PortalError('invalid', 'Nothing was stored.', { fields: problems });
  return members;
}

/**
 * Refusal with its messages at the fields of the form. The messages of the operation name a field by its path, but people
 * know it by its label.
 */
function atFields(section: SectionName, problem: PortalError, form: Fields): PortalError {
  const { code, message, fields = {}, extra } = problem;
  const messages: Record<string, string[]> = {};
  for (const [path, texts] of Object.entries(fields)) {
    const field = fieldAt(path.replace(`${section}.`, ''), form);
    const label = labelOf(section, field).name;
    const said = texts.map((text) => text.replaceAll(path.replaceAll('_', ' '), `“${label}”`));
    messages[field] = [...(messages[field] ?? []), ...said];
  }
  return new PortalError(code, message, { fields: messages, ...(extra && { extra }) });
}

/** Field of the form for a path in the section, or for the nearest path above it. */
function fieldAt(path: string, form: Fields): string {
  const own = Array.from({ length: Number(form[free]) || 0 }, (_, at) => at).find((at) => {
    const name = form[`${free}.${at}.name`]?.trim();
    return path === name || path.startsWith(`${name}.`);
  });
  if (own !== undefined) return `${free}.${own}.value`;
  let field = path;
  while (!Object.hasOwn(form, field) && field.includes('.')) field = field.slice(0, field.lastIndexOf('.'));
  return field;
}
