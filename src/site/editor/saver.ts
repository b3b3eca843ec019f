import { keepsBoth } from '../../content/merge/together.js';
import { counted, fill, words } from '../../words/words.js';
import { type Result, resultName, writeToDevice } from '../browser/device.js';
import { newKey } from '../browser/idempotency-keys.js';
import { afterSave, type SentState, summaryOf, takeMerged } from './after-save.js';
import type { Saved } from './api.js';
import { draftStateOf, draftTime, isInReview, proposalLink, unchangedText } from './draft-time.js';
import type { Editor, MessageAction } from './editor.js';
import { announce } from './focus.js';
import type { Keeper } from './keeper.js';
import { sendDraft } from './offer-review.js';
import { publishedNote } from './published-note.js';
import { Refusal, SentForReview } from './refusal.js';
import {
  closedDraft,
  findAuthor,
  focusRefusedBlock,
  isTransient,
  outcomeOf,
  retryMs,
  type SaverState,
  settledDraft,
} from './refused-save.js';
import { type Choices, isForSame, isSaveConflict, type OpenConflicts, renewed } from './save-conflicts.js';
import { newPageOf, pageOf, readSources } from './sent-page.js';

/** Target of a save: readers now, the draft, the draft's reviewers, or readers at a later time. */
export type SaveTarget = 'publish' | 'draft' | 'review' | 'schedule';

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
  /** Choices of the person, and the conflicts that they are for. */
  #choices: Choices | null = null;
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
      editor.showMessage(unchangedText(editor));
      return;
    }
    this.keeper.keep();
    this.#set({ status: 'saving' });
    const problem = editor.state.title.trim() === '' ? words().editor.titleNeeded : await readSources(editor);
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
    const choices = this.#choices;
    const page = { ...pageOf(editor, sent, choices), ...(note !== '' && { note }) };
    const summary = editor.isDirty ? summaryOf(editor, sent.state) : '';

    this.#idempotencyKey ??= newKey();
    const saved = editor.isDirty ? await api.save(page, { idempotencyKey: this.#idempotencyKey, isDraft }) : null;
    this.#idempotencyKey = null;
    if (saved !== null) this.#choices = null;
    const isUnchanged = saved === null || (await this.#rebase(sent, saved));
    // Its approvals have ended.
    if (isDraft && saved !== null && isInReview(editor)) await this.#readReview();

    if (isDraft && note !== '') await api.describe(note);
    this.note = '';
    const texts = words().editor;
    // Without a draft, what was written is what is stored.
    const isStored = isDraft ? api.draft === null : saved?.version === choices?.version;
    if (isDraft && target !== 'draft' && !isStored) return await this.#handOver(target, summary);

    this.#set({ status: 'idle' });
    if (isStored) return editor.showMessage(texts.nothingToSave);
    const others = saved?.merged ? ` ${texts.othersMerged}` : '';
    const isUndoable = !isDraft && others === '' && isUnchanged;
    const undo = isUndoable ? { name: words().common.undo, act: () => void this.#undo(editor.base, base) } : undefined;
    const savedAs = isInReview(editor) ? texts.savedInReview : texts.savedAsDraft;
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
    if (editor.texts.isComposing) return;
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
    this.#draftMessage = fill(words().editor.yourDraftFrom, { time: draftTime(draft) });
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

    const change = changes.find((change) => api.isAbout(change));
    if (change === undefined && state !== 'merged') {
      if (changes.length === 0) await api.withdraw();
      await this.#closeDraft();
      this.#set({ status: 'idle' });
      return editor.showMessage(words().editor.nothingToPublish);
    }

    const conflict = { version: proposal.version, conflicts: change?.conflicts ?? [] };
    if (conflict.conflicts.length > 0) return await this.#settleDraft(conflict, target, summary);

    const sent = target === 'review' ? await sendDraft(editor, proposal, summary) : undefined;
    if (sent === null) return this.#set({ status: 'idle' });
    if (sent !== undefined) return await this.#leaveToReview(href, sent);
    await api.publish();
    // Its address leads to the published page.
    if (api.place.onlyIn !== null) return location.reload();
    await this.#closeDraft();
    this.#set({ status: 'idle' });
    await this.#reportPublished(summary);
  }

  /** Settles what the brand has changed, too, as the person has chosen; a person who has not is asked. */
  async #settleDraft(conflict: OpenConflicts, target: SaveTarget, summary: string): Promise<void> {
    const { editor } = this;
    const choices = this.#choices;
    this.#choices = null;
    if (choices === null || !isForSame(choices, conflict)) return this.#set({ status: 'conflict', conflict });
    const sent = { state: editor.state, blocks: editor.blocksToStore() };
    const settled = await settledDraft(editor.api, { ...conflict, places: choices.places });
    if (settled !== null) await this.#rebase(sent, settled);
    else this.#choices = choices;
    await this.#handOver(target, summary);
  }

  /** Ends writing. With words that were typed since, it goes on, in review. */
  async #leaveToReview(href: string, sent: string): Promise<void> {
    const { editor } = this;
    const { api } = editor;
    const text = await this.#withFindings(sent);
    editor.flush();
    if (!editor.isDirty) {
      const result: Result = { text, link: proposalLink(editor), href };
      writeToDevice(resultName(api.place), result, 'sessionStorage');
      return location.assign(location.pathname + (api.place.onlyIn === null ? '' : location.search));
    }
    await this.#readReview();
    this.#set({ status: 'idle' });
    editor.showMessage(text, { name: proposalLink(editor), act: href });
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
    [editor.settings, editor.language, editor.details] = [opened.page, opened.language, opened.details];
    editor.review = opened.review;
    const blocks = editor.isDirty ? editor.stored.blocks : editor.blocksToStore();
    const state = { ...editor.state, title: editor.stored.title, details: {} };
    await this.#rebase({ state, blocks }, { ...opened, merged: 1 });
  }

  /** @returns whether nothing was typed since the page was sent */
  async #rebase(sent: SentState, saved: Saved, options?: { readonly keepsUndo: boolean }): Promise<boolean> {
    const isUnchanged = await afterSave(this.editor, sent, saved, options);
    this.#isClosureShown = false;
    this.keeper.keep();
    return isUnchanged;
  }

  /** Says who can read what was published, and what of it is empty. */
  async #reportPublished(summary: string, undo?: MessageAction): Promise<void> {
    const { text, actions } = await publishedNote(this.editor, summary);
    await this.#report(text, undo, ...actions);
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
    return found === 0 ? text : `${text} ${counted(words().editor.findings, found)}`;
  }

  /**
   * @returns the message about a version that this editor merges after `onStoredElsewhere`; `null` if others have
   * stored it
   */
  messageAbout(version: string): string | null {
    if (version === this.#undoVersion) return words().editor.takenBack;
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
      const reason = error.status === 412 ? words().editor.samePlaceChanged : error.title;
      editor.showMessage(fill(words().editor.notUndone, { reason }));
    }
  }

  async #refuse(refusal: Refusal, sent: SentState): Promise<void> {
    const { editor } = this;
    if (isTransient(refusal)) {
      this.#set({ status: 'offline', problem: refusal.status === 0 ? words().scripts.noConnection : refusal.title });
      this.#retryTimer = setTimeout(() => void this.save(), Math.max(retryMs, refusal.retryAfter * 1000));
      return;
    }
    this.#idempotencyKey = null;
    const outcome = await outcomeOf(editor.api, refusal);
    const conflict = outcome.status === 'conflict' ? outcome.conflict : null;
    this.#choices = conflict && renewed(this.#choices, conflict);
    this.state = { status: 'idle' };
    if (this.#choices !== null) return this.save();
    if (outcome.status === 'refused' && outcome.needsReview) await this.#readReview();
    this.#set(outcome);
    if (conflict !== null) void findAuthor(editor);
    if (outcome.status === 'refused' && editor.state === sent.state) focusRefusedBlock(editor, refusal, sent.blocks);
  }

  /** Repeats the save with the person's choices for the conflicts. */
  async settle(places: Choices['places']): Promise<void> {
    const { state, editor } = this;
    if (state.status !== 'conflict') return;
    const { conflict } = state;
    if (isSaveConflict(conflict) && conflict.conflicts.every(keepsBoth)) await takeMerged(editor, conflict);
    else this.#choices = { ...conflict, places };
    this.#set({ status: 'idle' });
    await this.save();
  }

  /** Stores the content as a new page, and opens the new page. */
  async saveAsNew(): Promise<void> {
    const { editor } = this;
    editor.flush();
    const address = await editor.api.saveAsNew(newPageOf(editor));
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
    this.#choices = null;
    this.#set({ status: 'idle' });
  }

  #set(state: SaverState): void {
    this.state = state;
    this.editor.notify();
  }
}
