import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { OpenedHtml } from '../../content/html/opened-html.js';
import type { NodeJson } from '../../content/html/write.js';
import { fill, words } from '../../words/words.js';
import type { Api, Opened } from './api.js';
import { textsOf } from './page-model.js';

/** Text that is open. `flush` hands over what was typed. */
export interface OpenText {
  /** Whether an input method is at work. */
  readonly isComposing?: boolean;
  /** Ends when everything that was pasted is in the text. */
  readonly pasted?: Promise<unknown>;
  flush(): void;
  /**
   * Gives typed Markdown back that just became marks or another kind of text.
   *
   * @returns whether it has
   */
  giveSignsBack?(): boolean;
  /**
   * Has the server read source that was typed.
   *
   * @returns why it cannot be stored
   */
  read?(): Promise<string | null>;
}

const minWritten = 100;

/** Documents of the page's texts by their HTML, and the texts that are open. */
export class PageTexts {
  /** Texts that the server has read. */
  readonly #read: Map<string, OpenedHtml>;
  /** Texts of this page that the server does not know yet. */
  readonly written = new Map<string, NodeJson>();
  /** Number of written texts above which unused ones are forgotten. */
  #maxWritten = minWritten;
  readonly open = new Set<OpenText>();

  constructor(
    private readonly api: Api,
    read: Opened['texts'],
    written: Readonly<Record<string, NodeJson>>,
  ) {
    this.#read = new Map(Object.entries(read));
    for (const [html, document] of Object.entries(written)) this.written.set(html, document);
  }

  /** A text as it is drawn and opened. */
  get(html: string): OpenedHtml {
    const document = this.written.get(html);
    if (document !== undefined) return { document };
    const read = this.#read.get(html);
    if (read !== undefined) return read;
    if (html.trim() === '') return { document: { type: 'doc', content: [{ type: 'p' }] } };
    return { reason: words().editorText.notReadYet, drawn: null };
  }

  add(texts: Opened['texts']): void {
    for (const [html, text] of Object.entries(texts)) this.#read.set(html, text);
  }

  /** Whether the server knows how a text is stored. */
  isRead(html: string): boolean {
    return html.trim() === '' || this.#read.has(html) || this.written.has(html);
  }

  /**
   * Has the server read HTML that was typed as source.
   *
   * @returns the HTML as it would be stored, or why it cannot be
   */
  async readSource(html: string): Promise<{ readonly html: string } | { readonly problem: string }> {
    const cleaned = await this.api.clean(html, 'source');
    if (cleaned === null) return { problem: words().editorText.sourceNotRead };
    const { html: stored = '', document, reason = '', drawn = null } = cleaned;
    if (document !== undefined) this.written.set(stored, document);
    else if (stored === '') return { problem: fill(words().editorText.sourceNotStored, { reason }) };
    else this.add({ [stored]: { reason, drawn } });
    return { html: stored };
  }

  get isComposing(): boolean {
    return [...this.open].some((text) => text.isComposing === true);
  }

  /** Gives typed Markdown back that was the last change in the text with the focus. @returns whether it has */
  giveSignsBack(): boolean {
    return [...this.open].some((text) => text.giveSignsBack?.());
  }

  /** Hands over what was typed in texts that are open. */
  flush(): void {
    for (const text of this.open) text.flush();
  }

  /** Forgets written texts that no state has, because undoing does not lead to them. */
  forgetUnused(states: () => readonly { readonly blocks: readonly StoredBlock[] }[]): void {
    if (this.written.size <= this.#maxWritten) return;
    const used = textsOf(new Set(states().flatMap(({ blocks }) => blocks)));
    for (const html of this.written.keys()) if (!used.has(html)) this.written.delete(html);
    this.#maxWritten = Math.max(minWritten, 2 * this.written.size);
  }
}
