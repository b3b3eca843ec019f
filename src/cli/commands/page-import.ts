import { isUtf8 } from 'node:buffer';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import type { Command } from 'commander';
import { type Entry, listFolder } from '../../brand-folder/folder-entries.js';
import type { Page } from '../../content/page.js';
import { toSlug } from '../../content/slug.js';
import { visible } from '../../lib/display-safety.js';
import { PortalError } from '../../lib/errors.js';
import { sortedBy } from '../../lib/order.js';
import { sizeText } from '../../lib/size-text.js';
import { errorCode } from '../../lib/system-error.js';
import type { Answer, WriteOperation } from '../../operations/engine/contract.js';
import { lostFrontMatter, MarkdownText, readMarkdown } from '../../operations/engine/markdown.js';
import { createHiddenPage, createPage, listPages } from '../../operations/pages.js';
import type { Service } from '../../service/service.js';
import { message } from '../../validation/violations.js';
import { brandServiceCommand, operatorWork, resultOf, runOperation } from '../command.js';
import { parseInteger } from '../options.js';

const extensions: ReadonlySet<string> = new Set(['.md', '.markdown', '.mdoc']);
const maxBytes = 4 * 1024 * 1024;

interface Imported {
  readonly file: string;
  /** `null` if the file did not become a page: see `problem`. */
  readonly page: Pick<Page, 'id' | 'title' | 'slug' | 'type' | 'visibility'> | null;
  readonly lost: readonly string[];
  readonly problem: string | null;
}

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly under?: number;
  readonly map?: string;
  readonly keep?: string;
}

/**
 * Outcome of a dry run, thrown where the commit would follow, so that the whole write is tried but nothing is stored.
 */
class DryRunResult extends Error {
  constructor(
    readonly answer: Answer<Page>,
    readonly lost: readonly string[],
  ) {
    super();
  }
}

const withoutCommit = (operation: WriteOperation<Page>): WriteOperation<Page> => ({
  ...operation,
  async prepare(input, context) {
    const run = await operation.prepare(input, context);
    return async (draft) => {
      throw new DryRunResult(await run(draft), context.lost);
    };
  },
});

const tooLarge = `It is larger than ${sizeText(maxBytes)}.`;

/** Slug of a name, or of its percent-encoding if no character fits a slug. Every import gives the same result. */
const slugOfName = (name: string): string => toSlug(name) || toSlug(encodeURIComponent(name.toWellFormed()));

class PageImport {
  readonly pages: Imported[] = [];
  /** Number of files and folders by slug. A slug that several have is made from the path. */
  readonly #names = new Map<string, number>();
  readonly #folders = new Set<string>();
  readonly #dryRunSlugs = new Set<string>();

  constructor(
    private readonly service: Service,
    private readonly brand: string,
    private readonly root: string,
    /** Puts media in the place of pictures. */
    private readonly withMedia: (text: string) => string,
    private readonly isDry: boolean,
  ) {}

  async importAll(parent: number | null): Promise<void> {
    await this.#countNames('');
    await this.#folder('', parent);
  }

  /** Counts the names. Files that are left out are reported by `#folder`. */
  async #countNames(folder: string): Promise<void> {
    for (const { name, path, isFolder } of await this.#list(folder, () => {})) {
      if (!isFolder && !isMarkdown(name)) continue;
      const slug = slugOfName(isFolder ? name : stem(name));
      this.#names.set(slug, (this.#names.get(slug) ?? 0) + 1);
      if (!isFolder) continue;
      this.#folders.add(path);
      await this.#countNames(path);
    }
  }

  async #list(folder: string, add = (path: string, problem: string) => this.#leaveOut(path, problem)) {
    const entries = await listFolder(this.root, folder, { add }, null);
    return sortedBy(entries, ({ name }) => name);
  }

  /** A folder is a chapter; one with an `index` is a page. */
  async #folder(folder: string, parent: number | null, listed?: readonly Entry[]): Promise<void> {
    for (const { name, path, isFolder } of listed ?? (await this.#list(folder))) {
      if (isFolder && isMarkdown(name) && /^_?index$/.test(stem(name))) this.#leaveOut(path, 'It is a folder.');
      else if (isFolder) await this.#subfolder(path, parent);
      else if (!isMarkdown(name)) this.#leaveOut(path, 'It is not a Markdown file.');
      else if (stem(name) !== '_index') await this.#file(path, join(folder, stem(name)), parent);
      else if (folder === '')
        this.#leaveOut(path, 'It describes the imported folder itself, which does not become a chapter.');
    }
  }

  async #subfolder(path: string, parent: number | null): Promise<void> {
    const entries = await this.#list(path);
    const [page, index] = ['index', '_index'].map((wanted) =>
      entries.find(({ name, isFolder }) => !isFolder && isMarkdown(name) && stem(name) === wanted),
    );
    if (page !== undefined) {
      await this.#file(page.path, path, parent);
      for (const other of entries)
        if (other !== page) this.#leaveOut(other.path, 'It is in a folder with a page of its own.');
      return;
    }

    const pages = await runOperation(this.service, this.brand, listPages);
    const slug = this.#slugOf(path);
    const existing = pages.find((page) => page.type === 'container' && page.slug === slug);
    if (existing !== undefined) return this.#folder(path, existing.id, entries);

    const indexContent = index === undefined ? null : await this.#read(index.path);
    if (index !== undefined && indexContent?.problem) this.#leaveOut(index.path, indexContent.problem);
    const { title } = indexContent?.head ?? {};
    const fields = { title: typeof title === 'string' ? title : wordsOf(basename(path)), slug };
    const lost = [...(indexContent?.lost ?? []), ...(indexContent?.blocks.length ? ['blocks:1'] : [])];
    const unread = Object.keys(indexContent?.head ?? {}).filter((name) => name !== 'title');
    const ignoredFields = unread.map(lostFrontMatter);
    const body = { ...fields, type: 'container', parent_id: parent };
    const chapter = await this.#create(createPage, path, body, [...ignoredFields, ...lost]);
    // In a dry run the chapter does not exist, so the pages cannot be tried in it.
    if (chapter !== null) await this.#folder(path, this.isDry ? null : chapter, entries);
    else this.#leaveOut(join(path, '*'), 'There is no chapter for it.');
  }

  /** @returns `null` for an unreadable file, which is reported */
  async #read(path: string) {
    try {
      const file = join(this.root, path);
      const bytes = (await stat(file)).size > maxBytes ? null : await readFile(file);
      if (bytes !== null && isUtf8(bytes)) {
        const text = bytes.toString();
        return { text, ...(await readMarkdown(operatorWork(this.service, this.brand), text)) };
      }
      this.#leaveOut(path, bytes === null ? tooLarge : 'It is not UTF-8.');
    } catch (error) {
      if (error instanceof PortalError && error.code !== 'invalid') throw error;
      this.#leaveOut(path, error instanceof PortalError ? error.message : `It cannot be read (${errorCode(error)}).`);
    }
    return null;
  }

  /** @param pagePath path of the file without its extension, or path of its folder */
  async #file(path: string, pagePath: string, parent: number | null): Promise<void> {
    const markdown = await this.#read(path);
    if (markdown === null) return;
    const hasFolder = pagePath !== dirname(path) && this.#folders.has(pagePath);
    const query = {
      ...(parent === null ? {} : { parent_id: String(parent) }),
      ...(markdown.head.slug === undefined ? { slug: this.#slugOf(pagePath, hasFolder ? ' page' : '') } : {}),
      ...(markdown.head.title === undefined && markdown.title === null ? { title: wordsOf(basename(pagePath)) } : {}),
    };
    await this.#create(
      markdown.head.draft === true ? createHiddenPage : createPage,
      path,
      new MarkdownText(this.withMedia(markdown.text), query),
      [],
    );
  }

  /** Slug of the name, or of the path if several files have the same name. Every import gives the same slug. */
  #slugOf(pagePath: string, more = ''): string {
    const slug = slugOfName(basename(pagePath));
    if ((this.#names.get(slug) ?? 0) < 2) return slug;
    return toSlug(pagePath.split('/').map(slugOfName).join('-') + more);
  }

  async #create(
    operation: WriteOperation<Page>,
    file: string,
    body: unknown,
    lost: readonly string[],
  ): Promise<number | null> {
    const addPage = ({ id, title, slug, type, visibility }: Page, more: readonly string[]): number => {
      const appliedField = operation === createHiddenPage ? 'front_matter.draft:1' : undefined;
      const lostNames = [...lost, ...more].filter((name) => name !== appliedField);
      this.pages.push({ file, page: { id, title, slug, type, visibility }, lost: lostNames, problem: null });
      return id;
    };
    try {
      const actualOperation = this.isDry ? withoutCommit(operation) : operation;
      const { value, lost: more = [] } = await resultOf(this.service, this.brand, actualOperation, { body });
      return addPage(value, more);
    } catch (error) {
      if (error instanceof DryRunResult) {
        const { value } = error.answer;
        const isTaken = this.#dryRunSlugs.has(value.slug);
        this.#dryRunSlugs.add(value.slug);
        if (!isTaken) return addPage(value, error.lost);
        this.#leaveOut(file, `${message.taken('slug')}`);
        return null;
      }
      if (!(error instanceof PortalError) || error.code !== 'invalid') throw error;
      this.#leaveOut(file, error.message);
      return null;
    }
  }

  #leaveOut(file: string, problem: string): void {
    this.pages.push({ file, page: null, lost: [], problem });
  }
}

const stem = (name: string): string => basename(name, extname(name));

const isMarkdown = (name: string): boolean => extensions.has(extname(name));

function wordsOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const help = `
Each file becomes a page with the title, the slug and the parent_id of its front matter, by default with its first heading and its
name, or its path where several have the name. A draft is hidden. A folder becomes a chapter, with the title of its _index.md; one with
an index.md becomes a page. What no block holds is named with its line, and so is each file that is left out. A slug that is taken leaves
the file out: to import once more adds what is new.

An export of Contentful or Directus becomes such a folder first; --keep shows it. The map says in YAML or JSON which fields are what:

  types:
    blogPost: { chapter: Blog, title: title, slug: slug, body: [intro, sections], html: false }
    section: { part: true, title: name, body: [text] }     # no page: it is in those that refer to it
  media: { 7orLdboQQowIUs22KAW4U: 101 }     # pictures: a part of their address, without its extension, and the medium's id
  locale: en-US                             # of Contentful; by default the export's own`;

export function importPages(): Command {
  return brandServiceCommand<ImportOptions, Imported[]>(
    'import',
    'create pages from Markdown files or the export of a CMS',
    {
      args: [['<source>', 'a folder of Decap, Keystatic or Hugo; a .json or .csv of Contentful or Directus']],
      options: [
        ['--dry-run', 'report the page of each file, and store nothing'],
        ['--under <chapter>', "the chapter's id (default: the top level)", parseInteger],
        ['--map <file>', 'file that maps the types of an export, and pictures to media'],
        ['--keep <folder>', 'folder that keeps the Markdown of an export'],
      ],
      async run(service, { dryRun = false, under = null, map: mapFile, keep }, brand = '', source = '') {
        // Imported on demand, because its parsers load slowly and only this command needs them.
        const { readMap, toMarkdownFolder, withMedia } = await import('../read-cms-export.js');
        const map = mapFile === undefined ? {} : await readMap(mapFile);
        const pagesOf = async (
          folder: string,
          leftOut: ReadonlyMap<string, string> = new Map(),
        ): Promise<Imported[]> => {
          const importer = new PageImport(service, brand, folder, (text) => withMedia(text, map), dryRun);
          await importer.importAll(under);
          return [
            ...importer.pages,
            ...[...leftOut].map(([file, problem]) => ({ file, page: null, lost: [], problem })),
          ];
        };
        if ((await stat(source).catch(() => null))?.isDirectory()) return pagesOf(source);
        if (isMarkdown(source)) throw new PortalError('invalid', `Name the folder of ${source}, not the file.`);
        const { files, leftOut } = await toMarkdownFolder(source, map);
        if (keep !== undefined) await mkdir(keep);
        const folder = keep ?? (await mkdtemp(join(tmpdir(), 'brand-portal-import-')));
        try {
          for (const [path, text] of files) {
            await mkdir(dirname(join(folder, path)), { recursive: true });
            await writeFile(join(folder, path), text);
          }
          return await pagesOf(folder, leftOut);
        } finally {
          if (keep === undefined) await rm(folder, { recursive: true });
        }
      },
      text(pages) {
        const line = ({ file, page, lost, problem }: Imported): string => {
          if (page === null) return `${file}: left out. ${problem}`;
          const pageKind = page.visibility === 'hidden' ? 'hidden page' : 'page';
          const kind = page.type === 'container' ? 'chapter' : pageKind;
          const imported = `${file}: ${kind} ${page.slug} "${page.title}"`;
          return lost.length === 0 ? imported : `${imported}, without ${lost.join(', ')}`;
        };
        return pages.map((page) => visible(line(page))).join('\n');
      },
    },
  ).addHelpText('after', help);
}
