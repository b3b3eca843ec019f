import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { Conflict } from '../../content/merge/values.js';
import { plural } from '../../lib/plural.js';
import type { Feed } from '../../operations/feed.js';
import type { MergedPage } from '../../operations/merge-open-page.js';
import type { Collision } from './copies.js';
import type { Editor, PageState } from './editor.js';
import { type Blocks, find, listAt, walk } from './page-model.js';
import { isSame, rebaseBlocks, withKnownObjects } from './rebase-blocks.js';
import { Refusal } from './refusal.js';
import type { Saver } from './saver.js';

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
    const { api, pageId } = this.editor.api.place;
    const stream = new EventSource(`${api}/changes/stream`);
    this.#stream = stream;
    stream.addEventListener('changes', ({ data }) => {
      this.#delayMs = firstDelayMs;
      const { changes }: Feed = JSON.parse(data);
      const isOurs = changes.some(
        ({ kind, id, version }) => kind === 'page' && id === pageId && version !== this.editor.base,
      );
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
    await this.editor.api.restore();
    await this.look();
  }

  async #merge(): Promise<void> {
    const { editor } = this;
    const { api, base } = editor;
    editor.flush();
    const sent = editor.state;
    const version = await api.version(base).catch((error: unknown) => {
      // A page in the trash has no version here; its merge says who moved it there.
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    });
    const isKnown = version === base || version === this.#unmerged;
    const merged = isKnown ? null : await api.merge(base, sent);
    if (merged !== null && 'trashedBy' in merged) {
      this.#show({ text: `${merged.trashedBy} moved this page to the trash.`, action: 'restore' });
      return;
    }
    this.#show(null);
    if (merged === null) return;

    // A save has ended since, or has begun, which merges itself.
    const { visibility } = editor.settings;
    if (editor.base !== base || !this.#canMerge || !take(editor, merged, sent)) this.#isDue = true;
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
    const who = others.map(({ name }) => name).join(' and ') || (by.length > 0 ? 'You, in another tab,' : 'Someone');
    const setting = isShownToOthers ? 'who may see this page' : 'the page';
    const what = changed.length > 0 ? plural(changed.length, 'block') : setting;
    const asked = conflicts.length === 0 ? '' : ' You are asked about the same places when you save.';
    editor.showMessage(`${who} changed ${what}.${merged === null ? ' It is merged when you save.' : asked}`);
  }

  #show(notice: Notice | null): void {
    if (isSame(notice, this.notice)) return;
    this.notice = notice;
    this.editor.notify();
  }
}

function noticeOf({ status, title }: Refusal): Notice | null {
  if (status === 401) return { text: 'You are signed out.', action: 'sign-in' };
  if (status === 404 && title.startsWith('Page ')) return { text: 'This page was deleted.', action: 'new-page' };
  return status === 403 || status === 404 ? { text: 'You may not edit this page any more.', action: null } : null;
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
    return isUnchanged ? [] : [{ block: id, field: null, base: null }];
  });
  editor.takeOver({
    version,
    stored: opened.page,
    state: now,
    collisions: [...editor.collisions, ...conflicts.flatMap(collisionOf), ...removed],
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

/** The place of a conflict as it is still found when rows were added or removed. */
function collisionOf({ block, field, base }: Conflict): Collision[] {
  const [member = null] = field?.split('.') ?? [];
  if (block === null && field === null) return [];
  return [{ block, field: member, base: member === field ? base : null }];
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
