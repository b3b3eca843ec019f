import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { Editor } from './editor.js';
import type { Copies } from './kept.js';
import { Pause } from './pause.js';

/** Pause in changes after which a copy is written, and the time after which it is without one, in ms. */
const [pauseMs, lastMs] = [100, 300];

/** Keeps a copy of what is unsaved on this device. */
export class Keeper {
  readonly #pause = new Pause(() => this.keep(), pauseMs, lastMs);
  /** Texts of blocks: those of a block that is unchanged are looked for once. */
  readonly #strings = new WeakMap<StoredBlock, readonly string[]>();

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
      this.#pause.changed();
    });
    addEventListener('pagehide', () => this.keepNow());
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
    const { api, base, collisions, state, written } = editor;
    if (!editor.isDirty) {
      this.drop();
      editor.notify();
      return;
    }
    const used = new Set(state.blocks.flatMap((block) => this.#stringsOf(block)));
    const texts = Object.fromEntries([...written].filter(([html]) => used.has(html)));
    const { title, blocks, removed, touched } = state;
    const at = Date.now();
    const sets = { removed: [...removed], touched: [...touched] };
    const isKept = this.copies.write({ at, base, draft: api.draft, title, blocks, texts, collisions, ...sets });
    this.keptAt = isKept ? at : null;
    editor.notify();
  }

  drop(): void {
    this.#pause.stop();
    this.copies.drop();
    this.keptAt = null;
  }

  #stringsOf(block: StoredBlock): readonly string[] {
    const strings = this.#strings.get(block) ?? [...stringsIn(block)];
    this.#strings.set(block, strings);
    return strings;
  }
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* stringsIn(member);
}
