import type { Editor } from './editor.js';
import type { Copies } from './kept.js';
import type { Blocks } from './page-model.js';

/** Delay before a copy is written, in ms: by the length of the page. */
const keepMs = (blocks: Blocks): number => (blocks.length > 200 ? 1000 : 150);

/** Keeps a copy of what is unsaved on this device. */
export class Keeper {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param keptAt time of the copy on this device; `null`: there is none */
  constructor(
    private readonly editor: Editor,
    private readonly copies: Pick<Copies, 'drop' | 'write'>,
    public keptAt: number | null,
  ) {
    let last = editor.state;
    editor.subscribe(() => {
      if (editor.state === last) return;
      last = editor.state;
      this.#timer ??= setTimeout(() => this.keep(), keepMs(last.blocks));
    });
    addEventListener('pagehide', () => this.keepNow());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.keepNow());
  }

  keepNow(): void {
    this.editor.flush();
    if (this.#timer !== undefined) this.keep();
  }

  /** Writes the copy, or drops it when nothing is unsaved. */
  keep(): void {
    this.#stop();
    const { editor } = this;
    const { api, base, collisions, state, written } = editor;
    if (!editor.isDirty) {
      this.drop();
      editor.notify();
      return;
    }
    const used = new Set(stringsIn(state.blocks));
    const texts = Object.fromEntries([...written].filter(([html]) => used.has(html)));
    const { title, blocks, removed, touched } = state;
    const at = Date.now();
    const sets = { removed: [...removed], touched: [...touched] };
    const isKept = this.copies.write({ at, base, draft: api.draft, title, blocks, texts, collisions, ...sets });
    this.keptAt = isKept ? at : null;
    editor.notify();
  }

  drop(): void {
    this.#stop();
    this.copies.drop();
    this.keptAt = null;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* stringsIn(member);
}
