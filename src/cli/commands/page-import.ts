import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, relative } from 'node:path';
import type { Command } from 'commander';
import type { Page } from '../../content/page.js';
import { toSlug } from '../../content/slug.js';
import { PortalError } from '../../lib/errors.js';
import type { Answer, WriteOperation } from '../../operations/engine/contract.js';
import { MarkdownText } from '../../operations/engine/markdown.js';
import { createHiddenPage, createPage, listPages } from '../../operations/pages.js';
import type { Service } from '../../service/service.js';
import { message } from '../../validation/messages.js';
import { brandArgument, parseInteger, serviceCommand } from '../command.js';
import { oneLine } from '../printable.js';
import { type ImportMap, readMap, toMarkdownFolder, withMedia } from '../read-cms-export.js';
import { resultOf, runOperation } from '../run-operation.js';

const extensions: ReadonlySet<string> = new Set(['.md', '.markdown', '.mdoc']);
const maxBytes = 4 * 1024 * 1024;

interface Imported {
  readonly file: string;
  /** `null`: there is no page of it, and `problem` says why. */
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

/** Thrown in place of the commit: the write was tried whole, and nothing is stored. */
class Tried extends Error {
  constructor(
    readonly answer: Answer<Page>,
    readonly lost: readonly string[],
  ) {
    super();
  }
}

const tried = (operation: WriteOperation<Page>): WriteOperation<Page> => ({
  ...operation,
  async prepare(input, context) {
    const run = await operation.prepare(input, context);
    return async (draft) => {
      throw new Tried(await run(draft), context.lost);
    };
  },
});

class PageImport {
  readonly pages: Imported[] = [];
  /** Number of files and folders of a name. */
  readonly #names = new Map<string, number>();
  readonly #tried = new Set<string>();

  constructor(
    private readonly service: Service,
    private readonly brand: string,
    private readonly root: string,
    private readonly map: ImportMap,
    private readonly isDry: boolean,
  ) {}

  async all(parent: number | null): Promise<void> {
    for (const entry of await readdir(this.root, { withFileTypes: true, recursive: true })) {
      if (!entry.isDirectory() && !extensions.has(extname(entry.name))) continue;
      const name = toSlug(entry.isDirectory() ? entry.name : stem(entry.name));
      this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
    }
    await this.folder(this.root, parent);
  }

  /** A folder is a chapter; one with an `index` is a page. */
  async folder(folder: string, parent: number | null): Promise<void> {
    const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !name.startsWith('.'));
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry;
      const path = join(folder, name);
      if (entry.isDirectory()) await this.#folderBelow(path, parent);
      else if (!entry.isFile() || !extensions.has(extname(name))) this.#leaveOut(path, 'It is no Markdown.');
      else if (stem(name) !== '_index') await this.#file(path, join(folder, stem(name)), parent);
      else if (folder === this.root) this.#leaveOut(path, 'It is of the folder itself, which becomes no chapter.');
    }
  }

  async #folderBelow(path: string, parent: number | null): Promise<void> {
    const names = (await readdir(path)).filter((name) => extensions.has(extname(name)));
    const page = names.find((name) => stem(name) === 'index');
    if (page !== undefined) {
      await this.#file(join(path, page), path, parent);
      for (const other of (await readdir(path)).filter((name) => name !== page && !name.startsWith('.'))) {
        this.#leaveOut(join(path, other), 'It lies with the page of its folder.');
      }
      return;
    }
    const pages = await runOperation(this.service, this.brand, listPages);
    const slug = this.#slugOf(path);
    const known = pages.find((page) => page.type === 'container' && page.slug === slug);
    if (known !== undefined) return this.folder(path, known.id);
    const index = names.find((name) => stem(name) === '_index');
    const head = index === undefined ? null : await this.#read(join(path, index));
    const { title } = head?.head ?? {};
    const fields = { title: typeof title === 'string' ? title : wordsOf(basename(path)), slug };
    const lost = [...(head?.lost ?? []), ...(head?.blocks.length ? ['blocks:1'] : [])];
    const unread = Object.keys(head?.head ?? {}).filter((name) => name !== 'title');
    const named = unread.map((name) => `front_matter.${encodeURIComponent(name)}:1`);
    const body = { ...fields, type: 'container', parent_id: parent };
    const chapter = await this.#create(createPage, path, body, [...named, ...lost]);
    // In a dry run there is no chapter that the pages could be tried in.
    if (chapter !== null) await this.folder(path, this.isDry ? null : chapter);
    else this.#leaveOut(join(path, '*'), 'There is no chapter for it.');
  }

  async #read(path: string) {
    if ((await stat(path)).size > maxBytes) return null;
    return this.service.sanitizer.markdown(await readFile(path, 'utf8'));
  }

  /** @param own its path without the extension, or its folder's */
  async #file(path: string, own: string, parent: number | null): Promise<void> {
    const read = await this.#read(path);
    if (read === null) return this.#leaveOut(path, `It is larger than ${maxBytes / 1024 ** 2} MiB.`);
    const hasFolder = own !== dirname(path) && existsSync(own);
    const query = {
      ...(parent === null ? {} : { parent_id: String(parent) }),
      ...(read.head.slug === undefined ? { slug: this.#slugOf(own, hasFolder ? ' page' : '') } : {}),
      ...(read.head.title === undefined && read.title === null ? { title: wordsOf(basename(own)) } : {}),
    };
    const text = withMedia(await readFile(path, 'utf8'), this.map);
    await this.#create(
      read.head.draft === true ? createHiddenPage : createPage,
      path,
      new MarkdownText(text, query),
      [],
    );
  }

  /** The name, or the path where several have it: the same at each import, whatever there is already. */
  #slugOf(own: string, more = ''): string {
    const slug = toSlug(basename(own));
    return (this.#names.get(slug) ?? 0) < 2 ? slug : toSlug(relative(this.root, own) + more);
  }

  async #create(
    operation: WriteOperation<Page>,
    path: string,
    body: unknown,
    lost: readonly string[],
  ): Promise<number | null> {
    const file = relative(this.root, path);
    const made = ({ id, title, slug, type, visibility }: Page, more: readonly string[]): number => {
      const held = operation === createHiddenPage ? 'front_matter.draft:1' : undefined;
      const all = [...lost, ...more].filter((name) => name !== held);
      this.pages.push({ file, page: { id, title, slug, type, visibility }, lost: all, problem: null });
      return id;
    };
    try {
      const used = this.isDry ? tried(operation) : operation;
      const { value, lost: more = [] } = await resultOf(this.service, this.brand, used, { body });
      return made(value, more);
    } catch (error) {
      if (error instanceof Tried) {
        const { value } = error.answer;
        const isTaken = this.#tried.has(value.slug);
        this.#tried.add(value.slug);
        if (!isTaken) return made(value, error.lost);
        this.#leaveOut(path, message.taken('slug'));
        return null;
      }
      if (!(error instanceof PortalError) || error.code !== 'invalid') throw error;
      this.#leaveOut(path, error.message);
      return null;
    }
  }

  #leaveOut(path: string, problem: string): void {
    this.pages.push({ file: relative(this.root, path), page: null, lost: [], problem });
  }
}

const stem = (name: string): string => basename(name, extname(name));

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
    section: { part: true, title: name, body: [text] }     # no page: it stands in those that refer to it
  media: { 7orLdboQQowIUs22KAW4U: 101 }     # pictures: a part of their address, without its extension, and the medium's id
  locale: en-US                             # of Contentful; by default the export's own`;

export function importPages(): Command {
  return serviceCommand<ImportOptions, Imported[]>('import', 'make pages of Markdown files, or of an export', {
    args: [
      brandArgument,
      ['<source>', 'a folder of Decap, Keystatic or Hugo; a .json or .csv of Contentful or Directus'],
    ],
    options: [
      ['--dry-run', 'say what would become of each file, and store nothing'],
      ['--under <chapter>', "the chapter's id (default: the top level)", parseInteger],
      ['--map <file>', 'types of an export, and media of pictures'],
      ['--keep <folder>', 'where the Markdown of an export is kept'],
    ],
    async run(service, { dryRun = false, under = null, map: mapFile, keep }, brand = '', source = '') {
      const map = mapFile === undefined ? {} : await readMap(mapFile);
      const pagesOf = async (folder: string, leftOut: ReadonlyMap<string, string> = new Map()): Promise<Imported[]> => {
        const all = new PageImport(service, brand, folder, map, dryRun);
        await all.all(under);
        return [...all.pages, ...[...leftOut].map(([file, problem]) => ({ file, page: null, lost: [], problem }))];
      };
      if ((await stat(source)).isDirectory()) return pagesOf(source);
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
        const kind = page.type === 'container' ? 'chapter' : page.visibility === 'hidden' ? 'hidden page' : 'page';
        return `${file}: ${kind} ${page.slug} "${page.title}"${lost.length === 0 ? '' : `, without ${lost.join(', ')}`}`;
      };
      return pages.map((one) => oneLine(line(one))).join('\n');
    },
  }).addHelpText('after', help);
}
