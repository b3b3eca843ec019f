import type { Copies, UnsavedCopy } from './copies.js';
import type { Editor } from './editor.js';
import { idsOf, isUnwritten, textsOf } from './page-model.js';
import { Pause } from './pause.js';

/** Pause in changes after which a copy is written, in ms. */
const pauseMs = 100;

/** Time after which a copy is written without a pause, in ms. */
const lastMs = 300;

/** Keeps a copy of what is unsaved on this device. */
export class Keeper {
  readonly #pause = new Pause(() => this.keep(), pauseMs, lastMs);
  /** Whether this device took no copy of what is unsaved. */
  isRefused = false;

  /** @param keptAt time of the copy on this device; `null` if there is none */
  constructor(
    private readonly editor: Editor,
    private readonly copies: Pick<Copies, 'drop' | 'setAside' | 'write'>,
    public keptAt: number | null,
  ) {
    editor.onChange(() => this.#pause.changed());
    addEventListener('pagehide', () => this.keepNow());
    addEventListener('beforeunload', (event) => {
      this.keepNow();
      // The browser asks whether to leave.
      if (this.isRefused) event.preventDefault();
    });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.keepNow());
  }

  keepNow(): void {
    this.editor.flush();
    if (this.#pause.isDue) this.keep();
  }

  /** Writes the copy, or drops it when nothing is unsaved. */
  keep(): void {
    this.#pause.stop();
    const { editor } = this;
    if (editor.isDirty) {
      const copy = this.#copy();
      this.isRefused = !this.copies.write(copy);
      this.keptAt = this.isRefused ? null : copy.at;
    } else this.drop();
    editor.notify();
  }

  #copy(): UnsavedCopy {
    const { api, base, collisions, state, stored } = this.editor;
    const used = textsOf(state.blocks);
    const texts = Object.fromEntries([...this.editor.texts.written].filter(([html]) => used.has(html)));
    const { title, details, removed, touched } = state;
    const blocks = state.blocks.filter((block) => !isUnwritten(block));
    const known = idsOf(stored.blocks);
    const added = [...idsOf(blocks)].filter((id) => !known.has(id));
    const sets = { removed: [...removed], touched: [...touched], added };
    return { at: Date.now(), base, draft: api.draft, title, details, blocks, texts, collisions, ...sets };
  }

  drop(): void {
    this.#pause.stop();
    this.copies.drop();
    this.keptAt = null;
    this.isRefused = false;
  }

  /**
   * Gives up what is unsaved. The next page offers to undo this; if the tab cannot hold a copy, the browser asks before
   * the page is left.
   */
  discard(): void {
    this.editor.flush();
    if (this.copies.setAside(this.#copy())) this.drop();
    else this.isRefused = true;
  }
}
