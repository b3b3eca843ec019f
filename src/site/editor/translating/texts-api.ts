import type { StoredBlock } from '../../../content/blocks/block-type.js';
import { withoutPrefix } from '../../../content/blocks/example-caption.js';
import type { Conflict } from '../../../content/merge/values.js';
import type { MergedPage } from '../../../operations/merge-open-page.js';
import type { QueuedPage } from '../../../operations/translations/languages.js';
import type { ChangedSource, OpenedText, OpenedTexts } from '../../../operations/translations/open-texts.js';
import { Api, type Opened, type Place, type Saved, type SentPage } from '../api.js';
import { find, mapBlocks, type PageContent, replace, valueAt, walk, withValue } from '../page-model.js';
import { isSame } from '../rebase-blocks.js';
import { Refusal } from '../refusal.js';
import { type Choices, isSaveConflict } from '../save-conflicts.js';
import { placeHere, placeThere, withoutSummary, withSummary } from './summary-block.js';

/** Texts by block; `''` is the page itself. */
type Sources = OpenedTexts['sources'];

/** Mark on a block whose texts are still correct, until it is saved. */
export type Confirmable = StoredBlock & { readonly isCorrect?: true };

/** Upper bound on the pages of one answer. */
const maxQueued = 1000;

type SaveOptions = Parameters<Api['save']>[1];

/** JSON door of a page in a language. A missing text is empty here; there it is none. */
export class TextsApi extends Api {
  into: OpenedTexts['into'] = { language: '', source: '', all: [] };
  sources: Sources = {};
  /** Pages whose texts wait for their review. */
  #proposed: readonly number[] = [];
  /** Whether the title was found correct. */
  isTitleCorrect = false;
  #own: number | null = null;
  /** The page in the versions that were opened, with its sources then. */
  readonly #known = new Map<string, { readonly page: PageContent; readonly sources: Sources }>();

  /** Places that others have changed, too, of the save that was refused last. */
  #conflicts: readonly Conflict[] = [];

  constructor(
    place: Place,
    private readonly language: string,
  ) {
    super(place);
  }

  override get part() {
    return { kind: 'translation', id: `${this.language}/page-${this.place.pageId}` };
  }

  override isAbout({ kind, id }: { readonly kind: string; readonly id: number | string | null }): boolean {
    return kind === 'translation' || (kind === 'page' && id === this.place.pageId);
  }

  protected override at(path = '', proposal: number | 'new' | null = this.draft): string {
    const address = super.at(path === '' ? '/texts' : path, proposal);
    return `${address}${address.includes('?') ? '&' : '?'}lang=${this.language}`;
  }

  override async open(draft = this.draft): Promise<Opened> {
    const answer: Opened & Partial<OpenedTexts> = await super.open(draft);
    const opened = withSummary({ ...answer, sources: answer.sources ?? {} });
    this.into = opened.into ?? this.into;
    this.sources = opened.sources;
    this.#proposed = opened.proposed ?? [];
    this.#own = opened.draft ?? null;
    this.#known.set(opened.version, { page: opened.page, sources: this.sources });
    return opened;
  }

  override async save(page: SentPage, options: SaveOptions): Promise<Saved> {
    const { base, since = [], choices, blocks = [], title } = page;
    const typed = { title: title ?? '', blocks };
    const chosen = choices === undefined ? typed : withSides(typed, choices, this.#conflicts);
    const correct = this.#correctIn(chosen.blocks);
    const known = this.#known.get(base)?.page;
    if (known === undefined || !isSameTexts(known, chosen)) {
      // Places that others have changed, too, are asked about if the version before is sent.
      const from = choices?.version ?? since[0]?.version ?? base;
      await super.save({ base: from, ...this.#sent(chosen) }, options).catch((error: unknown) => {
        if (error instanceof Refusal && isSaveConflict(error.problem))
          this.#conflicts = error.problem.conflicts.map(placeHere);
        throw error;
      });
    }
    const confirm = async (proposal: number | 'new' | null) => {
      const { response } = await this.request('POST', this.at('/still-correct', proposal), { texts: correct });
      return [null, response.headers.get('Proposal')] as const;
    };
    if (correct.length > 0) await (options.isDraft ? this.intoDraft(confirm) : confirm(null));
    this.isTitleCorrect = false;
    const { page: stored, version } = await this.open();
    return { page: stored, version, merged: 0 };
  }

  /** Texts as they are stored: an empty one is taken away. */
  #sent({ title, blocks }: PageContent): Pick<SentPage, 'title' | 'summary' | 'blocks'> {
    const { blocks: own, ...summary } = withoutSummary(blocks);
    const sent = mapBlocks(own, ({ id, type, data }) => {
      const isEmpty = ({ path }: OpenedText): boolean => {
        const value = valueAt(data, path);
        return typeof value === 'string' && withoutPrefix(type, path, value).trim() === '';
      };
      const paths = (this.sources[id ?? ''] ?? []).filter(isEmpty);
      return { id, type, data: paths.reduce((next, { path }) => withValue(next, path, null), data) };
    });
    return { title: title.trim() === '' ? null : title, ...summary, blocks: sent };
  }

  /** Places of the texts that were found correct. */
  #correctIn(blocks: readonly Confirmable[]) {
    const places = (block: string, of: string | null) =>
      (this.sources[block] ?? []).flatMap(({ path, state }) =>
        state === 'outdated' ? [placeThere({ block: of, field: path })] : [],
      );
    const inBlocks = [...walk(blocks)].flatMap(({ block }: { readonly block: Confirmable }) =>
      block.isCorrect && block.id !== null ? places(block.id, block.id) : [],
    );
    return this.isTitleCorrect ? [...places('', null), ...inBlocks] : inBlocks;
  }

  /** Stores the texts again as they were before a save. */
  override async undo(base: string, to: string): Promise<string> {
    const before = this.#known.get(to)?.page;
    if (before === undefined) return base;
    const body = { base, ...this.#sent(before) };
    return (await this.request('POST', this.at('/save'), body)).version;
  }

  /** Both texts of a place are one value; the page has the blocks of the newest source. */
  override async merge(base: string, mine: Pick<SentPage, 'title' | 'blocks'>): Promise<MergedPage> {
    const from = this.#known.get(base);
    const opened = await this.open();
    const { page, version } = opened;
    const changed = [...walk(page.blocks)].flatMap(({ block }) => {
      const before = from && find(from.page.blocks, block.id)?.block;
      return isSame(before, block) && isSame(from?.sources[block.id ?? ''], this.sources[block.id ?? ''])
        ? []
        : [block.id];
    });
    const conflicts: Conflict[] = [];
    const merged =
      from === undefined
        ? null
        : this.#merged(from, { title: mine.title ?? '', blocks: mine.blocks ?? [] }, page, conflicts);
    return { opened, version, merged, conflicts: merged === null ? [] : conflicts, changed, by: [] };
  }

  /** @returns `null` where texts have other places in a block now: only a save finds those */
  #merged(
    from: { readonly page: PageContent; readonly sources: Sources },
    mine: PageContent,
    theirs: PageContent,
    conflicts: Conflict[],
  ): PageContent | null {
    let isMoved = false;
    const sideOf = (block: string | null, field: string, [base, own, other]: readonly unknown[]): unknown => {
      if (own === base || own === other) return other;
      if (other !== base) conflicts.push({ block, field, kind: 'both', base, mine: own, theirs: other });
      return own;
    };
    const blocks = mapBlocks(theirs.blocks, (block) => {
      const id = block.id ?? '';
      const before = find(from.page.blocks, id)?.block;
      const own: Confirmable | undefined = find(mine.blocks, id)?.block;
      if (before === undefined || own === undefined || own === before) return block;
      const texts = this.sources[id] ?? [];
      if (hasMoved(from.sources[id] ?? [], texts)) isMoved = true;
      const data = texts.reduce((next, { path }) => {
        const sides = [before, own, block].map(({ data }) => valueAt(data, path));
        return withValue(next, path, sideOf(id, path, sides));
      }, block.data);
      return { ...block, data, ...(own.isCorrect && { isCorrect: true }) };
    });
    const title = sideOf(null, 'title', [from.page.title, mine.title, theirs.title]);
    return isMoved ? null : { title: String(title), blocks };
  }

  async changedSources(): Promise<readonly ChangedSource[]> {
    const { body } = await this.request<readonly ChangedSource[]>('GET', this.at('/changed-sources', null));
    return body.map((one) => {
      const { block, field } = placeHere({ block: one.block || null, field: one.path });
      return { ...one, block: block ?? '', path: field };
    });
  }

  /** The next page with something to do, without this one, and those that wait for their review. */
  async nextPage(): Promise<QueuedPage | undefined> {
    const known = [this.place.pageId, ...this.#proposed];
    const path = `/languages/${this.language}/queue?limit=${Math.min(known.length + 1, maxQueued)}`;
    const { body } = await this.request<readonly QueuedPage[]>('GET', path);
    return body.find(({ id }) => !known.includes(id));
  }

  /** The person's draft with texts of this language, of any pages. */
  get ownDraft(): number | null {
    return this.#own;
  }

  /** Viewers who translate see no proposal: theirs lead to what is to do. */
  override proposalHref(number = this.draft): string {
    const { api, isViewer } = this.place;
    return isViewer ? api.replace(/api$/, 'translations') : super.proposalHref(number);
  }

  /** The change of this page is the first. */
  override async proposal(number = this.draft) {
    const found = await super.proposal(number);
    const { kind, id } = this.part;
    const isOwn = (change: { readonly kind: string; readonly id: unknown }): boolean =>
      change.kind === kind && change.id === id;
    const changes = [...found.changes].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
    return { ...found, changes };
  }
}

const isSameTexts = (some: PageContent, other: PageContent): boolean =>
  some.title === other.title &&
  [...walk(other.blocks)].every(({ block }) => isSame(find(some.blocks, block.id)?.block.data, block.data));

/** Whether a text is at another place of its block. */
function hasMoved(before: readonly OpenedText[], now: readonly OpenedText[]): boolean {
  const places = new Map(before.map(({ source, path }) => [source, path]));
  const isSameShape = isSame(
    before.map(({ path }) => path),
    now.map(({ path }) => path),
  );
  return !isSameShape || now.some(({ source, path }) => (places.get(source) ?? path) !== path);
}

/** The page with the sides that were chosen. */
function withSides(
  page: PageContent,
  { places }: Pick<Choices, 'places'>,
  conflicts: readonly Conflict[],
): PageContent {
  let { title, blocks } = page;
  for (const { block, field, side } of places.map(placeHere)) {
    if (side !== 'theirs' || field === null) continue;
    const theirs = conflicts.find((one) => one.block === block && one.field === field)?.theirs ?? '';
    if (block === null) title = String(theirs);
    else blocks = replace(blocks, block, (one) => ({ ...one, data: withValue(one.data, field, theirs) }));
  }
  return { title, blocks };
}
