import type { StoredBlock } from '../../content/blocks/block-type.js';
import { isObject } from '../../lib/json.js';
import { plural } from '../../lib/plural.js';
import { isSaveConflict, Refusal, type SaveConflict, type Saved, withIds } from './api.js';
import { againstBrand, collided } from './collided.js';
import { draftTime } from './draft-time.js';
import type { Editor, PageState } from './editor.js';
import { announce, elementOf, focusBlock } from './focus.js';
import { afterStored, bothBlocks, goneOn, idsBySent } from './go-on.js';
import type { Keeper } from './keeper.js';
import { kindName } from './kinds.js';
import type { Blocks } from './page-model.js';

/** Target of a save: readers, the draft, its reviewers, or a later time. */
export type Aim = 'publish' | 'draft' | 'review' | 'schedule';
type Status = 'idle' | 'saving' | 'offline' | 'session' | 'person' | 'refused' | 'conflict';

/** Delay before an unanswered save is sent again, in ms. */
const retryMs = 3000;
/** Delay before a draft is written by itself, in ms. */
const draftMs = 30_000;
/** Saves the page, and says how far it is. */
export class Saver {
  status: Status = 'idle';
  /** Reason of a refusal. */
  problem = '';
  conflict: SaveConflict | null = null;
  /** Person who is signed in now, when it is not who wrote. */
  other: { readonly id: string; readonly name: string } | null = null;
  /** Reason of the change, for the history. */
  note = '';
  /** Number of words that break a rule of the corporate language. */
  findings: () => Promise<number> = async () => 0;
  /** Called when the page was stored other than from what is written here. */
  stored: () => void = () => {};
  #aim: Aim = 'publish';
  /** Whether the conflict is one of the draft with the brand. */
  #isOfDraft = false;
  #once: string | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #drafting: ReturnType<typeof setTimeout> | undefined;
  /** Write of the draft by itself. */
  #writing: Promise<void> | null = null;
  #isDiscarded = false;
  /** Message about a draft that is being opened. */
  opening = '';

  constructor(
    private readonly editor: Editor,
    readonly keeper: Keeper,
  ) {
    editor.onChange(() => {
      this.#isDiscarded = false;
      if (editor.api.draft !== null) this.#scheduleDraft();
    });
    addEventListener('pagehide', () => void this.writeDraft());
    addEventListener('online', () => this.status === 'offline' && void this.save());
    addEventListener('focus', () => this.status === 'session' && void this.save());
  }

  discard(): void {
    this.keeper.discard();
    this.#isDiscarded = true;
  }

  /** Goes on with a draft: what is unsaved here is merged into it. */
  goOn(draft: { readonly number: number; readonly updated_at: string }): void {
    this.editor.api.draft = draft.number;
    this.opening = `Your draft from ${draftTime(draft)}.`;
    this.editor.show(null);
    this.stored();
  }

  #scheduleDraft(): void {
    this.#drafting ??= setTimeout(() => void this.writeDraft(), draftMs);
  }

  /** Writes the draft, if there is one. What does not come through is still on this device, and is asked with the next save. */
  async writeDraft(): Promise<void> {
    clearTimeout(this.#drafting);
    this.#drafting = undefined;
    const { editor } = this;
    const { api } = editor;
    if (this.#isDiscarded || api.draft === null || this.status !== 'idle' || !editor.isDirty) return;
    if (editor.isComposing || collided(editor) !== null) return;
    this.#set('saving');
    this.#writing = this.#writeQuietly().finally(() => {
      this.#writing = null;
      this.#set('idle');
    });
    await this.#writing;
  }

  async #writeQuietly(): Promise<void> {
    const { editor } = this;
    const { api, base, state } = editor;
    const blocks = editor.kept();
    if ([...editor.openTexts].some(({ read }) => read !== undefined)) return;
    const sent = { base, title: state.title, ...(!editor.isChapter && { blocks }) };
    try {
      const saved = await api.save(sent, { idempotencyKey: newOnce(), isDraft: true, outlivesPage: true });
      await this.#goOn(state, blocks, saved, true);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isTransient(error)) this.#scheduleDraft();
    }
  }

  /** Target of the first button of the bar. */
  get mainAim(): 'publish' | 'review' {
    const { api, review } = this.editor;
    return review.mayPublish && (api.draft === null || review.mayApprove) ? 'publish' : 'review';
  }

  /** Stores the page, or its draft. What does not come through is sent again by itself. @param aim left out: as before */
  async save(aim = this.#aim): Promise<void> {
    const { editor } = this;
    const { api } = editor;
    await Promise.all([this.#writing, ...[...editor.openTexts].map(({ pasted }) => pasted)]);
    if (this.status === 'saving') return;
    if (aim !== this.#aim) this.#once = null;
    this.#aim = aim;
    clearTimeout(this.#retry);
    editor.flush();
    if (!editor.isDirty && (api.draft === null || aim === 'draft')) {
      this.#set('idle');
      editor.say('Nothing to save.');
      return;
    }
    this.keeper.keep();
    this.conflict = collided(editor);
    if (this.conflict !== null) {
      this.#set('conflict');
      return;
    }
    this.#set('saving');
    const problem = await readSources(editor);
    if (problem !== null) {
      this.problem = problem;
      this.#set('refused');
      return;
    }
    const { state } = editor;
    const blocks = editor.kept();
    const isDraft = aim !== 'publish' || api.draft !== null;
    const note = this.note.trim();
    const sent = {
      ...{ base: editor.base, title: state.title },
      ...(!editor.isChapter && { blocks }),
      ...(note !== '' && { note }),
    };
    this.#once ??= newOnce();
    try {
      const [before, count] = [editor.base, editor.isDirty ? summaryOf(editor, state) : ''];
      const saved = editor.isDirty ? await api.save(sent, { idempotencyKey: this.#once, isDraft }) : null;
      this.#once = null;
      const isSame = saved === null || (await this.#goOn(state, blocks, saved));
      if (isDraft && note !== '') await api.describe(note);
      this.note = '';
      if (isDraft && aim !== 'draft') return await this.#handOver(aim, count);
      this.#set('idle');
      const others = saved?.merged ? ' Changes of others were taken over.' : '';
      const isUndoable = !isDraft && others === '' && isSame;
      const undo = isUndoable ? () => void this.#undo(editor.base, before) : undefined;
      await this.#say(`${isDraft ? 'Saved as draft.' : 'Published.'} ${count}${others}`, undo);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refused(error, state, blocks);
    }
  }

  /** Sends the draft on: to its reviewers, to the page where its time is set, or to readers. */
  async #handOver(aim: Aim, count: string): Promise<void> {
    const { api } = this.editor;
    const href = api.proposalHref();
    if (aim === 'schedule') {
      this.#set('idle');
      return location.assign(`${href}#schedule-at`);
    }
    const { changes, state } = await api.proposal();
    const change = changes.find(({ kind, id }) => kind === 'page' && id === api.place.pageId);
    if (change === undefined && state !== 'merged') {
      if (changes.length === 0) await api.withdraw();
      await this.#leaveDraft();
      this.#set('idle');
      return this.editor.say('Nothing to publish: the page is so already.');
    }
    this.conflict = await againstBrand(this.editor, change?.conflicts ?? []);
    this.#isOfDraft = this.conflict !== null;
    if (this.conflict !== null) return this.#set('conflict');
    await (aim === 'publish' ? api.publish() : api.submit());
    await this.#leaveDraft();
    this.#set('idle');
    if (aim === 'publish') await this.#say(`Published. ${count}`.trim());
    else await this.#say('Sent for review.', href, 'See the proposal');
  }

  /** Goes on with the page itself, and what was typed meanwhile. */
  async #leaveDraft(): Promise<void> {
    const { api, state, stored, review } = this.editor;
    const opened = await api.open(null);
    api.draft = null;
    this.editor.addTexts(opened.texts);
    this.editor.addMedia(opened.media);
    Object.assign(this.editor, { about: opened.page, review: opened.review ?? review });
    const blocks = this.editor.isDirty ? stored.blocks : this.editor.kept();
    await this.#goOn({ ...state, title: stored.title }, blocks, { ...opened, merged: 1 });
  }

  /** @returns whether nothing was typed meanwhile */
  async #goOn(state: PageState, sent: Blocks, saved: Saved, keepsSteps = false): Promise<boolean> {
    const { editor } = this;
    // The stored page may differ from the sent one: others' changes, and HTML that was cleaned.
    if (contentOf(saved.page.blocks) !== contentOf(sent)) {
      const opened = await editor.api.open().catch(() => null);
      if (opened !== null) editor.addTexts(opened.texts);
    }
    editor.flush();
    const isSame = editor.state === state;
    const { blocks: stored } = saved.page;
    const both = saved.merged > 0 ? bothBlocks : (mine: StoredBlock) => [mine];
    const all = { sent, now: editor.kept(), stored, both };
    const title = editor.state.title === state.title ? saved.page.title : editor.state.title;
    const now = isSame ? saved.page : { title, blocks: goneOn(all) };
    const ids = idsBySent(sent, stored);
    const past = keepsSteps ? (one: PageState) => [afterStored(one, ids, saved.page)] : undefined;
    editor.rebase(saved.version, saved.page, sent, now, past);
    this.problem = '';
    this.conflict = null;
    this.keeper.keep();
    return isSame;
  }

  /** Says a result, and then how many findings of the language check there are. */
  async #say(text: string, act?: (() => void) | string, name?: string): Promise<void> {
    const { editor } = this;
    editor.say(text, act, name);
    announce(text);
    const { said } = editor;
    const found = await this.findings();
    if (found > 0 && editor.said === said) editor.say(`${text} ${plural(found, 'language finding')}.`, act, name);
  }

  /** Version that an undone save has made, which is merged into the open page as those of others are. */
  undone = '';

  async #undo(from: string, to: string): Promise<void> {
    const { editor } = this;
    try {
      this.undone = await editor.api.undo(from, to);
      this.stored();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      editor.say(
        error.status === 412 ? 'Not undone: others have changed the same place since.' : `Not undone. ${error.title}`,
      );
    }
  }

  #refused(refusal: Refusal, state: PageState, sent: Blocks): void {
    const { status, title, problem, retryAfter } = refusal;
    if (isTransient(refusal)) {
      this.problem = status === 0 ? '' : title;
      this.#set('offline');
      this.#retry = setTimeout(() => void this.save(), Math.max(retryMs, retryAfter * 1000));
      return;
    }
    this.#once = null;
    this.other = status === 409 && isPerson(problem.person) ? problem.person : null;
    this.conflict =
      status === 412 && isSaveConflict(problem)
        ? { ...problem, page: withIds(problem.page), merged: withIds(problem.merged) }
        : null;
    this.problem = title;
    const reason =
      status === 401 ? 'session' : this.other !== null ? 'person' : this.conflict !== null ? 'conflict' : 'refused';
    this.#set(reason);
    if (reason === 'conflict') void this.#findOther();
    if (reason !== 'refused') return;
    const [field] = Object.keys(isObject(problem.errors) ? problem.errors : {});
    const id = sent[Number(/^blocks\.(\d+)/.exec(field ?? '')?.[1])]?.id ?? null;
    if (id === null || this.editor.state !== state) return;
    elementOf(id)?.scrollIntoView({ block: 'center' });
    this.editor.select(id);
    focusBlock(id);
  }

  /** Finds who else stored the page, where the stream did not tell. */
  async #findOther(): Promise<void> {
    const { editor } = this;
    if (editor.who !== null) return;
    const merged = await editor.api.merge(editor.base, editor.state).catch(() => null);
    if (merged === null || !('by' in merged)) return;
    editor.who = merged.by.find(({ name }) => name !== editor.api.place.person.name) ?? null;
    editor.notify();
  }

  /** Goes on from the stored page with everything that is decided. */
  async settle(title: string, blocks: Blocks): Promise<void> {
    const { conflict, editor } = this;
    if (conflict === null) return;
    if (this.#isOfDraft) {
      const problem = await editor.api.settle().catch((error: unknown) => error);
      if (problem instanceof Refusal) return this.#refused(problem, editor.state, []);
    }
    this.#isOfDraft = false;
    const opened = await editor.api.open().catch(() => null);
    if (opened !== null) editor.addTexts(opened.texts);
    editor.rebase(conflict.version, conflict.page, editor.kept(), { title, blocks });
    this.conflict = null;
    this.#set('idle');
    await this.save();
  }

  /** Stores what is written as another page, and goes there. */
  async saveAsNew(): Promise<void> {
    this.editor.flush();
    const address = await this.editor.api.saveAsNew({ title: this.editor.state.title, blocks: this.editor.kept() });
    this.#isDiscarded = true;
    this.keeper.drop();
    location.assign(address);
  }

  /** Goes on as the person who is signed in now. */
  agree(): void {
    if (this.other !== null) this.editor.api.person = this.other.id;
    this.other = null;
    this.#set('idle');
    void this.save();
  }

  back(): void {
    this.#set('idle');
  }

  #set(status: Status): void {
    this.status = status;
    this.editor.notify();
  }
}

/** Reads source that was typed and not left. @returns why some of it cannot be stored */
async function readSources({ openTexts }: Editor): Promise<string | null> {
  for (const { read } of openTexts) {
    const problem = await read?.();
    if (typeof problem === 'string') return problem;
  }
  return null;
}

const newOnce = (): string => [...crypto.getRandomValues(new Uint32Array(4))].join('-');

/** Whether the same save may succeed later: the server did not answer, or is overloaded. */
const isTransient = ({ status }: Refusal): boolean => status === 0 || status === 429 || status >= 500;

const isPerson = (value: unknown): value is { readonly id: string; readonly name: string } =>
  isObject(value) && typeof value.id === 'string' && typeof value.name === 'string';

/** Blocks as they are compared: without the ids that the server gives. */
function contentOf(blocks: Blocks): string {
  return JSON.stringify(blocks, (name, value: unknown) => (name === 'id' ? undefined : value));
}

/** Summary of a save, in words. */
function summaryOf(editor: Editor, { touched, removed }: PageState): string {
  const blocks = [...touched].filter((id) => id !== 'title');
  const [only = null] = blocks;
  if (blocks.length === 0) return 'The title changed.';
  if (blocks.length > 1) return `${blocks.length} blocks changed.`;
  const name = kindName(editor.block(only)?.type ?? null).toLowerCase();
  if (only !== null && removed.has(only)) return `1 ${name} removed.`;
  return `1 ${name} ${only?.startsWith('new-') ? 'added' : 'changed'}.`;
}
