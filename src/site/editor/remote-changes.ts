import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { Feed } from '../../operations/feed.js';
import type { MergedPage, TrashedPage } from '../../operations/merge-open-page.js';
import { counted, fill, listText, words } from '../../words/words.js';
import { afterSave, contentOf, type SentState } from './after-save.js';
import type { Editor, PageState } from './editor.js';
import { type Blocks, find, listAt, walk } from './page-model.js';
import { isSame, rebaseBlocks, withKnownObjects } from './rebase-blocks.js';
import { Refusal, SentForReview } from './refusal.js';
import { type Collision, placeOf, withPlaces } from './save-conflicts.js';
import type { Saver } from './saver.js';
import { detailNames, detailsOver } from './written-details.js';

/** Note about the page that stays true until something is done. */
export interface Notice {
  readonly text: string;
  readonly action: 'restore' | 'sign-in' | 'new-page' | null;
}

/** Delay before a stream that was refused is opened again, in ms. It is doubled each time, up to `maxDelayMs`. */
const firstDelayMs = 1000;
const maxDelayMs = 60_000;

/** Follows what others store while the page is written, and merges it into the open page. */
export class RemoteChanges {
  notice: Notice | null = null;
  #stream: EventSource | null = null;
  #delayMs = firstDelayMs;
  #again: ReturnType<typeof setTimeout> | undefined;
  /** Whether the page may have been stored by others since the last look. */
  #isDue = true;
  #isLooking = false;
  /** Version that only people can merge. */
  #unmerged = '';
  /** Whether the page is in the trash, and was sent for review to be restored. */
  #isRestoreSent = false;

  constructor(
    private readonly editor: Editor,
    private readonly saver: Saver,
  ) {}

  start(): void {
    document.addEventListener('visibilitychange', () => this.#follow());
    addEventListener('focus', () => void this.look());
    // Changes that arrive during a save or a composition are merged after it.
    this.editor.subscribe(() => this.#isDue && void this.look());
    this.#follow();
  }

  /** Only a page that is seen has a stream: browsers limit the connections to a server. */
  #follow(): void {
    clearTimeout(this.#again);
    this.#stream?.close();
    this.#stream = null;
    if (document.visibilityState === 'hidden') return;
    const { api } = this.editor.api.place;
    const stream = new EventSource(`${api}/changes/stream`);
    this.#stream = stream;
    stream.addEventListener('changes', ({ data }) => {
      this.#delayMs = firstDelayMs;
      const { changes }: Feed = JSON.parse(data);
      const { api, base } = this.editor;
      const isOurs = changes.some((change) => api.isAbout(change) && change.version !== base);
      // The first event is empty: what was stored before it is asked for.
      if (isOurs || changes.length === 0) void this.look();
    });
    stream.addEventListener('error', () => {
      // A browser reopens a stream that was cut off, but not a stream that was refused.
      if (stream.readyState !== EventSource.CLOSED) return;
      this.#again = setTimeout(() => this.#follow(), this.#delayMs);
      this.#delayMs = Math.min(2 * this.#delayMs, maxDelayMs);
      void this.look();
    });
  }

  /** Whether there is no page at its address any more. A page of a draft is led to what became of it. */
  get isGone(): boolean {
    const isOnBrand = this.editor.api.place.onlyIn === null;
    return isOnBrand && (this.notice?.action === 'restore' || this.notice?.action === 'new-page');
  }

  get #canMerge(): boolean {
    const { status } = this.saver;
    return (status === 'idle' || status === 'refused') && !this.editor.texts.isComposing;
  }

  /** Checks whether others have stored a new version, and merges it. */
  async look(): Promise<void> {
    this.#isDue = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      while (this.#isDue && this.#canMerge) {
        this.#isDue = false;
        await this.#merge();
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#show(noticeOf(error));
    } finally {
      this.#isLooking = false;
    }
  }

  async restore(): Promise<void> {
    await this.editor.api.restore().catch((error: unknown) => {
      if (error instanceof SentForReview && this.notice !== null) {
        this.#isRestoreSent = true;
        this.#show(this.#trashed(this.notice.text));
      }
      throw error;
    });
    this.#isRestoreSent = false;
    await this.look();
  }

  /** Notice about a page in the trash. */
  #trashed(text: string): Notice {
    if (!this.#isRestoreSent) return { text, action: 'restore' };
    return { text: `${text} ${words().editorNotes.restoreSent}`, action: null };
  }

  async #merge(): Promise<void> {
    const { editor } = this;
    const { api, base } = editor;
    editor.flush();
    const sent = editor.state;
    const blocks = editor.blocksToStore();
    const version = await api.version(base).catch((error: unknown) => {
      // A page in the trash has no version here; its merge says who moved it there.
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    });
    const isKnown = version === base || version === this.#unmerged;
    const merged = isKnown ? null : await api.merge(base, sent);
    if (merged !== null && 'trashedBy' in merged) {
      this.#show(this.#trashed(trashedText(merged, api.place.person.name)));
      editor.offer?.close();
      return;
    }
    this.#show(null);
    if (merged === null) return;

    // A save has ended since, or has begun, which merges itself.
    const { visibility } = editor.settings;
    if (editor.base !== base || !this.#canMerge) this.#isDue = true;
    else if (isWrittenHere(editor, merged, { state: sent, blocks })) {
      const saved = { page: merged.opened.page, version: merged.version, merged: 0 };
      await afterSave(editor, { state: sent, blocks }, saved, { keepsUndo: true });
    } else if (!take(editor, merged, sent)) this.#isDue = true;
    else {
      this.#unmerged = merged.merged === null ? merged.version : '';
      this.#say(merged, visibility !== merged.opened.page.visibility);
    }
  }

  #say({ version, by, changed, merged, conflicts }: MergedPage, isShownToOthers: boolean): void {
    const { editor, saver } = this;
    const message = saver.messageAbout(version);
    if (message !== null) {
      editor.showMessage(message);
      return;
    }
    const me = editor.api.place.person.name;
    const others = by.filter(({ name }) => name !== me);
    editor.otherAuthor = others[0] ?? editor.otherAuthor;
    // The settings of the page, changed here.
    if (by.length > others.length && changed.length === 0) return;
    const texts = words().editorNotes;
    const names = listText(others.map(({ name }) => name));
    const said = texts.changed[others.length > 0 ? 'others' : by.length > 0 ? 'you' : 'someone'];
    const setting = isShownToOthers ? said.readers : said.page;
    const what = changed.length > 0 ? counted(said.blocks, changed.length, { names }) : fill(setting, { names });
    const asked = conflicts.length === 0 ? '' : ` ${texts.askedOnSave}`;
    editor.showMessage(what + (merged === null ? ` ${texts.mergedOnSave}` : asked));
  }

  #show(notice: Notice | null): void {
    if (isSame(notice, this.notice)) return;
    this.notice = notice;
    this.editor.notify();
  }
}

function trashedText({ trashedBy, isOwnProposal }: TrashedPage, me: string): string {
  const texts = words().editorNotes;
  if (isOwnProposal) return texts.trashPublished;
  return trashedBy === me ? texts.trashedByYou : fill(texts.trashedBy, { name: trashedBy });
}

function noticeOf({ status, problem: { reason } }: Refusal): Notice | null {
  const texts = words().editorNotes;
  if (status === 401) return { text: texts.signedOut, action: 'sign-in' };
  if (status === 404 && String(reason).startsWith('Page ')) return { text: texts.pageDeleted, action: 'new-page' };
  return status === 403 || status === 404 ? { text: texts.mayNotEdit, action: null } : null;
}

/** Whether what is stored was written here: the page was left before the answer to its save. */
function isWrittenHere({ settings }: Editor, { opened }: MergedPage, { state, blocks }: SentState): boolean {
  const { page } = opened;
  const isDetailed = Object.keys(detailsOver(state.details, opened.details)).length === 0;
  const isSaved = state.touched.size > 0 && page.visibility === settings.visibility && isDetailed;
  return isSaved && page.title === state.title && contentOf(page.blocks) === contentOf(blocks);
}

/**
 * Puts what others have stored into the open page.
 *
 * @returns `false` if text typed since must be merged first
 */
function take(editor: Editor, { opened, version, merged, conflicts }: MergedPage, sent: PageState): boolean {
  editor.flush();
  if (merged === null) return true;
  const received = { sent, title: merged.title, blocks: withKnownObjects(merged.blocks, sent.blocks) };
  const { state: now, hasCollision } = mergedOnto(editor.state, received);
  const isTitleTyped = editor.state.title !== sent.title && merged.title !== sent.title;
  if (hasCollision || isTitleTyped || hasDoubles(now)) return false;

  editor.texts.add(opened.texts);
  if (opened.media.some(({ id }) => !editor.media.has(id))) editor.addMedia(opened.media);
  const removed = [...now.removed].flatMap((id): Collision[] => {
    const after = find(now.blocks, id)?.block;
    const isUnchanged = after === undefined || isSame(find(sent.blocks, id)?.block, after);
    return isUnchanged ? [] : [{ block: id, field: null }];
  });
  const details = detailNames.flatMap((field): Collision[] => {
    const isOfBoth = field in now.details && opened.details[field] !== editor.details[field];
    return isOfBoth ? [{ block: null, field }] : [];
  });
  editor.takeOver({
    version,
    stored: opened.page,
    language: opened.language,
    details: opened.details,
    state: now,
    collisions: withPlaces(editor.collisions, [...conflicts.flatMap(placeOf), ...removed, ...details], editor.base),
    open: spotAfter(editor, now.blocks),
    past(former) {
      const { state } = mergedOnto(former, received);
      return hasDoubles(state) ? [] : [state];
    },
  });
  return true;
}

interface ReceivedPage {
  /** State that was sent to be merged. */
  readonly sent: PageState;
  readonly title: string;
  readonly blocks: Blocks;
}

/**
 * A state of the page with what others have stored. `hasCollision`: a block was changed there and, since it was sent,
 * here.
 */
function mergedOnto(state: PageState, { sent, title, blocks }: ReceivedPage) {
  let hasCollision = false;
  const both = (_: StoredBlock, theirs: StoredBlock): Blocks => {
    hasCollision = true;
    return [theirs];
  };
  const isUnchanged = state.blocks === sent.blocks;
  const next = isUnchanged ? blocks : rebaseBlocks({ sent: sent.blocks, now: state.blocks, stored: blocks, both });
  return { state: { ...state, title: title === sent.title ? state.title : title, blocks: next }, hasCollision };
}

/** Whether a block is at two places: others moved it, and it was written on. */
function hasDoubles({ blocks }: PageState): boolean {
  const ids = [...walk(blocks)].flatMap(({ block: { id } }) => id ?? []);
  return new Set(ids).size < ids.length;
}

/** The insert menu stays below its block. */
function spotAfter({ open, state }: Editor, blocks: Blocks): Editor['open'] {
  if (open?.kind !== 'insert')
    return open !== null && 'id' in open && find(blocks, open.id) === undefined ? null : open;
  const before = listAt(state.blocks, open.spot)[open.spot.at - 1]?.id ?? null;
  const spot = find(blocks, before)?.spot;
  return spot === undefined
    ? { ...open, spot: { ...open.spot, at: 0 } }
    : { ...open, spot: { ...spot, at: spot.at + 1 } };
}
