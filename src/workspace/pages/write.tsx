import type { ComponentChild } from 'preact';
import { sanitizeText } from '../../content/blocks/sanitize-text.js';
import { checkInBackground } from '../../content/brand-check/background.js';
import { rulesOf } from '../../content/brand-check/rules.js';
import { htmlText } from '../../content/html/text.js';
import type { Conflict } from '../../content/merge/values.js';
import type { PageFile } from '../../content/page.js';
import { mayCarryBlocks } from '../../content/page-rules.js';
import { visible } from '../../lib/display-safety.js';
import { invalidField, notFound, PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { checkedSections } from '../../operations/check-text.js';
import { readPageVersion } from '../../operations/engine/read-page.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { historyPage } from '../../operations/history.js';
import { previewSave, savePage } from '../../operations/save-page.js';
import { fieldName, labelOf } from '../../portal/labels.js';
import { namesIn } from '../content/reference-names.js';
import { shownBlocks } from '../content/shown-blocks.js';
import { type BrandContext, type PageReply, type Reply, requiredField, unknownAction } from '../context.js';
import { trashedOrDamagedPage } from '../parts/in-trash.js';
import { otherAuthorWarning } from '../parts/kept-form.js';
import { Warning } from '../parts/note.js';
import { outcomeQuery, statusNotice } from '../parts/notices.js';
import { Time } from '../parts/text.js';
import {
  applyChoices,
  conflictFields,
  hasConflict,
  markedDifference,
  readChoices,
  undecidedChoice,
} from '../write/conflict.js';
import { titleOfBlock, wrongFields } from '../write/field-parts.js';
import { type FormView, pageForm } from '../write/form.js';
import { blockOf, type FormModel, isLarge, placedEntries } from '../write/form-model.js';
import { pickersOf } from '../write/pickers.js';
import { blocksOf, nameAt, type PageRead, readFormModel, sheetOf, titleOf } from '../write/read-form.js';
import { type Step, schemaIn, takeStep } from '../write/steps.js';

/** Warning that leads to the conflict with a number. */
const conflictWarning = (title: string, text: string, number = 0): ComponentChild => (
  <Warning title={title} link={[`#c-${number}`, 'Choose']} isAlert>
    {text}
  </Warning>
);

/** Limit on the findings of a language check that a form shows. */
const maxShown = 100;

/** Form of a page as it is now. */
export async function writeForm(context: BrandContext): Promise<Reply> {
  const unavailable = trashedOrDamagedPage(context, await context.catalog());
  if (unavailable !== null) return unavailable;
  const { base, page } = await readPage(context, null);
  const expanded = new Set((context.query.block ?? '').split(',').filter(Boolean));
  return new WriteForm(context, { base, page, model: sheetOf(page), expanded, warning: null }).reply({});
}

/** Runs a step of the form: saves, previews, checks the language, or renders the changed form again. */
export async function writePage(context: BrandContext): Promise<Reply> {
  const { base, page } = await readPage(context, requiredField(context, 'base'));
  const expanded = new Set(context.formEntries.filter(([name]) => name === 'open').map(([, key]) => key));
  const model = readFormModel(context.formEntries, page.blocks);
  const warning = await otherAuthorWarning(context);
  return new WriteForm(context, { base, page, model, expanded, warning }).run(context.form.do ?? 'preview');
}

/** Page in a version. @param tag `null`: the newest @throws `not_found`, `precondition_failed` for a version that is not there */
async function readPage(context: BrandContext, tag: string | null): Promise<Pick<FormState, 'base' | 'page'>> {
  const { sanitizer } = context.service;
  const snapshot = await context.snapshot();
  const id = Number(context.params.page);
  const record = snapshot.catalog.pages.get(id);
  if (record === undefined) throw notFound('Page');
  const base = tag ?? versionOf(snapshot, resources.page(id));
  const page = await readPageVersion(snapshot, record, base, sanitizer);
  if (page !== null) return { base, page };
  const advice = 'Open the page in a new tab, and take your texts over.';
  throw new PortalError('precondition_failed', `The version that this was made from is not there any more. ${advice}`);
}

interface FormState {
  /** Tag of the version that the form was made from. */
  readonly base: string;
  /** Page in that version. */
  readonly page: PageFile;
  readonly model: FormModel;
  /** Keys of the blocks that are drawn with their fields, on a page whose form is an outline. */
  readonly expanded: ReadonlySet<string>;
  /** Warning that another person wrote the form; `null`: the sender did, or has seen the preview. */
  readonly warning: ComponentChild;
}

/** Parts of a reply other than the form itself. */
interface ReplyOptions {
  readonly status?: number;
  readonly step?: Step | null;
  /** Name of the field for which a medium or a colour is searched. */
  readonly searchedField?: string;
  /** Content above the form. */
  readonly head?: ComponentChild;
  /** Messages by names of the form. */
  readonly problems?: ReadonlyMap<string, readonly string[]>;
}

/** Form of a page in one request, with what its buttons do. */
class WriteForm {
  #choices: ReturnType<typeof readChoices>;

  constructor(
    private readonly context: BrandContext,
    private readonly state: FormState,
  ) {
    this.#choices = readChoices(context.formEntries);
  }

  async run(action: string): Promise<Reply> {
    const { context, state } = this;
    if (state.warning !== null || action === 'preview') return this.#preview();
    if (action === 'save') return this.#save();
    if (action === 'check') return this.#check();
    const [verb, rest = ''] = [action.slice(0, action.indexOf(':')), action.slice(action.indexOf(':') + 1)];
    if (verb === 'open') return this.#with({ expanded: new Set([...state.expanded, rest]) }).reply({});
    if (verb === 'find') return this.reply({ searchedField: rest });
    if (action === 'stay') return this.reply({});
    const step = takeStep(state.model, action, context.form);
    if (step === null) throw unknownAction();
    const expanded = new Set([...state.expanded, ...(step.focus === null ? [] : [step.focus])]);
    return this.#with({ expanded }).reply({ step });
  }

  #with(changes: Partial<FormState>): WriteForm {
    return new WriteForm(this.context, { ...this.state, ...changes });
  }

  async #save(): Promise<Reply> {
    const { context } = this;
    const undecided = this.#choices.filter(({ decision }) => decision === null).length;
    const first = this.#choices.findIndex(({ decision }) => decision === null);
    if (undecided > 0) {
      const text = `Choose for ${plural(undecided, 'more place')} that both of you changed.`;
      return this.reply({ status: 422, head: conflictWarning('Nothing was stored', text, first) });
    }
    return this.#withBody(async (body, isChanged, read) => {
      const path = `/-/page/${context.params.page}`;
      if (!isChanged) return { to: context.href(path, { same: 'yes' }) };
      const lost = await this.#sanitizedTexts(read, true);
      if (lost.length > 0) {
        const link = ['#lost', 'See what'] as const;
        const head = (
          <Warning title="Nothing was stored" link={link} isAlert>
            Words would be lost. Take out the tags around them.
          </Warning>
        );
        return this.reply({ status: 422, head: [head, <div id="lost">{lost}</div>] });
      }
      const result = await context.perform(savePage, { body, once: requiredField(context, 'once') });
      return { to: context.href(path, outcomeQuery(result)) };
    });
  }

  #preview(): Promise<Reply> {
    const { context, state } = this;
    return this.#withBody(async (body, _isChanged, read) => {
      const { value: page, merged: { applied, messages } = { applied: 0, messages: [] } } = await context.perform(
        previewSave,
        {
          body,
        },
      );
      const { view } = namesIn(await context.portal(), page.id);
      const sanitized = await this.#sanitizedTexts(read);
      return this.#with({ warning: null }).reply({
        head: (
          <>
            {state.warning}
            <details class="preview" id="preview" open>
              <summary>As readers will see it; nothing is stored yet</summary>
              {applied > 0 && <p class="hint">With {plural(applied, 'change')} that others have made meanwhile.</p>}
              {messages.map((text) => (
                <p class="hint">{text}</p>
              ))}
              {sanitized}
              <h2>{page.title}</h2>
              {shownBlocks(page.blocks, view)}
            </details>
          </>
        ),
      });
    });
  }

  /** Shows words in the form that break the corporate language, at their fields. */
  async #check(): Promise<Reply> {
    const { page, model } = this.state;
    const read = blocksOf(model, page.blocks);
    const typed = [...read.names].flatMap(([path, name]) => {
      const text = model.texts.get(name);
      return text === undefined ? [] : [{ block: null, field: path, text, format: 'html' as const }];
    });
    const title = { block: null, field: 'title', text: titleOf(model, page.title), format: 'plain' as const };
    const sections = checkedSections((await this.context.catalog()).sections);
    const request = { sections, texts: [title, ...typed] };
    const findings = await checkInBackground(request).catch((error: PortalError) => error);
    if (findings instanceof Error) {
      if (findings.code !== 'invalid') throw findings;
      return this.#atFields({}, read, { status: 422, text: 'Nothing was checked.', otherwise: findings.message });
    }
    const fields: Record<string, string[]> = {};
    for (const { field, found, rule } of findings.slice(0, maxShown)) {
      const advice = `“${found}”${rule.say === null ? ' is not said here' : `: say “${rule.say}”`}.`;
      const path = field ?? '';
      fields[path] = [...(fields[path] ?? []), rule.why === null ? advice : `${advice} ${rule.why}`];
    }
    if (findings.length === 0) {
      const hasRules = rulesOf(sections).wrong.length > 0;
      const message = hasRules
        ? 'The language check found nothing.'
        : 'There are no rules yet: write terms under Language.';
      return this.reply({ head: statusNotice(message) });
    }
    const text = `The language check found ${plural(findings.length, 'place')}. Nothing was stored.`;
    return this.#atFields(fields, read, { status: 200, text, otherwise: '' });
  }

  /** Typed texts that sanitising changes, each with the difference. @param isWordLoss only HTML that loses words */
  async #sanitizedTexts({ blocks, names: paths }: PageRead, isWordLoss = false): Promise<ComponentChild[]> {
    const { model } = this.state;
    const { sanitizer } = this.context.service;
    const valueAt = (path: string): unknown =>
      path.split('.').reduce((inside: unknown, part) => Object(inside)[part], { blocks });
    const typed = [...paths].flatMap(([path, name]) => {
      const from = valueAt(path);
      return model.texts.has(name) && typeof from === 'string' ? [{ name, from }] : [];
    });
    await sanitizer.prepare(typed.map(({ from }) => from));
    const names = namesIn(await this.context.portal());
    const entries = new Map(placedEntries(model).map((entry) => [entry.key, entry]));
    return typed.flatMap(({ name, from }) => {
      const entry = entries.get(blockOf(name));
      const kind = schemaIn(entry?.type ?? null, name)['x-kind'] ?? 'plain';
      const to = sanitizeText(kind, from, sanitizer).clean;
      const words = (text: string): string => htmlText(text).replaceAll(/\s/g, '');
      if (from === to || (isWordLoss && (kind !== 'html' || words(from) === words(to)))) return [];
      return (
        <details open={isWordLoss}>
          <summary>{entry === undefined ? '' : titleOfBlock(entry)}: it is not stored as it was typed</summary>
          {markedDifference({ schema: { 'x-kind': 'plain' }, from, to, names, sanitizer })}
        </details>
      );
    });
  }

  /** Runs a save or its preview with the body of the operation. A refused form comes back with everything that was sent. */
  async #withBody(run: (body: object, isChanged: boolean, read: PageRead) => Promise<Reply>): Promise<Reply> {
    const { base, page, model } = this.state;
    const decided: FormModel = { ...structuredClone(model) };
    if (this.#choices.every(({ decision }) => decision !== null)) applyChoices(decided, this.#choices);
    const read = blocksOf(decided, page.blocks);
    const title = titleOf(decided, page.title);
    const note = decided.note.trim() === '' ? {} : { note: decided.note };
    const blocks = mayCarryBlocks(page.type) ? { blocks: read.blocks } : {};
    try {
      if (title.trim() === '') throw invalidField('title', 'A page needs a title.');
      return await run({ base, title, ...blocks, ...note }, read.blocks !== page.blocks || title !== page.title, read);
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      const { code, fields = {}, message, extra } = error;
      if (code === 'invalid') {
        return this.#atFields(fields, read, { status: 422, text: 'Nothing was stored.', otherwise: message });
      }
      if (code === 'precondition_failed' && Array.isArray(extra?.conflicts)) {
        return this.#conflicts(extra as unknown as ConflictDetails);
      }
      throw error;
    }
  }

  /** The form with messages at its fields. @param fields messages by path in the operation's body @param otherwise message if no field has one */
  #atFields(
    fields: Readonly<Record<string, readonly string[]>>,
    { names }: PageRead,
    { status, text, otherwise }: { readonly status: number; readonly text: string; readonly otherwise: string },
  ): Promise<Reply> {
    const { model } = this.state;
    const entries = placedEntries(model);
    const problems = new Map<string, string[]>();
    const links: { readonly to: string; readonly text: string }[] = [];
    for (const [path, texts] of Object.entries(fields)) {
      const field = nameAt(names, path);
      const isField = model.texts.has(field) || model.rows.has(field);
      const entry = entries.find(({ key }) => key === blockOf(field));
      const name = isField || entry === undefined ? field : entry.key;
      // Messages name a field by its path; people know it by its label.
      const label = isField ? labelOf(entry?.type ?? null, field.slice(field.indexOf('.') + 1)).name : fieldName(path);
      const messages = texts.map((message) =>
        message.replaceAll(path.replaceAll('_', ' '), entry === undefined ? label : `“${label}”`),
      );
      problems.set(name, [...(problems.get(name) ?? []), ...messages]);
      const to = isField ? `f-${name}` : entry === undefined ? name : `b-${name}`;
      links.push({
        to,
        text: entry === undefined ? messages.join(' ') : `${titleOfBlock(entry)}: ${messages.join(' ')}`,
      });
    }
    const expanded = new Set([...this.state.expanded, ...[...problems.keys()].map(blockOf)]);
    return this.#with({ expanded }).reply({ status, problems, head: wrongFields(text, links, otherwise) });
  }

  /** The form made again from the newest version: with all that merged, and with the conflicts to decide on. */
  async #conflicts({ version, page, merged, conflicts }: ConflictDetails): Promise<Reply> {
    const model = sheetOf(merged);
    model.note = this.state.model.note;
    const newest: PageFile = { ...this.state.page, ...page };
    const form = this.#with({ base: version, page: newest, model });
    form.#choices = conflicts.map(undecidedChoice);
    const text =
      `Meanwhile ${await this.#newestAuthor()} changed the same in ${plural(conflicts.length, 'place')}. ` +
      'Everything else of both of you is put together below. Choose here, and save again.';
    return form.reply({ status: 412, head: conflictWarning('Nothing was stored yet', text) });
  }

  async #newestAuthor(): Promise<string> {
    const repository = await this.context.repository();
    const history = await historyPage(repository, { page: this.context.params.page }, { limit: 1 }).catch(() => null);
    return visible(history?.entries[0]?.author || 'someone else');
  }

  async reply({
    status = 200,
    step = null,
    searchedField,
    head,
    problems = new Map(),
  }: ReplyOptions): Promise<PageReply> {
    const { context } = this;
    const { base, page, model, expanded, warning } = this.state;
    const pickers = pickersOf(await context.portal(), context.href);
    const choices = this.#choices;
    const { sanitizer } = context.service;
    const conflictValues = choices.flatMap((choice) => [choice.base, choice.mine, choice.theirs]);
    if (choices.length > 0) await sanitizer.prepare(conflictValues.filter((value) => typeof value === 'string'));
    const view: FormView = {
      ...{ context, base, model, expanded, step, pickers, problems, searchedField },
      author: warning === null ? context.principal.person.id : (context.form.as ?? ''),
      page: { id: page.id, title: page.title, mayCarryBlocks: mayCarryBlocks(page.type) },
      blocks: page.blocks,
      head: (
        <>
          {warning}
          {head}
          {conflictFields({ choices, model, names: pickers.names, sanitizer })}
        </>
      ),
      isFolded: (key) => choices.length > 0 && !hasConflict(choices, key),
    };
    const body = (
      <div class="writing">
        <h1>Edit “{page.title}”</h1>
        {page.updated_at !== null && (
          <p class="hint">
            Last changed <Time at={page.updated_at} />
            {isLarge(model) && '. This page is long: open the blocks that you want to write.'}
          </p>
        )}
        {pageForm(view)}
      </div>
    );
    return {
      status,
      title: `Edit ${page.title}`,
      body,
      isUnchanged:
        choices.length === 0 &&
        model.note === '' &&
        titleOf(model, page.title) === page.title &&
        blocksOf(model, page.blocks).blocks === page.blocks,
      savingNote: 'Saving takes it over, and asks where you changed the same.',
    };
  }
}

/** Details of a save that was refused for conflicts. */
interface ConflictDetails {
  /** Tag of the newest version. */
  readonly version: string;
  readonly page: PageFile;
  readonly merged: { readonly title: string; readonly blocks: PageFile['blocks'] };
  readonly conflicts: readonly Conflict[];
}
