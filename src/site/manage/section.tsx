import type { DataSchema } from '../../content/blocks/block-type.js';
import { type SectionName, sectionOfKey } from '../../content/catalog/paths.js';
import { isSectionName, type Section, sectionSchemas } from '../../content/language.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { stringifyJson } from '../../lib/json.js';
import { compareSection } from '../../operations/compare.js';
import { replaceMeta, replaceSection, replaceSectionIn, showSection } from '../../operations/language.js';
import { toldError } from '../../words/errors.js';
import { fill, words } from '../../words/words.js';
import type { Fields } from '../addresses.js';
import { ChangedFields } from '../compare/parts/field-differences.js';
import { namesIn } from '../compare/parts/reference-names.js';
import type { WorkContext } from '../context.js';
import { languageName } from '../frame/language.js';
import { sectionName } from '../labels.js';
import { languagesIn } from '../languages.js';
import { parsedJson } from './parts/form-text.js';
import { type Action, formsPage } from './parts/forms-page.js';
import { sectionLabel, sectionsPath } from './parts/language-parts.js';
import type { RecordField } from './parts/record-form.js';

/** Name of the list of a section's free members, which its schema does not have. */
const free = '*';

/** Characters of JSON that a section in a form may have. */
const maxLength = 1_000_000;
/** Rows that its lists may have together. */
const maxRows = 3000;

/** Page of a section of the language, with the fields of its schema and its free members. One in a further language begins with what readers get. */
export const sectionPage = formsPage(async (context) => {
  const texts = words().languagePage;
  const { section: key = '' } = context.params;
  const { name, language } = sectionOfKey(key);
  if (!isSectionName(name) || !mayBeWritten(context, name, language)) throw notFound('Section');
  const params = { section: name, ...(language !== null && { lang: language }) };
  const read = await context.perform(showSection, { params, query: { lang: language ?? undefined } });
  const { value, version } = read;
  const section = value[name] ?? {};
  const isFallback = read.untranslated?.includes(name);
  const writes = name === 'meta' ? replaceMeta : language === null ? replaceSection : replaceSectionIn;
  const up = sectionsPath(language);
  const { commit } = await context.newest();
  const set: Action = {
    name: 'set',
    fields: fieldsIn(name),
    to: up,
    record: { ...section, [free]: membersOf(name, section).map(shownMember) },
    writes,
    async run({ guard, body: changes }) {
      if (Object.keys(changes).length === 0 && guard.version === version) {
        return { to: context.href(up, { same: 'yes' }) };
      }
      try {
        return await context.perform(writes, { ...guard, params, body: { [name]: changed(name, section, changes) } });
      } catch (error) {
        throw error instanceof PortalError ? atFields(name, error, context.form) : error;
      }
    },
  };
  return {
    title: fill(texts.editTitle, { section: sectionName(key) }),
    up: [up, words().common.areas.language],
    path: `/language/${key}/edit`,
    version,
    commit,
    isNarrow: true,
    actions: isFormSized(section) ? [set] : [],
    async difference(from) {
      const { fields } = await context.read(compareSection, { from });
      return <ChangedFields fields={fields} names={namesIn(context)} />;
    },
    sections: (form) => (
      <>
        <p class="hint">{texts.purposes[name]}</p>
        {language !== null && (
          <p class="hint">
            {isFallback && `${fill(texts.fallback, { language: languageName(language) })} `}
            {texts.emptied}
          </p>
        )}
        {Object.keys(section).length === 0 && <p class="hint">{texts.empty}</p>}
        {form('set') ?? <p>{texts.tooLarge}</p>}
      </>
    ),
  };
});

/** Whether the brand has the language. What is said of all languages is written at the command line. */
const mayBeWritten = ({ catalog }: WorkContext, name: SectionName, language: string | null): boolean =>
  language === null || (name !== 'meta' && languagesIn(catalog).slice(1).includes(language));

function isFormSized(section: Section): boolean {
  const rows = Object.values(section).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 1), 0);
  return rows <= maxRows && JSON.stringify(section).length <= maxLength;
}

const schemas: Readonly<Record<SectionName, DataSchema>> = Object(sectionSchemas);

const propertiesOf = (section: SectionName) => schemas[section].properties ?? {};

function fieldsIn(section: SectionName): RecordField[] {
  const fieldOf = (path: string, { items }: DataSchema): RecordField => {
    const { name: label, hint } = sectionLabel(section, path);
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
  const label = (path: string) => ({ label: sectionLabel(section, path).name, isOptional: true, maxLength }) as const;
  const row: RecordField[] = [
    { name: 'name', ...label('*.name') },
    { name: 'value', as: 'text', ...label('*.value') },
    { name: 'json', as: 'check', label: sectionLabel(section, '*.json').name },
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
  const texts = words().languagePage;
  const used = new Set(Object.keys(propertiesOf(section)));
  const problems: Record<string, string[]> = {};
  const members = rows.flatMap((row, at): Member[] => {
    const { name: typed = '', value = '', json = false }: Partial<ReturnType<typeof shownMember>> = Object(row);
    const same = stored.find((member) => {
      const shown = shownMember(member);
      return shown.name === typed && shown.value === value && shown.json === json;
    });
    const name = same?.[0] ?? typed.trim();
    if (name === '' && same === undefined) problems[`${free}.${at}.name`] = [texts.giveName];
    if (used.has(name)) problems[`${free}.${at}.name`] = [fill(texts.fieldExists, { name })];
    used.add(name);
    if (same !== undefined) return [same];
    const parsed = parsedJson(value);
    if (json && parsed === null && value.trim() !== 'null') {
      problems[`${free}.${at}.value`] = [texts.notJson];
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
  const { code, message, fields = {}, extra } = toldError(problem);
  const messages: Record<string, string[]> = {};
  for (const [path, texts] of Object.entries(fields)) {
    const field = fieldAt(path.replace(`${section}.`, ''), form);
    const label = sectionLabel(section, field).name;
    const said = texts.map((text) =>
      text.replaceAll(path.replaceAll('_', ' '), fill(words().common.quoted, { text: label })),
    );
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
