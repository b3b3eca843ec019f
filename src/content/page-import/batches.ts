import { yieldWhenDue } from '../../lib/concurrency.js';
import { proposalLimits } from '../proposals/format.js';
import { colorsIn, type ImportedBlock } from './document.js';
import type { Plan, PlannedPage } from './plan.js';

/** A page of a batch, with its chapter among the pages of the batch. */
export interface BatchPage extends Omit<PlannedPage, 'parent'> {
  readonly parent: number | null;
  /** Place in the list of pages of the plan. */
  readonly place: number;
}

/** Pages and files of one proposal. */
export interface Batch {
  readonly pages: BatchPage[];
  /** Places of files of the plan. */
  readonly files: Set<number>;
  /** Places of colours of the plan. */
  readonly colors: Set<number>;
  /** Files that there is no room for, by the page that shows them. */
  readonly dropped: { readonly path: string; readonly file: number }[];
}

/** Upper bounds of the batches; a medium is two files of the brand. */
export const batchLimits = {
  pages: 150,
  files: proposalLimits.files - 5,
  bytes: (proposalLimits.bytes * 3) / 4,
};

/** Places of the files that blocks name. */
export function filesIn(blocks: readonly ImportedBlock[]): number[] {
  return blocks.flatMap(({ data: { media_id } }) => (typeof media_id === 'number' ? [media_id] : []));
}

/**
 * Pages in parts that a proposal holds. A chapter at the top stays whole if it fits; of one that does not, each further part has
 * a chapter with its title and a number.
 */
export async function batchesOf({ pages }: Pick<Plan, 'pages'>, limits = batchLimits): Promise<Batch[]> {
  for (const page of pages) {
    bytesOf(page);
    await yieldWhenDue();
  }
  const filler = new Filler(pages, limits);
  for (let at = 0; at < pages.length; ) {
    const next = pages.findIndex(({ parent }, other) => other > at && parent === null);
    const end = next < 0 ? pages.length : next;
    filler.add(at, end);
    at = end;
  }
  return filler.batches.filter((batch) => batch.pages.some(({ existing }) => existing === null));
}

const emptyBatch = (): Batch => ({ pages: [], files: new Set(), colors: new Set(), dropped: [] });

class Filler {
  readonly batches: Batch[] = [];
  #bytes = 0;
  /** Places of chapters in the batch, by those in the plan. */
  #chapters = new Map<number, number>();
  readonly #parts = new Map<number, number>();

  constructor(
    private readonly pages: readonly PlannedPage[],
    private readonly limits: typeof batchLimits,
  ) {}

  /** Adds a page at the top with all below it. */
  add(from: number, to: number): void {
    const whole = this.pages.slice(from, to);
    if (!this.#hasRoom(whole) && this.#hasRoom(whole, 0, emptyBatch(), 0)) this.#begin();
    for (let at = from; at < to; at += 1) {
      const page = this.pages[at];
      if (page === undefined) continue;
      if (page.type === 'container') this.#parts.set(at, 0);
      else {
        if (!this.#hasRoom([page], this.#missing(page.parent).length)) this.#begin();
        this.#put(at, page);
      }
    }
  }

  #begin(): void {
    this.batches.push(emptyBatch());
    this.#bytes = 0;
    this.#chapters = new Map();
  }

  #last(): Batch {
    if (this.batches.length === 0) this.#begin();
    return this.batches.at(-1) ?? emptyBatch();
  }

  /** @param more chapters that come along */
  #hasRoom(pages: readonly PlannedPage[], more = 0, batch = this.#last(), before = this.#bytes): boolean {
    const files = new Set(pages.flatMap(({ blocks }) => filesIn(blocks)).filter((file) => !batch.files.has(file)));
    const colors = pages.reduce((sum, { blocks }) => sum + blocks.flatMap(colorsIn).length, batch.colors.size);
    const count = batch.pages.length + pages.length + more;
    const bytes = before + pages.reduce((sum, page) => sum + bytesOf(page), 0);
    const all = count + colors + 2 * (batch.files.size + files.size);
    return count <= this.limits.pages && all <= this.limits.files && bytes <= this.limits.bytes;
  }

  /** Chapters of a page that the batch does not have yet, the highest first. */
  #missing(parent: number | null): number[] {
    if (parent === null || this.#chapters.has(parent)) return [];
    return [...this.#missing(this.pages[parent]?.parent ?? null), parent];
  }

  #put(at: number, page: PlannedPage): void {
    const batch = this.#last();
    const parentOf = ({ parent }: PlannedPage): number | null =>
      parent === null ? null : (this.#chapters.get(parent) ?? null);
    for (const place of this.#missing(page.parent)) {
      const chapter = this.pages[place];
      if (chapter === undefined) continue;
      const part = (this.#parts.get(place) ?? 0) + 1;
      this.#parts.set(place, part);
      const isFirst = part === 1 || chapter.existing !== null;
      const names = isFirst ? {} : { title: `${chapter.title} (${part})`, slug: `${chapter.slug}-${part}` };
      const inBatch = batch.pages.push({ ...chapter, ...names, parent: parentOf(chapter), place }) - 1;
      this.#chapters.set(place, inBatch);
    }
    batch.pages.push({ ...page, parent: parentOf(page), place: at });
    this.#bytes += bytesOf(page);
    for (const at of page.blocks.flatMap(colorsIn)) batch.colors.add(at);
    for (const file of filesIn(page.blocks)) {
      const room = this.limits.files - batch.pages.length - batch.colors.size - 2 * batch.files.size;
      if (batch.files.has(file) || room >= 2) batch.files.add(file);
      else batch.dropped.push({ path: page.path, file });
    }
  }
}

const sizes = new WeakMap<PlannedPage, number>();

function bytesOf(page: PlannedPage): number {
  const known = sizes.get(page) ?? Buffer.byteLength(JSON.stringify(page.blocks)) * 1.2 + 1000;
  sizes.set(page, known);
  return known;
}
