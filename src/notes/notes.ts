import type { Clock } from '../lib/clock.js';
import { BrandNotes } from './brand-notes.js';
import type { KeptFiles } from './kept-files.js';

/** The notes of all brands. */
export class Notes {
  readonly #brands = new Map<string, BrandNotes>();

  /** @param filesOf the notes of a brand by its slug */
  constructor(
    private readonly filesOf: (slug: string) => KeptFiles,
    private readonly clock: Clock,
  ) {}

  of(slug: string): BrandNotes {
    const known = this.#brands.get(slug) ?? new BrandNotes(this.filesOf(slug), this.clock);
    this.#brands.set(slug, known);
    return known;
  }
}
