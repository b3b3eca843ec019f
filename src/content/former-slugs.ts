import type { Visibility } from './brand.js';
import type { FileContent } from './file-format.js';
import type { PageFile } from './page.js';
import { isShownTo } from './visible-catalog.js';
import { guestOf, type Visitor, viewer } from './visitors.js';

/** Bounds on the former slugs that are kept: of a page in one language, and of a brand. */
export const maxFormerOfPage = 20;
export const maxFormerOfBrand = 5000;

/** Visibilities, from the one that most people see. */
const widths: readonly Visibility[] = ['public', 'internal', 'hidden'];
const nowhere = { type: 'guideline', parent_id: null, visibility: 'hidden' } as const;
const guest = guestOf({ internal: false, facts: false, language: false });

/** Number of a visibility in `widths`: who could see something. */
type Width = number;
const unseen: Width = widths.indexOf('hidden');

/** `''`: the slug of the source. */
type Language = string;

interface Slug {
  slug: string;
  /** The widest that the page had with it. */
  width: Width;
}

interface PageState extends Pick<PageFile, 'type' | 'parent_id' | 'visibility'> {
  readonly slugs: Map<Language, Slug>;
}

interface Former extends Readonly<Slug> {
  readonly page: number;
  readonly language: Language;
}

const placeOf = ({ language, slug }: Pick<Former, 'language' | 'slug'>): string => `${language} ${slug}`;
const holderOf = ({ language, page }: Pick<Former, 'language' | 'page'>): string => `${language} ${page}`;

/** A change of a file that slugs depend on; no value: it is gone. */
export type SlugChange = Extract<FileContent<null>, { kind: 'brand' | 'page' } | { kind: 'translation'; of: 'page' }>;

export interface FormerSlugsState {
  readonly shown: readonly Language[];
  readonly pages: readonly (readonly [id: number, Omit<PageState, 'slugs'>, readonly [Language, Slug][]])[];
  readonly former: readonly Former[];
}

/**
 * Slugs that pages had before, in each language, with who could see the page then. It is made from the changes of the history, the
 * oldest first. Where there are too many, those that the fewest people could see go first, then the oldest: nothing that is done with
 * pages that a reader does not see changes what the reader gets.
 */
export class FormerSlugs {
  readonly #pages = new Map<number, PageState>();
  readonly #within = new Map<number, Set<number>>();
  /** Languages that visitors read. */
  #shown: ReadonlySet<Language> = new Set(['']);
  /** The oldest first, as all of these. */
  readonly #former = new Set<Former>();
  readonly #byWidth = widths.map(() => new Set<Former>());
  readonly #byPlace = new Map<string, Set<Former>>();
  readonly #byHolder = new Map<string, Set<Former>>();

  static from({ shown, pages, former }: FormerSlugsState): FormerSlugs {
    const made = new FormerSlugs();
    made.#shown = new Set(shown);
    for (const [id, place, slugs] of pages) made.#place(id, { ...place, slugs: new Map(slugs) });
    for (const one of former) made.#add(one);
    return made;
  }

  get state(): FormerSlugsState {
    return {
      shown: [...this.#shown],
      pages: [...this.#pages].map(([id, { slugs, ...place }]) => [id, place, [...slugs]]),
      former: [...this.#former],
    };
  }

  /**
   * Pages that had a slug while a visitor could see them, the last one first.
   *
   * @param visitor `null`: sees everything
   */
  find(language: Language, slug: string, visitor: Visitor | null): number[] {
    const found = [...(this.#byPlace.get(placeOf({ language, slug })) ?? [])].filter(
      ({ width }) =>
        visitor === null || isShownTo(visitor, { type: 'guideline', visibility: widths[width] ?? 'hidden' }),
    );
    return found.reverse().map(({ page }) => page);
  }

  /** Takes what one commit changed. */
  apply(changes: readonly SlugChange[]): void {
    const changed = new Set<number>();
    for (const change of changes) {
      if (change.kind === 'brand') {
        const { language, languages } = change.value ?? { language: '', languages: [] };
        this.#shown = new Set(['', language, ...languages.flatMap(({ shown, tag }) => (shown ? tag : []))]);
        for (const [id, { slugs }] of this.#pages) if (slugs.size > 1) changed.add(id);
      } else if (change.kind === 'page') {
        this.#takePage(change.id, change.value);
        changed.add(change.id);
      } else {
        this.#takeSlug(change.id, change.language, change.value?.slug ?? null);
        changed.add(change.id);
      }
    }
    for (const id of this.#withInner(changed)) this.#widen(id);
    for (const id of changed) if (this.#pages.get(id)?.slugs.size === 0) this.#forget(id);
  }

  #takePage(id: number, page: PageFile | null): void {
    const slugs = this.#pages.get(id)?.slugs ?? new Map<Language, Slug>();
    if (page !== null) {
      const { type, parent_id, visibility } = page;
      this.#place(id, { type, parent_id, visibility, slugs });
      this.#takeSlug(id, '', page.slug);
      return;
    }
    // A page in the trash keeps its slugs in other languages.
    this.#takeSlug(id, '', null);
    this.#place(id, { ...nowhere, slugs });
  }

  #forget(id: number): void {
    this.#place(id, { ...nowhere, slugs: new Map() });
    this.#pages.delete(id);
  }

  #place(id: number, state: PageState): void {
    const before = this.#pages.get(id)?.parent_id ?? null;
    if (before !== null) this.#within.get(before)?.delete(id);
    this.#pages.set(id, state);
    const { parent_id } = state;
    if (parent_id === null) return;
    const inner = this.#within.get(parent_id) ?? new Set();
    this.#within.set(parent_id, inner.add(id));
  }

  #takeSlug(id: number, language: Language, slug: string | null): void {
    const slugs = this.#pages.get(id)?.slugs;
    const before = slugs?.get(language);
    if (before?.slug === slug) return;
    if (before !== undefined) this.#add({ ...before, page: id, language });
    if (slug === null) slugs?.delete(language);
    else if (slugs === undefined)
      this.#place(id, { ...nowhere, slugs: new Map([[language, { slug, width: unseen }]]) });
    else slugs.set(language, { slug, width: unseen });
  }

  /** Pages with all that is in them. */
  #withInner(ids: ReadonlySet<number>): ReadonlySet<number> {
    const all = new Set(ids);
    // A set also iterates over elements that are added during the loop.
    for (const id of all) for (const inner of this.#within.get(id) ?? []) all.add(inner);
    return all;
  }

  /** Takes note of who sees a page now. With it, they see the chapters around it. */
  #widen(id: number): void {
    const width = this.#widthOf(id);
    if (width === unseen) return;
    for (let at: number | null = id; at !== null; at = this.#pages.get(at)?.parent_id ?? null) {
      for (const [language, slug] of this.#pages.get(at)?.slugs ?? [])
        if (this.#shown.has(language)) slug.width = Math.min(slug.width, width);
    }
  }

  /** Width of a page with content. */
  #widthOf(id: number): Width {
    if (this.#pages.get(id)?.type !== 'guideline') return unseen;
    const seen = new Set<number>();
    let width = 0;
    for (let at: number | null = id; at !== null; ) {
      const page = this.#pages.get(at);
      if (page === undefined || seen.has(at)) return unseen;
      seen.add(at);
      const own = [guest, viewer].findIndex((visitor) => isShownTo(visitor, page));
      width = own < 0 ? unseen : Math.max(width, own);
      if (width === unseen) return unseen;
      at = page.parent_id;
    }
    return width;
  }

  #add({ language, slug, page, width }: Former): void {
    const again = [...(this.#byPlace.get(placeOf({ language, slug })) ?? [])].find((one) => one.page === page);
    if (again !== undefined) this.#drop(again);
    const former = { language, slug, page, width: Math.min(width, again?.width ?? unseen) };
    for (const some of this.#listsOf(former)) some.add(former);
    const ofPage = this.#byHolder.get(holderOf(former)) ?? new Set();
    if (ofPage.size > maxFormerOfPage)
      this.#dropOne(widths.map((_, at) => new Set([...ofPage].filter((one) => one.width === at))));
    if (this.#former.size > maxFormerOfBrand) this.#dropOne(this.#byWidth);
  }

  #listsOf(former: Former): readonly Set<Former>[] {
    const listOf = (lists: Map<string, Set<Former>>, name: string): Set<Former> => {
      const list = lists.get(name) ?? new Set();
      lists.set(name, list);
      return list;
    };
    const byWidth = this.#byWidth[former.width] ?? new Set();
    return [
      ...[this.#former, byWidth],
      ...[listOf(this.#byPlace, placeOf(former)), listOf(this.#byHolder, holderOf(former))],
    ];
  }

  #drop(former: Former): void {
    for (const some of this.#listsOf(former)) some.delete(former);
    if (this.#byPlace.get(placeOf(former))?.size === 0) this.#byPlace.delete(placeOf(former));
    if (this.#byHolder.get(holderOf(former))?.size === 0) this.#byHolder.delete(holderOf(former));
  }

  /** @param byWidth the oldest first in each */
  #dropOne(byWidth: readonly ReadonlySet<Former>[]): void {
    const [oldest] = byWidth.findLast((some) => some.size > 0) ?? [];
    if (oldest !== undefined) this.#drop(oldest);
  }
}
