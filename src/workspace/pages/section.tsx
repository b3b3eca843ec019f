import type { ComponentChild } from 'preact';
import type { SectionName } from '../../content/catalog/paths.js';
import { isSectionName, type Section, sectionSchemas } from '../../content/language.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { compareSection } from '../../operations/compare.js';
import { replaceMeta, replaceSection, showSection } from '../../operations/language.js';
import { labelOf, sectionName } from '../../portal/labels.js';
import { ChangedFields } from '../content/field-differences.js';
import { namesIn } from '../content/reference-names.js';
import {
  addressedPart,
  type BrandContext,
  type PageReply,
  type Reply,
  requiredField,
  unknownAction,
} from '../context.js';
import { hiddenFields, SeenCommit } from '../parts/form.js';
import { otherAuthorWarning } from '../parts/kept-form.js';
import { outcomeQuery, statusNotice } from '../parts/notices.js';
import { refusalWithChanges, runForm } from '../parts/refusal.js';
import { wrongFields } from '../write/field-parts.js';
import { emptyForm, type FieldSchema, type FormModel, isFormSized, ownFields } from '../write/form-model.js';
import { pickersOf } from '../write/pickers.js';
import { exactFields, nameAt, readFormModel, readValue, writeValue } from '../write/read-form.js';
import { takeStep } from '../write/steps.js';
import { blockFields } from '../write/widgets.js';

/** Purpose of each section, in a sentence. */
const purposes: Readonly<Record<SectionName, string>> = {
  meta: 'About the corporate language itself.',
  voice: 'How the brand sounds: its tone, and what to do and not to do.',
  terminology: 'Words to use and words to avoid. “Check language” looks for these.',
  company_name: 'How the name of the company is written, and how it never is.',
  notation: 'How numbers, dates and quotations are written.',
};

/** Name that all fields of the form begin with. */
const root = 'section';

/** Section as it is stored now. */
interface StoredSection {
  readonly name: SectionName;
  readonly schema: FieldSchema;
  readonly section: Section;
  readonly version: string;
}

/** The form of a section of the language as it is now. */
export async function sectionForm(context: BrandContext): Promise<Reply> {
  const stored = await readSection(context);
  const model = emptyForm();
  writeValue(model, stored.schema, root, stored.section);
  return draw(context, stored, { model });
}

/** Runs a step of the form: saves, or draws it again, changed. */
export async function writeSection(context: BrandContext): Promise<Reply> {
  const base = requiredField(context, 'base');
  const { do: action = 'preview' } = context.form;
  const stored = await readSection(context);
  const model = readFormModel(context.formEntries, []);
  const warning = await otherAuthorWarning(context);
  const state = { model, base };
  if (warning !== null || action === 'preview') return draw(context, stored, { ...state, head: warning });
  if (action === 'save') return save(context, stored, model, base);
  const step = takeStep(model, action, context.form, stored.name);
  if (step === null) throw unknownAction();
  const notice = statusNotice(step.message);
  return draw(context, stored, { ...state, head: notice });
}

/** @throws `not_found` */
async function readSection(context: BrandContext): Promise<StoredSection> {
  const { section: name = '' } = context.params;
  const { value, version } = await context.perform(showSection);
  if (!isSectionName(name)) throw notFound('Section');
  return { name, schema: sectionSchemas[name] as FieldSchema, section: value[name] ?? {}, version: version ?? '' };
}

/** Saves the section. A refused form comes back with the problems at its fields, or with the changes made meanwhile. */
function save(context: BrandContext, stored: StoredSection, model: FormModel, base: string): Promise<Reply> {
  const { name, schema, section, version } = stored;
  const { value, names, problems } = readValue(model, schema, root, section, name);
  const store = async (): Promise<Reply> => {
    if (Object.keys(problems).length > 0) throw new PortalError('invalid', '', { fields: problems });
    if (base === version && value === section) return { to: context.href('/language', { same: 'yes' }) };
    const input = { version: base, body: { [name]: value } };
    const result = await (name === 'meta'
      ? context.perform(replaceMeta, input)
      : context.perform(replaceSection, input));
    return { to: context.href('/language', outcomeQuery(result)) };
  };
  return runForm(context, store, async (problem) => {
    if (problem.code !== 'invalid') {
      const head = await refusalWithChanges(context, problem, addressedPart(context.params), (from) =>
        changesSince(context, from),
      );
      return draw(context, await readSection(context), { model, head });
    }
    const { messages, links } = fieldProblems(name, problem, names);
    const head = wrongFields('Nothing was stored.', links, problem.message);
    return draw(context, stored, { model, base, head, problems: messages });
  });
}

/** Messages at their fields, and links to these. What is wrong with the section as a whole has no field. */
function fieldProblems(section: SectionName, { fields = {} }: PortalError, names: ReadonlyMap<string, string>) {
  const messages = new Map<string, string[]>();
  const links: { readonly to: string; readonly text: string }[] = [];
  for (const [path, sent] of Object.entries(fields)) {
    const field = nameAt(names, path);
    const isField = field.startsWith(`${root}.`);
    const label = labelOf(section, field.slice(root.length + 1)).name;
    // Messages name a field by its path; people know it by its label.
    const texts = isField ? sent.map((text) => text.replaceAll(path.replaceAll('_', ' '), `“${label}”`)) : sent;
    messages.set(field, [...(messages.get(field) ?? []), ...texts]);
    links.push({ to: isField ? `f-${field}` : 'main', text: texts.join(' ') });
  }
  return { messages, links };
}

async function changesSince(context: BrandContext, from: string): Promise<ComponentChild> {
  const { fields } = await context.read(compareSection, { from });
  return <ChangedFields fields={fields} view="inline" names={namesIn(await context.portal())} />;
}

interface FormState {
  readonly model: FormModel;
  /** Tag of the version that the form was made from; left out: the newest. */
  readonly base?: string;
  /** Content above the form. */
  readonly head?: ComponentChild;
  /** Messages by names of the form. */
  readonly problems?: ReadonlyMap<string, readonly string[]>;
}

async function draw(context: BrandContext, stored: StoredSection, state: FormState): Promise<PageReply> {
  const { name, schema, section, version } = stored;
  const { model, base, head, problems = new Map() } = state;
  const { commit } = await context.snapshot();
  const pickers = pickersOf(await context.portal(), context.href);
  const title = `Edit “${sectionName(name)}”`;
  const buttons = (
    <div class="actions">
      {/* Enter in a line presses the first one: it stores nothing. */}
      <button type="submit" name="do" value="preview" formaction="#main" hidden />
      <button type="submit" name="do" value="save" class="btn go" formaction="#main">
        Save
      </button>
      <a href={context.href('/language')}>Cancel</a>
    </div>
  );
  const isSmall = isFormSized(ownFields(model).get(root) ?? []);
  const body = (
    <div class="writing">
      {head}
      <h1>{title}</h1>
      <p class="hint">{purposes[name]}</p>
      {Object.keys(section).length === 0 && <p class="hint">Nothing is written here yet.</p>}
      {isSmall ? (
        <form method="post" class="write">
          <SeenCommit commit={base === undefined ? commit : (context.form.seen ?? null)} />
          {buttons}
          {blockFields({ model, pickers, problems, drawSlot: () => null }, { key: root, type: name }, schema)}
          {buttons}
          {/* The end of the form: one that is cut off is not saved. */}
          {hiddenFields([['as', context.principal.person.id], ['base', base ?? version], ...exactFields(model)])}
        </form>
      ) : (
        <p>This section is too large for a form. Change it through the API or by git.</p>
      )}
    </div>
  );
  return { title, body, savingNote: 'Saving shows what changed, and stores nothing until you save again.' };
}
