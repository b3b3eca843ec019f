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
import { Block } from '../content/block.js';
import { type BrandContext, type PageReply, type Reply, requiredField, unknownAction } from '../context.js';
import { outcomeQuery } from '../parts/done.js';
import { trashedOrDamagedPage } from '../parts/in-trash.js';
import { otherAuthorWarning } from '../parts/kept-form.js';
import { Time } from '../parts/text.js';
import { Warning } from '../parts/warning.js';
import { fieldName } from '../words.js';
import { applyChoices, changed, conflictPart, isDisputed, readChoices, undecided } from '../write/conflict.js';
import { wrongFields } from '../write/field-parts.js';
import { type FormView, pageForm, titleOfBlock } from '../write/form.js';
import { labelOf } from '../write/labels.js';
import { pickersOf } from '../write/pickers.js';
import { blocksOf, nameAt, type PageRead, readSheet, sheetOf, titleOf } from '../write/read-form.js';
import { blockOf, isLarge, placedEntries, type Sheet } from '../write/slots.js';
import { type Step, schemaAt, takeStep } from '../write/steps.js';

const toChoose = (title: string, text: string, first = 0): ComponentChild => (
  <Warning title={title} link={[`#c-${first}`, 'Choose']} isAlert>
    {text}
  </Warning>
);

/** Findings of a check that a form shows. */
const maxShown = 100;

/** The form of a page as it is now. */
export async function writeForm(context: BrandContext): Promise<Reply> {
  const gone = trashedOrDamagedPage(context, await context.catalog());
  if (gone !== null) return gone;
  const { base, page } = await pageAt(context, null);
  const opened = new Set((context.query.block ?? '').split(',').filter(Boolean));
  return new Writing(context, { base, page, sheet: sheetOf(page), opened }).reply({});
}

/** One step of the form; all but saving changes nothing that is stored. */
export async function writePage(context: BrandContext): Promise<Reply> {
  const { base, page } = await pageAt(context, requiredField(context, 'base'));
  const opened = new Set(context.formEntries.filter(([name]) => name === 'open').map(([, key]) => key));
  const writing = new Writing(context, { base, page, sheet: readSheet(context.formEntries, page.blocks), opened });
  return writing.run(context.form.do ?? 'preview');
}

/** @param wanted version; `null`: the newest @throws `precondition_failed` for none of this page */
async function pageAt(context: BrandContext, wanted: string | null): Promise<Pick<Written, 'base' | 'page'>> {
  const { sanitizer } = context.service;
  const snapshot = await (await context.repository()).read();
  const id = Number(context.params.page);
  const record = snapshot.catalog.pages.get(id);
  if (record === undefined) throw notFound('Page');
  const base = wanted ?? versionOf(snapshot, resources.page(id));
  const page = await readPageVersion(snapshot, record, base, sanitizer);
  if (page !== null) return { base, page };
  const way = 'Open the page in a new tab, and take your texts over.';
  throw new PortalError('precondition_failed', `The version that this was made from is not there any more. ${way}`);
}

interface Written {
  readonly base: string;
  /** The page at that version. */
  readonly page: PageFile;
  readonly sheet: Sheet;
  readonly opened: ReadonlySet<string>;
}

interface Shown {
  readonly status?: number;
  readonly step?: Step | null;
  readonly found?: string;
  readonly head?: ComponentChild;
  readonly problems?: ReadonlyMap<string, readonly string[]>;
}

/** A request to the form of a page. */
class Writing {
  #choices: ReturnType<typeof readChoices>;

  constructor(
    private readonly context: BrandContext,
    private readonly written: Written,
  ) {
    this.#choices = readChoices(context.formEntries);
  }

  async run(action: string): Promise<Reply> {
    const { context, written } = this;
    const { sheet } = written;
    const other = action === 'save' || action === 'preview' ? await otherAuthorWarning(context) : null;
    if (other !== null) return this.#preview(other);
    if (action === 'save') return this.#save();
    if (action === 'preview') return this.#preview(null);
    if (action === 'check') return this.#check();
    const [verb, rest = ''] = [action.slice(0, action.indexOf(':')), action.slice(action.indexOf(':') + 1)];
    if (verb === 'open') return this.#with({ opened: new Set([...written.opened, rest]) }).reply({});
    if (verb === 'find') return this.reply({ found: rest });
    if (action === 'stay') return this.reply({});
    const step = takeStep(sheet, action, context.form);
    if (step === null) throw unknownAction();
    const opened = new Set([...written.opened, ...(step.focus === null ? [] : [step.focus])]);
    return this.#with({ opened }).reply({ step });
  }

  #with(written: Partial<Written>): Writing {
    return new Writing(this.context, { ...this.written, ...written });
  }

  async #save(): Promise<Reply> {
    const { context } = this;
    const open = this.#choices.filter(({ decision }) => decision === null).length;
    const first = this.#choices.findIndex(({ decision }) => decision === null);
    if (open > 0) {
      const text = `Choose for ${plural(open, 'more place')} that both of you changed.`;
      return this.reply({ status: 422, head: toChoose('Nothing was stored', text, first) });
    }
    return this.#send(async (body, isChanged, read) => {
      const at = `/pages/${context.params.page}`;
      if (!isChanged) return { to: context.href(at, { same: 'yes' }) };
      const lost = await this.#cleaned(read, true);
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
      return { to: context.href(at, outcomeQuery(result)) };
    });
  }

  #preview(head: ComponentChild): Promise<Reply> {
    const { context } = this;
    return this.#send(async (body, _isChanged, read) => {
      const { value: page, merged: { taken, told } = { taken: 0, told: [] } } = await context.perform(previewSave, {
        body,
      });
      const { names } = pickersOf(await context.catalog(), context.href);
      const cleaned = await this.#cleaned(read);
      return this.reply({
        head: (
          <>
            {head}
            <details class="preview" id="preview" open>
              <summary>As readers will see it; nothing is stored yet</summary>
              {taken > 0 && <p class="hint">With {plural(taken, 'change')} that others have made meanwhile.</p>}
              {told.map((text) => (
                <p class="hint">{text}</p>
              ))}
              {cleaned}
              <div class="sheet">
                <h2>{page.title}</h2>
                {page.blocks.map((block) => (
                  <Block block={block} names={names} />
                ))}
              </div>
            </details>
          </>
        ),
      });
    });
  }

  /** Words in the form that break the corporate language, at their fields. */
  async #check(): Promise<Reply> {
    const { page, sheet } = this.written;
    const read = blocksOf(sheet, page.blocks);
    const typed = [...read.names].flatMap(([path, name]) => {
      const text = sheet.texts.get(name);
      return text === undefined ? [] : [{ block: null, field: path, text, format: 'html' as const }];
    });
    const title = { block: null, field: 'title', text: titleOf(sheet, page.title), format: 'plain' as const };
    const sections = checkedSections(await this.context.catalog());
    const broken = await checkInBackground({ sections, texts: [title, ...typed] });
    const fields: Record<string, string[]> = {};
    for (const { field, found, rule } of broken.slice(0, maxShown)) {
      const said = [`“${found}”${rule.say === null ? ' is not said here' : `: say “${rule.say}”`}.`, rule.why];
      const at = field ?? '';
      fields[at] = [...(fields[at] ?? []), said.filter((part) => part !== null).join(' ')];
    }
    if (broken.length === 0) {
      const hasRules = rulesOf(sections).wrong.length > 0;
      const said = hasRules
        ? 'The language check found nothing.'
        : 'There are no rules yet: write terms under Language.';
      return this.reply({
        head: (
          <p class="notice" role="status">
            {said}
          </p>
        ),
      });
    }
    const text = `The language check found ${plural(broken.length, 'place')}. Nothing was stored.`;
    return this.#atFields(fields, read, { status: 200, text, otherwise: '' });
  }

  /** Texts that are not stored as they were typed: what is taken out of them. @param isWordsAlone only those that lose words */
  async #cleaned({ blocks, names: paths }: PageRead, isWordsAlone = false): Promise<ComponentChild[]> {
    const { sheet } = this.written;
    const { sanitizer } = this.context.service;
    const at = (path: string): unknown =>
      path.split('.').reduce((inside: unknown, part) => Object(inside)[part], { blocks });
    const typed = [...paths].flatMap(([path, name]) => {
      const from = at(path);
      return sheet.texts.has(name) && typeof from === 'string' ? [{ name, from }] : [];
    });
    await sanitizer.prepare(typed.map(({ from }) => from));
    const { names } = pickersOf(await this.context.catalog(), this.context.href);
    return typed.flatMap(({ name, from }) => {
      const kind = schemaAt(sheet, name)['x-kind'] ?? 'plain';
      const to = sanitizeText(kind, from, sanitizer).clean;
      const words = (text: string): string => htmlText(text).replaceAll(/\s/g, '');
      if (from === to || (isWordsAlone && (kind !== 'html' || words(from) === words(to)))) return [];
      const title = placedEntries(sheet).find(({ key }) => key === blockOf(name));
      return (
        <details open={isWordsAlone}>
          <summary>{title === undefined ? '' : titleOfBlock(title)}: it is not stored as it was typed</summary>
          {changed({ schema: { 'x-kind': 'plain' }, from, to, names, sanitizer })}
        </details>
      );
    });
  }

  /** Runs the save, or its preview; refused, the form comes back with all that was sent. */
  async #send(run: (body: object, isChanged: boolean, read: PageRead) => Promise<Reply>): Promise<Reply> {
    const { base, page, sheet } = this.written;
    const decided: Sheet = { ...structuredClone(sheet) };
    if (this.#choices.every(({ decision }) => decision !== null)) applyChoices(decided, this.#choices);
    const read = blocksOf(decided, page.blocks);
    const title = titleOf(decided, page.title);
    const note = decided.note.trim() === '' ? {} : { note: decided.note };
    const blocks = mayCarryBlocks(page.type) ? { blocks: read.blocks } : {};
    try {
      if (title.trim() === '') {
        throw invalidField('title', 'A page needs a title.');
      }
      return await run({ base, title, ...blocks, ...note }, read.blocks !== page.blocks || title !== page.title, read);
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      if (error.code === 'invalid') return this.#refused(error, read);
      const { extra } = error;
      if (error.code === 'precondition_failed' && Array.isArray(extra?.conflicts))
        return this.#conflicts(extra as unknown as Refused);
      throw error;
    }
  }

  /** The form with what is wrong at its fields. */
  #refused({ fields = {}, message }: PortalError, read: PageRead): Promise<Reply> {
    return this.#atFields(fields, read, { status: 422, text: 'Nothing was stored.', otherwise: message });
  }

  #atFields(
    fields: Readonly<Record<string, readonly string[]>>,
    { names }: PageRead,
    { status, text, otherwise }: { readonly status: number; readonly text: string; readonly otherwise: string },
  ): Promise<Reply> {
    const { sheet } = this.written;
    const all = placedEntries(sheet);
    const problems = new Map<string, string[]>();
    const links: { readonly to: string; readonly text: string }[] = [];
    for (const [path, texts] of Object.entries(fields)) {
      const found = nameAt(names, path);
      const isField = sheet.texts.has(found) || sheet.rows.has(found);
      const entry = all.find(({ key }) => key === blockOf(found));
      const name = isField || entry === undefined ? found : entry.key;
      const label = isField ? labelOf(entry?.type ?? null, found.slice(found.indexOf('.') + 1)).name : fieldName(path);
      const said = texts.map((one) =>
        one.replaceAll(path.replaceAll('_', ' '), entry === undefined ? label : `“${label}”`),
      );
      problems.set(name, [...(problems.get(name) ?? []), ...said]);
      const to = isField ? `f-${name}` : entry === undefined ? name : `b-${name}`;
      links.push({ to, text: entry === undefined ? said.join(' ') : `${titleOfBlock(entry)}: ${said.join(' ')}` });
    }
    const opened = new Set([...this.written.opened, ...[...problems.keys()].map(blockOf)]);
    return this.#with({ opened }).reply({
      status,
      problems,
      head: wrongFields(text, links, otherwise),
    });
  }

  /** All that merged, with what both changed to be decided; made from the newest version. */
  async #conflicts({ version, page, merged, conflicts }: Refused): Promise<Reply> {
    const sheet = sheetOf(merged);
    sheet.note = this.written.sheet.note;
    const file: PageFile = { ...this.written.page, ...page };
    const next = this.#with({ base: version, page: file, sheet, opened: this.written.opened });
    next.#choices = conflicts.map(undecided);
    const text =
      `Meanwhile ${await this.#newestAuthor()} changed the same in ${plural(conflicts.length, 'place')}. ` +
      'Everything else of both of you is put together below. Choose here, and save again.';
    return next.reply({ status: 412, head: toChoose('Nothing was stored yet', text) });
  }

  async #newestAuthor(): Promise<string> {
    const repository = await this.context.repository();
    const found = await historyPage(repository, { page: this.context.params.page }, { limit: 1 }).catch(() => null);
    return visible(found?.entries[0]?.author || 'someone else');
  }

  async reply({ status = 200, step = null, found, head, problems = new Map() }: Shown): Promise<PageReply> {
    const { context } = this;
    const { base, page, sheet, opened } = this.written;
    const pickers = pickersOf(await context.catalog(), context.href);
    const choices = this.#choices;
    const { sanitizer } = context.service;
    if (choices.length > 0)
      await sanitizer.prepare(
        choices.flatMap(({ base: was, mine, theirs }) => [was, mine, theirs]).filter((one) => typeof one === 'string'),
      );
    const view: FormView = {
      ...{ context, base, sheet, opened, step, pickers, problems, found },
      page: { id: page.id, title: page.title, mayCarryBlocks: mayCarryBlocks(page.type) },
      blocks: page.blocks,
      head:
        choices.length === 0 ? (
          head
        ) : (
          <>
            {head}
            {conflictPart({ choices, sheet, names: pickers.names, sanitizer })}
          </>
        ),
      isFolded: (key) => choices.length > 0 && !isDisputed(choices, key),
    };
    const body = (
      <div class="writing">
        <h1>Write “{page.title}”</h1>
        {page.updated_at !== null && (
          <p class="hint">
            Last changed <Time at={page.updated_at} />
            {isLarge(sheet) && '. This page is long: open the blocks that you want to write.'}
          </p>
        )}
        {pageForm(view)}
      </div>
    );
    return {
      status,
      title: `Write ${page.title}`,
      body,
      isUnchanged:
        choices.length === 0 &&
        sheet.note === '' &&
        titleOf(sheet, page.title) === page.title &&
        blocksOf(sheet, page.blocks).blocks === page.blocks,
      savingNote: 'Saving takes it over, and asks where you changed the same.',
    };
  }
}

/** Body of a refusal by `pages.save`. */
interface Refused {
  readonly version: string;
  readonly page: PageFile;
  readonly merged: { readonly title: string; readonly blocks: PageFile['blocks'] };
  readonly conflicts: readonly Conflict[];
}
