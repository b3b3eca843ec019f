import { posix } from 'node:path';
import { serialize } from 'parse5';
import { yieldWhenDue } from '../../lib/concurrency.js';
import { noted } from '../../lib/say.js';
import { controlEntities, maxTextLength, onOneLine, withoutHazards } from '../../validation/json-hardening.js';
import { longHex } from '../hex-color.js';
import { parseHtml } from '../html/parse.js';
import { maxBlocksInList } from '../limits.js';
import { maxTitleLength } from '../page.js';
import { freeSlug } from '../slug.js';
import { decoded } from './addresses.js';
import { type ImportedBlock, type ImportedColor, type Loss, Losses, withColors, withFile } from './document.js';
import { Links, type SourceDocument } from './links.js';
import { elementsIn, remove, replace, textOf } from './tree.js';
import { type PageNode, treeOfPages } from './tree-of-pages.js';

export interface PlannedPage {
  /** The file or folder that it is made from. */
  readonly path: string;
  readonly title: string;
  readonly slug: string;
  readonly type: 'guideline' | 'container';
  /** Place of its chapter in the list of pages; `null` for the top level. */
  readonly parent: number | null;
  /** The chapter of the brand that it is; `null` if it is new. */
  readonly existing: number | null;
  readonly isHidden: boolean;
  /** Their `media_id` is a place in `Plan.files`. */
  readonly blocks: readonly ImportedBlock[];
  readonly lost: readonly Loss[];
}

/** A file that becomes a medium, is inside a document, or is a medium of the brand. */
export type PlannedFile =
  | { readonly path: string }
  | { readonly in: SourceDocument; readonly at: number }
  | { readonly medium: number };

export interface LeftOut {
  readonly path: string;
  readonly reason: string;
}

export interface Plan {
  readonly pages: readonly PlannedPage[];
  readonly files: readonly PlannedFile[];
  /** Each once. */
  readonly colors: readonly ImportedColor[];
  readonly left: readonly LeftOut[];
  /** Number of documents that the brand has as pages already. */
  readonly there: number;
}

/** A page of the brand that has a slug. */
export interface SlugHolder {
  readonly id: number;
  readonly title: string;
  readonly isChapter: boolean;
}

export interface PlanRules {
  /** The page that has a slug; `'taken'` if something else has it. */
  holder(slug: string): SlugHolder | 'taken' | null;
  /** Whether blocks may refer to a medium of the brand. */
  hasMedium(id: number): boolean;
  /** Whether documents may say their slug. */
  readonly choosesSlugs: boolean;
}

export const importLimits = { pages: 1000, bytes: 64 * 1024 * 1024, chapterLevels: 8 };

/** Pages, chapters and files that documents become, with all links between them. */
export async function planPages(
  documents: readonly SourceDocument[],
  files: readonly string[],
  rules: PlanRules,
): Promise<Plan> {
  const links = new Links(documents, files);
  const top = await treeOfPages(
    documents.filter(({ document }) => document.colors === undefined),
    links,
  );
  // Files of colours say nothing of the place of their pages.
  for (const source of documents)
    if (source.document.colors !== undefined)
      top.children.push({ path: source.path, title: source.document.title ?? '', source, children: [] });
  return new Planner(links, rules).plan(top);
}

class Planner {
  readonly #pages: PlannedPage[] = [];
  readonly #files: PlannedFile[] = [];
  readonly #colors = new Map<string, { readonly place: number; readonly color: ImportedColor }>();
  readonly #places = new Map<string, number>();
  /** Documents that the brand has as pages. */
  readonly #left: LeftOut[] = [];
  readonly #slugs = new Set<string>();
  /** Slug of the page that each document becomes. */
  readonly #slugOf = new Map<SourceDocument, string>();
  readonly #waiting: { readonly at: number; readonly source: SourceDocument }[] = [];

  constructor(
    private readonly links: Links,
    private readonly rules: PlanRules,
  ) {}

  async plan(top: PageNode): Promise<Plan> {
    if (top.source !== null && !top.source.document.isList) await this.#page(top.source, top.title, null, '');
    for (const child of top.children) await this.#node(child, null, 1);
    // Each page has its slug by now, so that links can name them.
    for (const { at, source } of this.#waiting) await this.#fill(at, source);
    return {
      pages: this.#split(),
      files: this.#files,
      colors: [...this.#colors.values()].map(({ color }) => color),
      left: this.#left,
      there: this.#left.length,
    };
  }

  async #node(node: PageNode, parent: number | null, level: number): Promise<void> {
    const { source, title, children } = node;
    if (children.length === 0 || level > importLimits.chapterLevels) {
      if (source !== null) await this.#page(source, title, parent, '');
      for (const child of children) await this.#node(child, parent, level + 1);
      return;
    }
    const chapter = this.#chapter(node, parent);
    if (source !== null) await this.#page(source, title, chapter, '-overview');
    for (const child of children) await this.#node(child, chapter, level + 1);
  }

  #chapter({ path, title }: PageNode, parent: number | null): number {
    const shown = shownTitle(title);
    const known = this.#known(title, shown, true);
    const slug = known?.slug ?? this.#newSlug(title);
    const chapter = { path: path || shown, title: shown, slug, type: 'container', parent, isHidden: false } as const;
    return this.#pages.push({ ...chapter, existing: known?.id ?? null, blocks: [], lost: [] }) - 1;
  }

  async #page(source: SourceDocument, title: string, parent: number | null, more: string): Promise<void> {
    await yieldWhenDue();
    const { document, path } = source;
    if (more !== '' && (await this.#onlyLists(source))) {
      const chapter = this.#pages[parent ?? -1];
      if (chapter === undefined) return;
      this.#slugOf.set(source, chapter.slug);
      this.#pages[parent ?? -1] = { ...chapter, lost: document.lost };
      return;
    }
    const shown = shownTitle(title);
    const wanted = (this.rules.choosesSlugs ? document.slug : null) ?? shown + more;
    const known = this.#known(wanted, shown, false);
    if (known !== null) {
      this.#left.push({ path, reason: noted`A page with this title and address is there.` });
      this.#slugOf.set(source, known.slug);
      return;
    }
    const slug = this.#newSlug(wanted);
    this.#slugOf.set(source, slug);
    const page = {
      path,
      title: shown,
      slug,
      type: 'guideline',
      parent,
      existing: null,
      isHidden: document.isHidden,
    } as const;
    this.#waiting.push({ at: this.#pages.push({ ...page, blocks: [], lost: [] }) - 1, source });
  }

  /** The page or chapter of the brand with a title and the slug that it would get, or that with a number. */
  #known(wanted: string, title: string, isChapter: boolean): (SlugHolder & { readonly slug: string }) | null {
    let known: (SlugHolder & { readonly slug: string }) | null = null;
    freeSlug(wanted, (slug) => {
      const holder = this.rules.holder(slug);
      if (holder === null || holder === 'taken') return holder !== null;
      if (holder.title !== title || holder.isChapter !== isChapter) return true;
      known = { ...holder, slug };
      return false;
    });
    return known;
  }

  #newSlug(text: string): string {
    const slug = freeSlug(text, (slug) => this.#slugs.has(slug) || this.rules.holder(slug) !== null);
    this.#slugs.add(slug);
    return slug;
  }

  /** Whether a page only links to the pages below it, as the chapter does. */
  async #onlyLists(source: SourceDocument): Promise<boolean> {
    for (const { type, data } of source.document.blocks) {
      if (type === 'heading') continue;
      const text = type === 'rich_text' ? parseHtml(String(data.html)) : null;
      if (text === null) return false;
      for (const link of elementsIn(text)) if (link.tagName === 'a') remove(link);
      if (/[\p{L}\p{N}]/u.test(textOf(text))) return false;
      await yieldWhenDue();
    }
    return true;
  }

  async #fill(at: number, source: SourceDocument): Promise<void> {
    const page = this.#pages[at];
    if (page === undefined) return;
    const { document } = source;
    const lost = new Losses();
    for (const { kind, name, line } of document.lost) lost.add(kind, name, line);
    const blocks: ImportedBlock[] = [];
    for (const block of document.blocks) {
      await yieldWhenDue();
      blocks.push(...(await this.#block(source, block, lost)));
    }
    this.#pages[at] = { ...page, blocks, lost: lost.list };
  }

  async #block(source: SourceDocument, sent: ImportedBlock, lost: Losses): Promise<ImportedBlock[]> {
    const { type } = sent;
    if (isTooLong(sent.data)) {
      lost.add('long');
      return [];
    }
    const data = await this.#mended(source, sent.data, lost);
    const block = { type, data };
    if (type === 'color_palette')
      return [withColors(block, (at) => this.#colorPlace(source.document.colors?.[at] ?? noColor))];
    if (typeof data.media_id === 'number') {
      const address = source.document.files[data.media_id] ?? '';
      const place = this.#placeOf(source, address);
      if (place !== null) return [withFile(block, () => place)];
      lost.add(type === 'image' ? 'image' : 'link', decoded(address));
      const label = typeof data.label === 'string' ? data.label : '';
      return label === '' ? [] : [{ type: 'heading', data: { text: label, level: 4 } }];
    }
    return [block];
  }

  /** Place of a file; `null` if it is not there. */
  #placeOf(source: SourceDocument, address: string): number | null {
    const [, medium] = /^media:([1-9]\d{0,15})$/.exec(address) ?? [];
    const [, at] = /^embedded:(\d+)$/.exec(address) ?? [];
    if (medium !== undefined) {
      const id = Number(medium);
      return this.rules.hasMedium(id) ? this.#file(`media:${medium}`, { medium: id }) : null;
    }
    if (at !== undefined) return this.#file(JSON.stringify([source.path, at]), { in: source, at: Number(at) });
    const target = this.links.target(source, address);
    return target !== null && 'file' in target ? this.#file(target.file, { path: target.file }) : null;
  }

  #file(key: string, file: PlannedFile): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.#files.push(file) - 1;
    this.#places.set(key, place);
    return place;
  }

  #colorPlace(color: ImportedColor): number {
    const key = longHex(color.hex);
    const known = this.#colors.get(key) ?? {
      place: this.#colors.size,
      color: { ...color, name: shownTitle(color.name) },
    };
    this.#colors.set(key, known);
    return known.place;
  }

  /** Data without what no block takes, and with its links to other documents as links to their pages. */
  async #mended(source: SourceDocument, value: ImportedBlock['data'], lost: Losses): Promise<ImportedBlock['data']> {
    const mend = async (one: unknown, name = ''): Promise<unknown> => {
      if (typeof one === 'string') {
        const text = withoutHazards(one.replaceAll(controlEntities, ''));
        if (ofOneLine.has(name)) return onOneLine(text);
        if (!text.includes('<a ')) return text;
        await yieldWhenDue();
        return this.#withLinks(source, text, lost);
      }
      if (Array.isArray(one)) return inOrder(one, (item) => mend(item));
      return typeof one === 'object' && one !== null ? this.#mended(source, { ...one }, lost) : one;
    };
    const members = await inOrder(
      Object.entries(value),
      async ([name, member]) => [name, await mend(member, name)] as const,
    );
    return Object.fromEntries(members);
  }

  #withLinks(source: SourceDocument, html: string, lost: Losses): string {
    const text = parseHtml(html);
    if (text === null) return html;
    for (const link of elementsIn(text)) {
      const href = link.attrs.find(({ name }) => name === 'href');
      if (link.tagName !== 'a' || href === undefined) continue;
      const target = this.links.target(source, href.value);
      if (target !== null && 'elsewhere' in target) {
        href.value = target.elsewhere;
        continue;
      }
      const isSelf = target !== null && 'document' in target && target.document === source;
      const slug = target !== null && 'document' in target && !isSelf ? this.#slugOf.get(target.document) : undefined;
      if (slug !== undefined) link.attrs = [{ name: 'href', value: slug }];
      else replace(link, link.childNodes);
      if (target === null || 'file' in target) lost.add('link', decoded(href.value));
    }
    return serialize(text);
  }

  /** A page with more blocks than one may have becomes several, if possible at a heading. */
  #split(): PlannedPage[] {
    const [pages, moved]: [PlannedPage[], number[]] = [[], []];
    for (const page of this.#pages) {
      moved.push(pages.length);
      const parts = partsOf(page.blocks);
      for (const [at, blocks] of parts.entries()) {
        const title = at === 0 ? page.title : shownTitle(`${page.title} (${at + 1})`);
        const slug = at === 0 ? page.slug : this.#newSlug(`${page.slug}-${at + 1}`);
        const parent = page.parent === null ? null : (moved[page.parent] ?? null);
        pages.push({ ...page, title, slug, parent, blocks, lost: at === 0 ? page.lost : [] });
      }
    }
    return pages;
  }
}

async function inOrder<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** Members of blocks that have no line breaks. */
const ofOneLine: ReadonlySet<string> = new Set(['title', 'label']);

const noColor: ImportedColor = { name: '', hex: '#000000', cmyk: null };

/** Whether a text or an address in a block is longer than one may be; sanitising may make a text a little longer. */
const isTooLong = (data: ImportedBlock['data']): boolean =>
  Object.entries(data).some(([name, value]) =>
    typeof value === 'string'
      ? value.length > (name === 'url' || name === 'link' ? 2048 : maxTextLength * 0.9)
      : typeof value === 'object' && value !== null && isTooLong({ ...value }),
  );

const shownTitle = (title: string): string =>
  [...onOneLine(withoutHazards(title))].slice(0, maxTitleLength).join('').trim() || 'Page';

function partsOf(blocks: readonly ImportedBlock[]): (readonly ImportedBlock[])[] {
  const parts: (readonly ImportedBlock[])[] = [];
  let rest = blocks;
  while (rest.length > maxBlocksInList) {
    const heading = rest
      .slice(0, maxBlocksInList + 1)
      .findLastIndex(({ type }, at) => type === 'heading' && at > maxBlocksInList / 2);
    const end = heading > 0 ? heading : maxBlocksInList;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}

/** Name of a file without its folders. */
export const nameOf = (file: PlannedFile): string =>
  'path' in file ? posix.basename(file.path) : 'in' in file ? (file.in.document.embedded[file.at]?.name ?? '') : '';
