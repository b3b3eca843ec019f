import type { VNode } from 'preact';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import { isExampleCaption, readCaption, withPrefix } from '../../content/blocks/example-caption.js';
import type { BrandColor } from '../../content/brand.js';
import type { Collection } from '../../content/collections.js';
import type { Page } from '../../content/page.js';
import type { NamedAuthor } from '../../operations/history.js';
import type { OpenedMedium } from '../../operations/open-page.js';
import { fill, words } from '../../words/words.js';
import { text } from '../blocks/data.js';
import type { BlockView } from '../blocks/view.js';
import type { Api, Arrangement, Opened } from './api.js';
import type { Offer } from './api-types.js';
import type { UnsavedCopy } from './copies.js';
import { announce, focusText, keepFocus, keptCaret } from './focus.js';
import { kindName } from './kinds.js';
import type { InsertPlace, Open } from './open.js';
import {
  type Blocks,
  copyOf,
  find,
  firstText,
  insert,
  isUnwritten,
  listAt,
  move,
  type PageContent,
  remove,
  replace,
  type Spot,
  touchedSince,
  valueAt,
  withValue,
} from './page-model.js';
import type { PageState, Rebased, TakenOver } from './page-state.js';
import { PageTexts } from './page-texts.js';
import type { Missing } from './plain-text.js';
import type { Collision } from './save-conflicts.js';
import { UndoHistory } from './undo-history.js';
import { detailsOver, type WrittenDetails } from './written-details.js';

export type { PageState } from './page-state.js';

/** Button of a message, or a link. */
export interface MessageAction {
  readonly name: string;
  /** Action of the button, or address of the link. */
  readonly act: (() => void) | string;
}

/** The page that is written, and everything around it that its parts share. */
export class Editor {
  state: PageState;
  /** Tag of the version from which the state was made. */
  base: string;
  /** The page in that version; of a copy that was made from an older one, the stored page. */
  stored: PageContent;
  collisions: readonly Collision[];
  /** Author of the last save by another person or program; `null` if unknown. */
  otherAuthor: NamedAuthor | null = null;
  /** Names of the other people who are editing the page. */
  writers: readonly string[] = [];
  selected: string | null = null;
  /** Block in which the focus is. */
  focused: string | null = null;
  open: Open | null = null;
  /** Time of the last write into the draft from here; `null` before it. */
  draftSavedAt: Date | null = null;
  /** Offer to send something for review. */
  offer: Offer | null = null;
  /** Message that is shown once. */
  message: { readonly text: string; readonly actions: readonly MessageAction[] } | null = null;
  readonly media: Map<number, OpenedMedium>;
  readonly collections: ReadonlyMap<number, Collection>;
  readonly colors: ReadonlyMap<number, BrandColor>;
  readonly fonts: Opened['fonts'];
  readonly types: Opened['types'];
  readonly name: string;
  language: Opened['language'];
  details: Opened['details'];
  readonly isChapter: boolean;
  /** The page with its place, slug and readers. */
  settings: Page;
  review: Opened['review'];
  readonly texts: PageTexts;
  /** Keys of elements by block id. They stay when the server gives a block another id. */
  readonly #keys = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  readonly #history = new UndoHistory<PageState>();

  constructor(
    readonly api: Api,
    { page, texts, media, collections, colors, fonts, types, name, language, details, version, review }: Opened,
    copy: UnsavedCopy | null,
  ) {
    this.stored = page;
    this.settings = page;
    this.review = review;
    this.base = copy?.base ?? version;
    this.isChapter = page.type === 'container';
    this.texts = new PageTexts(api, texts, copy?.texts ?? {});
    this.media = new Map(media.map((medium) => [medium.id, medium]));
    this.collections = new Map(collections.map((collection) => [collection.id, collection]));
    this.colors = new Map(colors.map((color) => [color.id, color]));
    this.fonts = fonts;
    this.types = types;
    this.name = name;
    this.language = language;
    this.details = details;
    const { title, blocks: content } = copy ?? page;
    const blocks = content.length === 0 && !this.isChapter ? [firstText] : content;
    const written = copy?.details ?? {};
    this.state = { title, blocks, details: written, removed: new Set(copy?.removed), touched: new Set(copy?.touched) };
    this.collisions = copy?.collisions ?? [];
  }

  /** The view of a block that is written, as this editor has it. */
  dressed(view: BlockView, _block: StoredBlock): BlockView {
    return view;
  }

  /** Text in the place of one that is missing in a language. */
  missing(_id: string | null, _path: string): Missing | undefined {
    return undefined;
  }

  /** Part that is drawn below a block. */
  below(_id: string | null): VNode | null {
    return null;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back after each change of the page. */
  onChange(act: () => void): void {
    let last = this.state;
    this.subscribe(() => {
      if (this.state === last) return;
      last = this.state;
      act();
    });
  }

  notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  get changes(): number {
    return this.state.touched.size;
  }

  get isDirty(): boolean {
    return this.changes > 0;
  }

  /** Number of changes of what blocks refer to. */
  mediaVersion = 0;

  addMedia(media: readonly OpenedMedium[]): void {
    for (const medium of media) this.media.set(medium.id, medium);
    this.mediaVersion += 1;
    this.notify();
  }

  keyOf(id: string): string {
    return this.#keys.get(id) ?? id;
  }

  /** Id of a block now, by an id that it had. */
  idNow = (id: string): string => [...this.#keys].findLast(([, key]) => key === this.keyOf(id))?.[0] ?? id;

  block(id: string | null): StoredBlock | undefined {
    return find(this.state.blocks, id)?.block;
  }

  spot(id: string): Spot | undefined {
    return find(this.state.blocks, id)?.spot;
  }

  /** Hands over what was typed in texts that are open. */
  flush(): void {
    this.texts.flush();
  }

  /** @param field of repeated changes that are one step of undoing */
  commit(next: Partial<PageState>, touched: Iterable<string>, field?: string): void {
    this.#history.add(this.state, field);
    this.state = { ...this.state, ...next, touched: new Set([...(next.touched ?? this.state.touched), ...touched]) };
    this.texts.forgetUnused(() => [this.state, this.stored, ...this.#history.all]);
    this.notify();
  }

  step(way: 'undo' | 'redo'): void {
    if (way === 'undo' && this.texts.giveSignsBack()) return;
    this.flush();
    const state = this.#history[way](this.state);
    if (state === undefined) return;
    this.state = state;
    this.notify();
  }

  setTitle(title: string): void {
    this.commit({ title }, ['title'], 'title');
  }

  /** Sets a summary or a cover, which are stored with the content. */
  setDetail<Name extends keyof WrittenDetails>(name: Name, value: Opened['details'][Name]): void {
    const details = detailsOver({ ...this.state.details, [name]: value }, this.details);
    const others = [...this.state.touched].filter((one) => one !== name);
    this.commit({ details, touched: new Set(others) }, name in details ? [name] : [], name);
  }

  /** Sets a value in the data of a block; `undefined` removes it. */
  setField(id: string, path: string, value: unknown): void {
    const blocks = replace(this.state.blocks, id, (block) => ({ ...block, data: withValue(block.data, path, value) }));
    this.commit({ blocks }, [id], `${id}.${path}`);
  }

  /** Sets a text of a block, of a caption without its prefix, which stays. */
  setText(id: string, path: string, value: string): void {
    const { type = null, data } = this.block(id) ?? {};
    const { prefix } = readCaption(isExampleCaption(type, path) ? text(valueAt(data, path)) : '');
    this.setField(id, path, withPrefix(prefix, value));
  }

  replaceBlock(id: string, next: StoredBlock): void {
    this.commit({ blocks: replace(this.state.blocks, id, () => next) }, [id]);
  }

  /** @returns id of the block */
  add(type: string, data: StoredBlock['data'], spot: Spot, replaces?: string): string {
    const block = copyOf({ id: null, type, data });
    const { blocks } = this.state;
    const next = replaces === undefined ? insert(blocks, spot, [block]) : replace(blocks, replaces, () => block);
    if (replaces === undefined) this.commit({ blocks: next }, [block.id]);
    else this.commit({ blocks: next, touched: this.#touchedWithout(replaces) }, [block.id]);
    announce(fill(words().editorBlocks.added, { block: kindName(type) }));
    return block.id;
  }

  duplicate(id: string): string | null {
    const found = find(this.state.blocks, id);
    if (found === undefined) return null;
    const copy = copyOf(found.block);
    this.commit({ blocks: insert(this.state.blocks, { ...found.spot, at: found.spot.at + 1 }, [copy]) }, [copy.id]);
    return copy.id;
  }

  moveTo(id: string, spot: Spot): void {
    const from = this.spot(id);
    const isThere = from?.holder === spot.holder && from.field === spot.field && [0, 1].includes(spot.at - from.at);
    const blocks = isThere ? this.state.blocks : move(this.state.blocks, id, spot);
    if (blocks === this.state.blocks) return;
    this.commit({ blocks }, [id]);
    const found = this.spot(id);
    const count = found === undefined ? 0 : listAt(blocks, found).length;
    const name = kindName(this.block(id)?.type ?? null);
    announce(fill(words().editorBlocks.nowAt, { name, n: (found?.at ?? 0) + 1, count }));
  }

  /** Whether a block was never saved. */
  isAdded(id: string): boolean {
    return find(this.stored.blocks, id) === undefined;
  }

  /**
   * A removed block stays in its place until the page is saved. A block that was never saved is removed immediately.
   */
  removeBlock(id: string): void {
    const { blocks, removed } = this.state;
    if (this.selected === id) this.selected = null;
    if (!this.isAdded(id)) this.commit({ removed: new Set([...removed, id]) }, [id]);
    else this.commit({ blocks: remove(blocks, id), touched: this.#touchedWithout(id) }, []);
  }

  /** Changes without a block: one that was never saved leaves none. */
  #touchedWithout(id: string): ReadonlySet<string> {
    const { touched } = this.state;
    return this.isAdded(id) ? new Set([...touched].filter((other) => other !== id)) : new Set([...touched, id]);
  }

  /**
   * Adds an empty text below a block, and puts the caret into it.
   *
   * @param below `null` for the top of the page
   */
  addText(below: string | null): void {
    const spot = below === null ? { holder: null, field: '', at: -1 } : this.spot(below);
    if (spot !== undefined) focusText(this.add('rich_text', { html: '' }, { ...spot, at: spot.at + 1 }));
  }

  /**
   * Opens the menu to add a block below one.
   *
   * @param isReplaced whether the new one takes its place
   * @param place of the caret
   */
  insertAt(id: string, isReplaced = isUnwritten(this.block(id)), place: InsertPlace = { back: keptCaret() }): boolean {
    const spot = this.spot(id);
    if (spot === undefined) return false;
    this.show({ kind: 'insert', spot: { ...spot, at: spot.at + 1 }, ...place, ...(isReplaced && { replaces: id }) });
    return true;
  }

  /** Removes an empty text, and puts the caret into the block before it. */
  removeEmpty(id: string): boolean {
    const spot = this.spot(id);
    if (spot === undefined || spot.at === 0) return false;
    const before = listAt(this.state.blocks, spot)[spot.at - 1];
    this.removeBlock(id);
    if (before?.id) focusText(before.id);
    return true;
  }

  putBack(id: string): void {
    this.commit({ removed: new Set([...this.state.removed].filter((other) => other !== id)) }, [id]);
  }

  /** The blocks as they are to be stored. */
  blocksToStore(): Blocks {
    const written = this.state.blocks.filter((block) => !isUnwritten(block));
    return [...this.state.removed].reduce<Blocks>((blocks, id) => remove(blocks, id), written);
  }

  select(id: string | null): void {
    if (this.selected === id) return;
    this.selected = id;
    this.notify();
  }

  focusIn(id: string | null): void {
    if (this.focused === id) return;
    this.focused = id;
    this.notify();
  }

  show(open: Open | null): void {
    this.open = open;
    this.notify();
  }

  showMessage(text: string, ...actions: readonly (MessageAction | undefined)[]): void {
    this.message = { text, actions: actions.filter((action) => action !== undefined) };
    this.notify();
  }

  /**
   * Goes on with what others have stored. Undoing takes back own changes only.
   *
   * @param past former states, with what others have stored
   */
  takeOver({ version, stored, language, details, state, collisions, open, past }: TakenOver): void {
    const { activeElement } = document;
    this.base = version;
    this.stored = stored;
    this.settings = stored;
    this.language = language;
    this.details = details;
    this.state = state;
    this.collisions = collisions;
    this.open = open;
    this.#history.map(past);
    this.selected = this.block(this.selected)?.id ?? null;
    this.focused = this.block(this.focused)?.id ?? null;
    this.notify();
    keepFocus(activeElement);
  }

  /** Goes on after a change of place, slug, readers or language. The next save merges changes of the content by others. */
  arranged(page: Page, version: string, { language: own = this.language.own }: Arrangement): void {
    this.settings = page;
    this.language = { ...this.language, own };
    const { title, blocks } = this.stored;
    if (JSON.stringify([page.title, page.blocks]) === JSON.stringify([title, blocks])) this.base = version;
    this.notify();
  }

  /** Goes on from a stored page. Blocks that the server gave an id keep their elements. */
  rebase({ version, stored, ids = new Map(), next, details = this.state.details, past = () => [] }: Rebased): void {
    for (const [old, id] of ids) this.#keys.set(id, this.keyOf(old));
    const renamed = (id: string | null): string | null => (id === null ? null : (ids.get(id) ?? id));
    this.base = version;
    this.stored = stored;
    this.collisions = [];
    this.selected = renamed(this.selected);
    this.focused = renamed(this.focused);
    const { open } = this;
    if (open !== null && 'id' in open) this.open = { ...open, id: ids.get(open.id) ?? open.id };
    if (open?.kind === 'insert') this.open = { ...open, spot: { ...open.spot, holder: renamed(open.spot.holder) } };
    this.#history.map(past);
    const touched = new Set([...touchedSince(stored, next), ...Object.keys(details)]);
    this.state = { title: next.title, blocks: next.blocks, details, removed: new Set(), touched };
    this.notify();
  }
}
