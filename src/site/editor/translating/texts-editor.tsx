import type { VNode } from 'preact';
import type { StoredBlock } from '../../../content/blocks/block-type.js';
import { withoutPrefix } from '../../../content/blocks/example-caption.js';
import type { TextState } from '../../../content/translations/apply.js';
import type { ChangedSource, OpenedText } from '../../../operations/translations/open-texts.js';
import { fill, words } from '../../../words/words.js';
import { drawNode } from '../../blocks/content-element.js';
import { text } from '../../blocks/data.js';
import type { BlockView, TextBox } from '../../blocks/view.js';
import { ownLanguageName } from '../../frame/language.js';
import { labelOf } from '../../labels.js';
import { Editor } from '../editor.js';
import { blockElement, focusFirst } from '../focus.js';
import type { Open } from '../open.js';
import { find, replace, valueAt, walk } from '../page-model.js';
import { type Missing, PlainText } from '../plain-text.js';
import { Refusal } from '../refusal.js';
import { RichText } from '../rich-text.js';
import { drawDocument } from '../text/draw.js';
import type { Confirmable, TextsApi } from './texts-api.js';

/** Menus and panels that change blocks, or the page. */
const structural: ReadonlySet<string> = new Set([
  'insert',
  'menu',
  'move',
  'settings',
  'media',
  'cell',
  'page',
  'page-move',
]);

/** The texts of a page in one language. Its blocks are those of the source. */
export class TextsEditor extends Editor {
  declare readonly api: TextsApi;
  /** Block whose source is open; `''`: the title. */
  source: string | null = null;
  /** Changes in the sources; `null` until it is asked for. */
  changed: readonly ChangedSource[] | null = null;

  /** Places with texts in their order: `''` is the title, the others are blocks. */
  get places(): string[] {
    const ids = ['', ...[...walk(this.state.blocks)].map(({ block }) => block.id ?? '')];
    return ids.filter((id, at) => ids.indexOf(id) === at && this.textsOf(id).length > 0);
  }

  textsOf(place: string): readonly OpenedText[] {
    return this.api.sources[place] ?? [];
  }

  /** State of the texts of a place as they are written now, the worst of them. */
  stateOf(place: string): TextState {
    const states = this.textsOf(place).map((one) => this.#stateOf(place, one));
    return states.find((state) => state === 'missing') ?? states.find((state) => state === 'outdated') ?? 'current';
  }

  #stateOf(place: string, { path, state }: OpenedText): TextState {
    const value = this.#valueIn(this.state, place, path);
    if (value.trim() === '') return 'missing';
    return value !== this.#valueIn(this.stored, place, path) || this.isCorrect(place) ? 'current' : state;
  }

  #valueIn(
    { title, blocks }: { readonly title: string; readonly blocks: readonly StoredBlock[] },
    id: string,
    path: string,
  ) {
    const block = find(blocks, id)?.block;
    return id === '' ? title : withoutPrefix(block?.type ?? null, path, text(valueAt(block?.data, path)));
  }

  isCorrect(place: string): boolean {
    const block: Confirmable | undefined = this.block(place);
    return place === '' ? this.api.isTitleCorrect : block?.isCorrect === true;
  }

  /** Says of the texts of a place that they are still correct, with the next save. */
  confirm(place: string): void {
    if (this.stateOf(place) !== 'outdated') return;
    this.flush();
    if (place === '') this.api.isTitleCorrect = true;
    const blocks = replace(this.state.blocks, place, (block): Confirmable => ({ ...block, isCorrect: true }));
    this.commit({ blocks }, [place || 'title']);
    const undo = (): void => {
      if (place === '') this.api.isTitleCorrect = false;
      this.step('undo');
    };
    this.showMessage(words().translating.confirmed, { name: words().common.undo, act: undo });
  }

  /** Puts the source in the place of the texts. */
  takeSource(place: string): void {
    this.flush();
    for (const { path, source } of this.textsOf(place)) {
      if (place === '') this.setTitle(source);
      else this.setText(place, path, source);
    }
    this.enter(place);
  }

  /** Puts the caret into the first text of a place, and shows it. */
  enter(place: string): void {
    const element = place === '' ? document.querySelector<HTMLElement>('main h1') : blockElement(place);
    element?.scrollIntoView({ block: 'center' });
    if (place === '') element?.querySelector<HTMLElement>('[role=textbox]')?.focus();
    else focusFirst(place);
  }

  /** Goes to the next place with something to do, or to the one before; after the last one it offers the next page. */
  async next(by: 1 | -1): Promise<void> {
    this.flush();
    const { places } = this;
    // The title comes first where no place has the caret.
    const at = places.indexOf(this.source ?? this.focused ?? 'none');
    const ahead = by === 1 ? places.slice(at + 1) : places.slice(0, Math.max(0, at)).reverse();
    const todo = ahead.find((place) => this.stateOf(place) !== 'current');
    if (todo !== undefined) {
      this.showSource(todo);
      return this.enter(todo);
    }
    const { lastHere, nextPage, allDone } = words().translating;
    const next = by === 1 ? await this.api.nextPage().catch(() => undefined) : undefined;
    if (next === undefined) return this.showMessage(by === 1 ? allDone : lastHere);
    this.showMessage(lastHere, {
      name: fill(nextPage, { page: next.title }),
      act: () => void this.leave(this.hrefOf(next.id)),
    });
  }

  /** Goes to another page. Texts that will be reviewed are kept in the draft. */
  leave: (href: string) => Promise<void> = async (href) => location.assign(href);

  /** Address at which a page is translated. */
  hrefOf(page: number, language = this.api.into.language): string {
    return `${this.api.place.base}/${language}/-/page/${page}#edit`;
  }

  showSource(place: string | null): void {
    this.source = place;
    this.notify();
    if (place === null || this.changed !== null || !this.textsOf(place).some(({ state }) => state === 'outdated'))
      return;
    this.changed = [];
    this.api.changedSources().then(
      (changed) => {
        this.changed = changed;
        this.notify();
      },
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      },
    );
  }

  override focusIn(id: string | null): void {
    super.focusIn(id);
    if (id !== null && this.source !== id && this.stateOf(id) === 'outdated') this.showSource(id);
  }

  override missing(id: string | null, path: string): Missing | undefined {
    const found = this.textsOf(id ?? '').find((one) => one.path === path);
    if (found === undefined || this.#valueIn(this.state, id ?? '', path).trim() !== '') return undefined;
    if (found.state === 'missing') return { shown: found.shown, lang: found.language };
    return { shown: found.source, lang: this.api.into.source };
  }

  /** Draws the source of a place below it. */
  drawSource: (place: string) => VNode | null = () => null;

  override below(id: string | null): VNode | null {
    return id === null || this.textsOf(id).length === 0 ? null : this.drawSource(id);
  }

  /** View of a block of which only texts are written: everything else is as readers see it. */
  override dressed(view: BlockView, { id, type }: StoredBlock): BlockView {
    const key = String(id);
    const isText = (field: string): boolean => this.textsOf(key).some(({ path }) => path === field);
    const common = (field: string) => ({
      key: field,
      label: labelOf(type, field).name,
      missing: this.missing(key, field),
      change: (next: string) => this.setText(key, field, next),
    });
    const readHtml = (html: string, { tag: Tag = 'div', ...box }: TextBox) => {
      const opened = this.texts.get(html);
      const drawn =
        'document' in opened ? drawDocument(opened.document, view) : opened.drawn?.map((node) => drawNode(node, view));
      return html === '' && Tag !== 'td' ? null : <Tag {...box}>{drawn}</Tag>;
    };
    const dressed: BlockView = {
      ...view,
      of: () => dressed,
      plain: (value, field) => (isText(field) ? <PlainText value={value} {...common(field)} /> : text(value) || null),
      html(value, field, box = {}) {
        if (!isText(field)) return readHtml(text(value), box);
        return (
          <RichText
            html={text(value)}
            box={box}
            style={view}
            {...common(field)}
            insert={refusal}
            remove={() => false}
            takePictures={refusal}
          />
        );
      },
      controls: () => null,
    };
    const refusal = (): boolean => this.refuse();
    return dressed;
  }

  /** Says where blocks are added, moved and removed. */
  refuse(): true {
    const { language, source } = this.api.into;
    const texts = words().translating;
    const page = `${this.api.place.base}/-/page/${this.api.place.pageId}#edit`;
    this.showMessage(fill(texts.onlyTexts, { language: ownLanguageName(language), source: ownLanguageName(source) }), {
      name: fill(texts.editSource, { source: ownLanguageName(source) }),
      act: page,
    });
    return true;
  }

  override show(open: Open | null): void {
    if (open !== null && structural.has(open.kind)) this.refuse();
    else super.show(open);
  }

  override insertAt(): boolean {
    return this.refuse();
  }

  override addText(): void {
    this.refuse();
  }

  override removeBlock(): void {
    this.refuse();
  }
}
