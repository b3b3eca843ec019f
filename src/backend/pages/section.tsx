import type { ComponentChild } from 'preact';
import type { SectionName } from '../../content/catalog/paths.js';
import { isSectionName, type Section, sectionSchemas } from '../../content/language.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { compareSection } from '../../operations/compare.js';
import { replaceMeta, replaceSection, showSection } from '../../operations/language.js';
import { FieldChanges } from '../content/field-differences.js';
import { namesIn } from '../content/names.js';
import {
  addressedPart,
  type BrandContext,
  type PageReply,
  preconditionIn,
  type Reply,
  unknownAction,
} from '../context.js';
import { outcome } from '../parts/done.js';
import { hiddenFields, Seen } from '../parts/form.js';
import { otherAuthor } from '../parts/kept-form.js';
import { refusal, runForm } from '../parts/refusal.js';
import { sectionName } from '../words.js';
import { wrongFields } from '../write/field-parts.js';
import { labelOf } from '../write/labels.js';
import { pickersOf } from '../write/pickers.js';
import { nameAt, readSheet, readValue, writeValue } from '../write/read-form.js';
import { emptySheet, type FieldSchema, fitsForm, ownValues, type Sheet } from '../write/slots.js';
import { takeStep } from '../write/steps.js';
import { blockFields } from '../write/widgets.js';

/** Use of each section, in a sentence. */
const about: Readonly<Record<SectionName, string>> = {
  meta: 'What is said about the corporate language itself.',
  voice: 'How the brand sounds: its tone, and what to do and not to do.',
  terminology: 'Words to use and words to avoid. “Check the language” looks for these.',
  company_name: 'How the name of the company is written, and how it never is.',
  notation: 'How numbers, dates and quotations are written.',
};

/** Name of the section in its form. */
const root = 'section';

interface Stored {
  readonly name: SectionName;
  readonly schema: FieldSchema;
  readonly section: Section;
  readonly version: string;
}

/** The form of a section of the language as it is now. */
export async function sectionForm(context: BrandContext): Promise<Reply> {
  const stored = await sectionNow(context);
  const sheet = emptySheet();
  writeValue(sheet, stored.schema, root, stored.section);
  return draw(context, stored, { sheet });
}

/** One step of the form; all but saving changes nothing that is stored. */
export async function writeSection(context: BrandContext): Promise<Reply> {
  const base = preconditionIn(context, 'base');
  const { do: action = 'preview' } = context.form;
  const stored = await sectionNow(context);
  const sheet = readSheet(context.sent, []);
  const other = action === 'save' ? await otherAuthor(context) : null;
  const shown = { sheet, base };
  if (other !== null || action === 'preview') return draw(context, stored, { ...shown, head: other });
  if (action === 'save') return save(context, stored, sheet, base);
  const step = takeStep(sheet, action, context.form);
  if (step === null) throw unknownAction();
  const said = (
    <p class="notice" role="status">
      {step.said}
    </p>
  );
  return draw(context, stored, { ...shown, head: said });
}

/** @throws `not_found` */
async function sectionNow(context: BrandContext): Promise<Stored> {
  const { section: name = '' } = context.params;
  const { value, version } = await context.perform(showSection);
  if (!isSectionName(name)) throw notFound('Section');
  return { name, schema: sectionSchemas[name] as FieldSchema, section: value[name] ?? {}, version: version ?? '' };
}

function save(context: BrandContext, stored: Stored, sheet: Sheet, base: string): Promise<Reply> {
  const { name, schema, section, version } = stored;
  const { value, names, problems } = readValue(sheet, schema, root, section, name);
  const store = async (): Promise<Reply> => {
    if (Object.keys(problems).length > 0) throw new PortalError('invalid', '', { fields: problems });
    if (base === version && value === section) return { to: context.at('/language', { same: 'yes' }) };
    const input = { version: base, body: { [name]: value } };
    const result = await (name === 'meta'
      ? context.perform(replaceMeta, input)
      : context.perform(replaceSection, input));
    return { to: context.at('/language', outcome(result)) };
  };
  return runForm(store, async (problem) => {
    if (problem.code !== 'invalid') {
      const head = await refusal(context, problem, addressedPart(context.params), (from) =>
        changesSince(context, from),
      );
      return draw(context, await sectionNow(context), { sheet, head });
    }
    const wrong = Object.entries(problem.fields ?? {}).map(([path, texts]) => {
      const at = nameAt(names, path);
      const label = labelOf(name, at.slice(root.length + 1)).name;
      return { at, texts: texts.map((text) => text.replaceAll(path.replaceAll('_', ' '), `“${label}”`)) };
    });
    const links = wrong.map(({ at, texts }) => ({ to: `f-${at}`, text: texts.join(' ') }));
    const head = wrongFields('Nothing was stored.', links, problem.message);
    return draw(context, stored, { sheet, base, head, problems: new Map(wrong.map(({ at, texts }) => [at, texts])) });
  });
}

async function changesSince(context: BrandContext, from: string): Promise<ComponentChild> {
  const { fields } = await context.read(compareSection, { from });
  return <FieldChanges fields={fields} view="inline" names={namesIn(await context.catalog(), context.at)} />;
}

interface Shown {
  readonly sheet: Sheet;
  /** Version that the form was made from; left out: the newest. */
  readonly base?: string;
  readonly head?: ComponentChild;
  readonly problems?: ReadonlyMap<string, readonly string[]>;
}

async function draw(context: BrandContext, stored: Stored, shown: Shown): Promise<PageReply> {
  const { name, schema, section, version } = stored;
  const { sheet, base, head, problems = new Map() } = shown;
  const { commit } = await (await context.repository()).read();
  const pickers = pickersOf(await context.catalog(), context.at);
  const title = `Write “${sectionName(name)}”`;
  const buttons = (
    <div class="actions">
      <button type="submit" name="do" value="save" formaction="#main">
        Save
      </button>
      <a href={context.at('/language')}>Cancel</a>
    </div>
  );
  const isFit = fitsForm(ownValues(sheet).get(root) ?? []);
  const body = (
    <div class="writing">
      {head}
      <h1>{title}</h1>
      <p class="hint">{about[name]}</p>
      {Object.keys(section).length === 0 && <p class="hint">Nothing is written here yet.</p>}
      {isFit ? (
        <form method="post" class="write">
          <Seen commit={base === undefined ? commit : (context.form.seen ?? null)} />
          {buttons}
          {blockFields({ sheet, pickers, problems, slot: () => null }, { key: root, type: name }, schema)}
          {buttons}
          {/* The end of the form: one that is cut off is not saved. */}
          {hiddenFields([
            ['as', context.principal.person.id],
            ['base', base ?? version],
          ])}
        </form>
      ) : (
        <p>It is too large for a form. It is changed through the API, or by git.</p>
      )}
    </div>
  );
  return { title, body, isWriting: 'Saving shows what changed, and stores nothing until you save again.' };
}
