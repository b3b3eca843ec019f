import { plural } from '../../lib/plural.js';
import { type Result, resultName, writeToDevice } from '../browser/device.js';
import { newKey } from '../browser/idempotency-keys.js';
import { afterSave, type SentState, summaryOf } from './after-save.js';
import type { Saved } from './api.js';
import { draftStateOf, draftTime, isInReview } from './draft-time.js';
import type { Editor, MessageAction } from './editor.js';
import { announce } from './focus.js';
import type { Keeper } from './keeper.js';
import type { Blocks } from './page-model.js';
import { readersOf } from './pages.js';
import { Refusal, SentForReview } from './refusal.js';
import { closedDraft, focusRefusedBlock, isTransient, outcomeOf, type SaverState } from './refused-save.js';
import { draftConflicts, localConflicts } from './save-conflicts.js';
import { pageOf, readSources } from './sent-page.js';

/** Target of a save: readers now, the draft, the draft's reviewers, or readers at a later time. */
export type SaveTarget = 'publish' | 'draft' | 'review' | 'schedule';

/** Delay before an unanswered save is sent again, in ms. */
const retryMs = 3000;

/** Delay after which the changes of an open draft are written automatically, in ms. */
const draftMs = 30_000;

/** Saves the page or its draft. */
export class Saver {
  state: SaverState = { status: 'idle' };
  /** Reason of the change, for the history. */
  note = '';
  /** Number of violations of the corporate language. */
  countFindings: () => Promise<number> = async () => 0;
  /** Called when the stored page changes without the content of this editor: a draft is opened, a save is undone. */
  onStoredElsewhere: () => void = () => {};
  #target: SaveTarget = 'publish';
  /** Key of a save that may have to be sent again. */
  #idempotencyKey: string | null = null;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  /** Automatic write of the draft that is in progress. */
  #draftWrite: Promise<void> | null = null;
  /** Whether an automatic write has shown that the draft is closed. */
  #isClosureShown = false;
  #isDiscarded = false;
  /** Message for the merge of a draft that is being opened. */
  #draftMessage: string | null = null;
  /** Version that an undone save has made. */
  #undoVersion = '';

  constructor(
    private readonly editor: Editor,
    readonly keeper: Keeper,
  ) {
    editor.onChange(() => {
      this.#isDiscarded = false;
      if (draftStateOf(editor) === 'draft') this.#scheduleDraft();
    });
    addEventListener('pagehide', () => void this.writeDraft());
    addEventListener('online', () => this.status === 'offline' && void this.save());
    addEventListener('focus', () => this.status === 'session' && void this.save());
  }

  get status(): SaverState['status'] {
    return this.state.status;
  }

  /** Target of the first button of the bar. */
  get mainTarget(): 'publish' | 'review' {
    const { api, review } = this.editor;
    return review.mayPublish && (api.draft === null || review.mayApprove) ? 'publish' : 'review';
  }

  /**
   * Saves the page, or its draft. An unanswered save is sent again.
   *
   * @param target default: that of the last save
   */
  async save(target = this.#target): Promise<void> {
    const { editor } = this;
    await Promise.all([this.#draftWrite, ...[...editor.texts.open].map(({ pasted }) => pasted)]);
    if (this.status === 'saving') return;
    if (target !== this.#target) this.#idempotencyKey = null;
    this.#target = target;
    clearTimeout(this.#retryTimer);

    editor.flush();
    if (!editor.isDirty && (editor.api.draft === null || target === 'draft')) {
      this.#set({ status: 'idle' });
      editor.showMessage('Nothing to save.');
      return;
    }
    this.keeper.keep();
    const conflict = localConflicts(editor);
    if (conflict !== null) return this.#set({ status: 'conflict', conflict });

    this.#set({ status: 'saving' });
    const problem = await readSources(editor);
    if (problem !== null) return this.#set({ status: 'refused', problem });

    const sent = { state: editor.state, blocks: editor.blocksToStore() };
    try {
      await this.#store(target, sent);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.#refuse(error, sent);
    }
  }

  /** @throws Refusal */
  async #store(target: SaveTarget, sent: SentState): Promise<void> {
    const { editor } = this;
    const { api, base } = editor;
    const isDraft = target !== 'publish' || api.draft !== null;
    const note = this.note.trim();
    const page = { ...pageOf(editor, sent), ...(note !== '' && { note }) };
    const summary = editor.isDirty ? summaryOf(editor, sent.state) : '';

    this.#idempotencyKey ??= newKey();
    const saved = editor.isDirty ? await api.save(page, { idempotencyKey: this.#idempotencyKey, isDraft }) : null;
    this.#idempotencyKey = null;
    const isUnchanged = saved === null || (await this.#rebase(sent, saved));
    // Its approvals have ended.
    if (isDraft && saved !== null && isInReview(editor)) await this.#readReview();

    if (isDraft && note !== '') await api.describe(note);
    this.note = '';
    if (isDraft && target !== 'draft') return await this.#handOver(target, summary);

    this.#set({ status: 'idle' });
    const others = saved?.merged ? ' Changes by others were merged.' : '';
    const isUndoable = !isDraft && others === '' && isUnchanged;
    const undo = isUndoable ? { name: 'Undo', act: () => void this.#undo(editor.base, base) } : undefined;
    const savedAs = isInReview(editor) ? 'Saved. It is in review.' : 'Saved as draft.';
    if (isDraft) await this.#report(`${savedAs} ${summary}${others}`);
    else await this.#reportPublished(summary + others, undo);
  }

  #scheduleDraft(): void {
    this.#draftTimer ??= setTimeout(() => void this.writeDraft(), draftMs);
  }

  /**
   * Writes the changes into the open draft, if there is one. If that fails, they stay on this device for the next
   * write.
   */
  async writeDraft(): Promise<void> {
    clearTimeout(this.#draftTimer);
    this.#draftTimer = undefined;
    const { editor } = this;
    // A proposal in review changes only by a button.
    if (this.#isDiscarded || draftStateOf(editor) !== 'draft' || this.status !== 'idle' || !editor.isDirty) return;
    if (editor.texts.isComposing || localConflicts(editor) !== null) return;
    this.#set({ status: 'saving' });
    this.#draftWrite = this.#storeDraft().finally(() => {
      this.#draftWrite = null;
      if (this.status === 'saving') this.#set({ status: 'idle' });
    });
    await this.#draftWrite;
  }

  async #storeDraft(): Promise<void> {
    const { editor } = this;
    const hasSource = [...editor.texts.open].some(({ read }) => read !== undefined);
    if (hasSource) return;
    const sent = { state: editor.state, blocks: editor.blocksToStore() };
    const options = { idempotencyKey: newKey(), isDraft: true, outlivesPage: true };
    try {
      await this.#rebase(sent, await editor.api.save(pageOf(editor, sent), options), { keepsUndo: true });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isTransient(error)) return this.#scheduleDraft();
      const refused = await outcomeOf(editor.api, error);
      if (this.#isClosureShown || refused.status !== 'refused' || refused.proposalHref === undefined) return;
      this.#isClosureShown = true;
      this.#set(refused);
    }
  }

  /** Opens a draft, and merges the unsaved changes into it. */
  continueDraft(draft: { readonly number: number; readonly updated_at: string }): void {
    this.editor.api.draft = draft.number;
    this.#draftMessage = `Your draft from ${draftTime(draft)}.`;
    this.editor.show(null);
    this.onStoredElsewhere();
  }

  /** Takes the draft to its target: to its reviewers, to readers, or to the form that sets its time. */
  async #handOver(target: SaveTarget, summary: string): Promise<void> {
    const { editor } = this;
    const { api } = editor;
    const href = api.proposalHref();
    if (target === 'schedule') {
      this.#set({ status: 'idle' });
      return location.assign(`${href}#schedule-at`);
    }

    const proposal = await api.proposal();
    const { changes, state } = proposal;
    const closed = state === 'merged' ? null : closedDraft(api, proposal);
    if (closed !== null) return this.#set(closed);

    const change = changes.find(({ kind, id }) => kind === 'page' && id === api.place.pageId);
    if (change === undefined && state !== 'merged') {
      if (changes.length === 0) await api.withdraw();
      await this.#closeDraft();
      this.#set({ status: 'idle' });
      return editor.showMessage('Nothing to publish: the page already has this content.');
    }

    const conflict = await draftConflicts(editor, change?.conflicts ?? []);
    if (conflict !== null) return this.#set({ status: 'conflict', conflict, isWithBrand: true });

    if (target === 'review') {
      await api.submit();
      return await this.#leaveToReview(href);
    }
    await api.publish();
    // Its address leads to the published page.
    if (api.place.onlyIn !== null) return location.reload();
    await this.#closeDraft();
    this.#set({ status: 'idle' });
    await this.#reportPublished(summary);
  }

  /** Ends writing. With words that were typed since, it goes on, in review. */
  async #leaveToReview(href: string): Promise<void> {
    const { editor } = this;
    const { api } = editor;
    const text = await this.#withFindings('Sent for review.');
    editor.flush();
    if (!editor.isDirty) {
      const result: Result = { text, link: 'See the proposal', href };
      writeToDevice(resultName(api.place), result, 'sessionStorage');
      return location.assign(location.pathname + (api.place.onlyIn === null ? '' : location.search));
    }
    await this.#readReview();
    this.#set({ status: 'idle' });
    editor.showMessage(text, { name: 'See the proposal', act: href });
  }

  async #readReview(): Promise<void> {
    const opened = await this.editor.api.open().catch(() => null);
    if (opened !== null) this.editor.review = opened.review;
  }

  /** Opens the page itself in place of its draft, with what was typed since the draft was saved. */
  async #closeDraft(): Promise<void> {
    const { editor } = this;
    const opened = await editor.api.open(null);
    editor.api.draft = null;
    editor.texts.add(opened.texts);
    editor.addMedia(opened.media);
    editor.settings = opened.page;
    editor.review = opened.review;
    const blocks = editor.isDirty ? editor.stored.blocks : editor.blocksToStore();
    const state = { ...editor.state, title: editor.stored.title };
    await this.#rebase({ state, blocks }, { ...opened, merged: 1 });
  }

  /** @returns whether nothing was typed since the page was sent */
  async #rebase(sent: SentState, saved: Saved, options?: { readonly keepsUndo: boolean }): Promise<boolean> {
    const isUnchanged = await afterSave(this.editor, sent, saved, options);
    this.#isClosureShown = false;
    this.keeper.keep();
    return isUnchanged;
  }

  /** Says who can read what was published. */
  async #reportPublished(summary: string, undo?: MessageAction): Promise<void> {
    const { says, action } = await readersOf(this.editor);
    await this.#report(['Published.', says, summary].filter((part) => part !== '').join(' '), undo, action);
  }

  /** Shows a result, and then the number of findings of the language check. */
  async #report(text: string, ...actions: readonly (MessageAction | undefined)[]): Promise<void> {
    const { editor } = this;
    editor.showMessage(text, ...actions);
    announce(text);
    const { message } = editor;
    const withFindings = await this.#withFindings(text);
    if (withFindings !== text && editor.message === message) editor.showMessage(withFindings, ...actions);
  }

  async #withFindings(text: string): Promise<string> {
    const found = await this.countFindings();
    return found === 0 ? text : `${text} ${plural(found, 'language finding')}.`;
  }

  /**
   * @returns the message about a version that this editor merges after `onStoredElsewhere`; `null` if others have
   * stored it
   */
  messageAbout(version: string): string | null {
    if (version === this.#undoVersion) return 'The change was taken back.';
    const message = this.#draftMessage;
    this.#draftMessage = null;
    return message;
  }

  async #undo(from: string, to: string): Promise<void> {
    const { editor } = this;
    try {
      this.#undoVersion = await editor.api.undo(from, to);
      this.onStoredElsewhere();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error instanceof SentForReview) return;
      const reason = error.status === 412 ? 'Someone else has changed the same place since.' : error.title;
      editor.showMessage(`Not undone. ${reason}`);
    }
  }

  async #refuse(refusal: Refusal, sent: SentState): Promise<void> {
    const { editor } = this;
    if (isTransient(refusal)) {
      this.#set({ status: 'offline', problem: refusal.status === 0 ? 'No connection.' : refusal.title });
      this.#retryTimer = setTimeout(() => void this.save(), Math.max(retryMs, refusal.retryAfter * 1000));
      return;
    }
    this.#idempotencyKey = null;
    const outcome = await outcomeOf(editor.api, refusal);
    if (outcome.status === 'refused' && outcome.needsReview) await this.#readReview();
    this.#set(outcome);
    if (outcome.status === 'conflict') void this.#findAuthor();
    if (outcome.status === 'refused' && editor.state === sent.state) focusRefusedBlock(editor, refusal, sent.blocks);
  }

  /** Finds out who else stored the page, if the stream did not say it. */
  async #findAuthor(): Promise<void> {
    const { editor } = this;
    if (editor.otherAuthor !== null) return;
    const merged = await editor.api.merge(editor.base, editor.state).catch(() => null);
    if (merged === null || !('by' in merged)) return;
    editor.otherAuthor = merged.by.find(({ name }) => name !== editor.api.place.person.name) ?? null;
    editor.notify();
  }

  /** Saves the page with the person's decisions about the conflict. */
  async settle(title: string, blocks: Blocks): Promise<void> {
    const { state, editor } = this;
    if (state.status !== 'conflict') return;
    const { conflict, isWithBrand = false } = state;
    if (isWithBrand) {
      const problem = await editor.api.settle().catch((error: unknown) => error);
      if (problem instanceof Refusal) return this.#refuse(problem, { state: editor.state, blocks: [] });
    }
    const opened = await editor.api.open().catch(() => null);
    if (opened !== null) editor.texts.add(opened.texts);
    const { version, page } = conflict;
    editor.rebase({ version, stored: page, sent: editor.blocksToStore(), next: { title, blocks } });
    this.#set({ status: 'idle' });
    await this.save();
  }

  /** Stores the content as a new page, and opens the new page. */
  async saveAsNew(): Promise<void> {
    const { editor } = this;
    editor.flush();
    const address = await editor.api.saveAsNew({ title: editor.state.title, blocks: editor.blocksToStore() });
    this.#isDiscarded = true;
    this.keeper.drop();
    location.assign(address);
  }

  /** Saves in the name of the person who is signed in now. */
  continueAsSignedIn(): void {
    if (this.state.status === 'person') this.editor.api.person = this.state.signedInAs.id;
    this.#set({ status: 'idle' });
    void this.save();
  }

  /** Gives up the unsaved changes. */
  discard(): void {
    this.keeper.discard();
    this.#isDiscarded = true;
  }

  dismiss(): void {
    this.#set({ status: 'idle' });
  }

  #set(state: SaverState): void {
    this.state = state;
    this.editor.notify();
  }
}
