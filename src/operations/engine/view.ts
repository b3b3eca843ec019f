import { withoutEmpty } from '../../content/blocks/empty.js';
import { type Module, modules } from '../../content/brand.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import type { PageFile } from '../../content/page.js';
import { translatedCatalog } from '../../content/translations/translated-catalog.js';
import { catalogAt } from '../../content/validity.js';
import type { Work } from '../../content/work/content-work.js';
import { found } from '../../lib/errors.js';
import type { BrandNotes } from '../../notes/brand-notes.js';
import { type Addresses, noAddresses } from '../../registry/file-address.js';
import type { Searchable } from '../../search/brand-index.js';
import type { Found, SearchQuery } from '../../search/document.js';
import type { Search } from '../../search/search.js';
import type { Repository } from '../../store/repository.js';
import type { Snapshot } from '../../store/snapshot.js';
import { type Actor, lackingRole } from './access.js';
import { readPage } from './read-page.js';
import type { Review } from './review.js';
import { type PageInLanguage, readTranslated, withoutEmptyIn } from './translation.js';

/** A brand at one commit, as operations read it. */
export class BrandView {
  constructor(
    readonly slug: string,
    readonly snapshot: Snapshot<Catalog>,
    readonly now: Date,
    readonly sanitizer: Sanitizer,
    private readonly modulesShown: readonly string[] = modules,
  ) {}

  /** Whether the brand has the module: an answer that spans modules leaves out the others. */
  shows(module: Module): boolean {
    return this.modulesShown.includes(module);
  }

  /** Language of its texts; `null`: those of the source. */
  get language(): string | null {
    return null;
  }

  get catalog(): Catalog {
    return this.snapshot.catalog;
  }

  /** The content with only the media that may be used now: what a new reference may be to. Drafts hold what is stored. */
  get available(): Catalog {
    return catalogAt(this.catalog, this.now);
  }

  /** @throws `not_found` unless it is the id of an active page of this brand */
  async page(id: number): Promise<PageFile> {
    return this.readPage(found(this.catalog.pages.get(id), 'Page'));
  }

  readPage(record: PageRecord): Promise<PageFile> {
    return readPage(this.snapshot, record, this.sanitizer);
  }
}

/** History of a brand: its contents at older commits, and the commits themselves. */
export type History = Pick<Repository<Catalog>, 'read' | 'readFile' | 'past' | 'versions'>;

interface ReadViewOptions {
  readonly slug: string;
  readonly snapshot: Snapshot<Catalog>;
  readonly now: Date;
  readonly sanitizer: Sanitizer;
  readonly work: Work;
  readonly modules: readonly string[] | undefined;
  readonly search: Search;
  readonly wholeHistory: History;
  readonly mayWrite: boolean;
  readonly actor: Actor;
  readonly notes: BrandNotes;
  /** Language of its texts; `null`: those of the source. */
  readonly language?: string | null;
  findAddresses(): Promise<Addresses>;
  /** The proposals of the brand. */
  review(): Promise<Review>;
}

/** The view of an operation that only reads: it has the history and the search, too. */
export class ReadView extends BrandView {
  readonly mayWrite: boolean;
  /** Work for the caller. */
  readonly work: Work;
  readonly review: () => Promise<Review>;
  readonly actor: Actor;
  readonly notes: BrandNotes;
  #lastPage: PageInLanguage | null = null;

  constructor(private readonly options: ReadViewOptions) {
    const { slug, snapshot, now, sanitizer, work, modules, mayWrite, review, actor, notes } = options;
    super(slug, snapshot, now, sanitizer, modules);
    this.mayWrite = mayWrite;
    this.work = work;
    this.review = review;
    this.actor = actor;
    this.notes = notes;
  }

  override get language(): string | null {
    return this.options.language ?? null;
  }

  override get catalog(): Catalog {
    const { language } = this;
    return language === null ? this.snapshot.catalog : translatedCatalog(this.snapshot.catalog, language).catalog;
  }

  override async page(id: number): Promise<PageFile> {
    return this.readPage(found(this.snapshot.catalog.pages.get(id), 'Page'));
  }

  /** A page as the reader gets it: visitors get nothing of what is empty, and no more of a chapter than the catalog shows. */
  override async readPage(record: PageRecord): Promise<PageFile> {
    const { language } = this;
    const { shownTo } = this.snapshot.catalog;
    const shown = (page: PageFile): PageFile => ({
      ...page,
      summary: record.summary === null ? null : page.summary,
      cover: record.cover,
    });
    if (language === null) {
      const page = await super.readPage(record);
      return shownTo === undefined ? page : shown({ ...page, blocks: withoutEmpty(page.blocks) });
    }
    const found = await readTranslated(this.snapshot, record, language, this.sanitizer);
    const page = shownTo === undefined ? found : withoutEmptyIn(found);
    this.#lastPage = shownTo === undefined ? page : { ...page, page: shown(page.page) };
    return this.#lastPage.page;
  }

  /** Content in a language of the brand; `null`: that of the source. */
  in(language: string | null): ReadView {
    return new ReadView({ ...this.options, language });
  }

  /** The page that was read last, in the language of the view. */
  get lastPage(): PageInLanguage | null {
    return this.#lastPage;
  }

  /** @throws `forbidden` for visitors, who see the brand only as it is now */
  get history(): History {
    if (this.catalog.shownTo !== undefined) throw lackingRole('editor');
    return this.options.wholeHistory;
  }

  /** For operations that filter by visitor: each change is shown to those who could see it when it was made. */
  get filteredHistory(): History {
    return this.options.wholeHistory;
  }

  /** Made with the brand's first file. */
  async addresses(): Promise<Addresses> {
    return this.catalog.files.size === 0 ? noAddresses : this.options.findAddresses();
  }

  /**
   * Full-text search in a brand's searchable content.
   *
   * @throws `busy`, `unavailable`
   */
  find(content: Searchable, query: SearchQuery): Promise<readonly Found[]> {
    return this.options.search.find(this.slug, content, query);
  }
}
