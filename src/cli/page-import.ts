import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import type { Command } from 'commander';
import type { Page } from '../content/page.js';
import { toSlug } from '../content/slug.js';
import { PortalError } from '../errors.js';
import type { Answer, WriteOperation } from '../operations/engine/contract.js';
import { MarkdownText } from '../operations/engine/markdown.js';
import { createPage, listPages } from '../operations/pages.js';
import type { Service } from '../service/service.js';
import { brandArgument, parseInteger, serviceCommand } from './command.js';
import { oneLine } from './printable.js';
import { resultOf, runOperation } from './run-operation.js';

const extensions: ReadonlySet<string> = new Set(['.md', '.markdown', '.mdoc']);
const maxBytes = 4 * 1024 * 1024;

interface Imported {
  readonly file: string;
  /** `null`: there is no page of it, and `problem` says why. */
  readonly page: Pick<Page, 'id' | 'title' | 'slug' | 'type'> | null;
  readonly lost: readonly string[];
  readonly problem: string | null;
}

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly under?: number;
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

const tryPage: WriteOperation<Page> = {
  ...createPage,
  async prepare(input, context) {
    const run = await createPage.prepare(input, context);
    return async (draft) => {
      throw new Tried(await run(draft), context.lost);
    };
  },
};

class PageImport {
  readonly pages: Imported[] = [];

  constructor(
    private readonly service: Service,
    private readonly brand: string,
    private readonly root: string,
    private readonly isDry: boolean,
  ) {}

  /** A folder is a chapter; one with an `index` is a page. */
  async folder(folder: string, parent: number | null): Promise<void> {
    const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !name.startsWith('.'));
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry;
      const path = join(folder, name);
      if (entry.isDirectory()) await this.#folderBelow(path, parent);
      else if (!entry.isFile() || !extensions.has(extname(name))) this.#leaveOut(path, 'It is no Markdown.');
      else if (stem(name) !== '_index') await this.#file(path, stem(name), parent);
      else if (folder === this.root) this.#leaveOut(path, 'It is of the folder itself, which becomes no chapter.');
    }
  }

  async #folderBelow(path: string, parent: number | null): Promise<void> {
    const names = (await readdir(path)).filter((name) => extensions.has(extname(name)));
    const page = names.find((name) => stem(name) === 'index');
    if (page !== undefined) {
      await this.#file(join(path, page), basename(path), parent);
      for (const other of (await readdir(path)).filter((name) => name !== page && !name.startsWith('.'))) {
        this.#leaveOut(join(path, other), 'It lies with the page of its folder.');
      }
      return;
    }
    const pages = await runOperation(this.service, this.brand, listPages);
    const known = pages.find(({ slug, type }) => type === 'container' && slug === toSlug(basename(path)));
    if (known !== undefined) return this.folder(path, known.id);
    const index = names.find((name) => stem(name) === '_index');
    const head = index === undefined ? null : await this.#read(join(path, index));
    const { title } = head?.head ?? {};
    const fields = { title: typeof title === 'string' ? title : wordsOf(basename(path)), slug: basename(path) };
    const lost = [...(head?.lost ?? []), ...(head?.blocks.length ? ['blocks:1'] : [])];
    const unread = Object.keys(head?.head ?? {}).filter((name) => name !== 'title');
    const named = unread.map((name) => `front_matter.${encodeURIComponent(name)}:1`);
    const body = { ...fields, type: 'container', parent_id: parent };
    const chapter = await this.#create(path, body, [...named, ...lost]);
    // In a dry run there is no chapter that the pages could be tried in.
    if (chapter !== null) await this.folder(path, this.isDry ? null : chapter);
    else this.#leaveOut(join(path, '*'), 'There is no chapter for it.');
  }

  async #read(path: string) {
    if ((await stat(path)).size > maxBytes) return null;
    return this.service.sanitizer.markdown(await readFile(path, 'utf8'));
  }

  async #file(path: string, name: string, parent: number | null): Promise<void> {
    const read = await this.#read(path);
    if (read === null) return this.#leaveOut(path, `It is larger than ${maxBytes / 1024 ** 2} MiB.`);
    const query = {
      ...(parent === null ? {} : { parent_id: String(parent) }),
      ...(read.head.slug === undefined ? { slug: name } : {}),
      ...(read.head.title === undefined && read.title === null ? { title: wordsOf(name) } : {}),
    };
    await this.#create(path, new MarkdownText(await readFile(path, 'utf8'), query), []);
  }

  async #create(path: string, body: unknown, lost: readonly string[]): Promise<number | null> {
    const file = relative(this.root, path);
    const made = (page: Page, more: readonly string[]): number => {
      const { id, title, slug, type } = page;
      this.pages.push({ file, page: { id, title, slug, type }, lost: [...lost, ...more], problem: null });
      return id;
    };
    try {
      const operation = this.isDry ? tryPage : createPage;
      const { value, lost: more = [] } = await resultOf(this.service, this.brand, operation, { body });
      return made(value, more);
    } catch (error) {
      if (error instanceof Tried) return made(error.answer.value, error.lost);
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
name. A folder becomes a chapter, with the title of its _index.md; one with an index.md becomes a page. What no block
holds is named with its line, and so is each file that is left out. A slug that is taken leaves the file out: to import once more adds what is new.`;

export function importPages(): Command {
  return serviceCommand<ImportOptions, Imported[]>('import', 'make pages of a folder of Markdown files', {
    args: [brandArgument, ['<folder>', 'of Decap, Keystatic, Hugo or the like']],
    options: [
      ['--dry-run', 'say what would become of each file, and store nothing'],
      ['--under <chapter>', "the chapter's id (default: the top level)", parseInteger],
    ],
    async run(service, { dryRun = false, under }, brand = '', folder = '') {
      const all = new PageImport(service, brand, folder, dryRun);
      await all.folder(folder, under ?? null);
      return all.pages;
    },
    text(pages) {
      const line = ({ file, page, lost, problem }: Imported): string => {
        if (page === null) return `${file}: left out. ${problem}`;
        const kind = page.type === 'container' ? 'chapter' : 'page';
        return `${file}: ${kind} ${page.slug} "${page.title}"${lost.length === 0 ? '' : `, without ${lost.join(', ')}`}`;
      };
      return pages.map((one) => oneLine(line(one))).join('\n');
    },
  }).addHelpText('after', help);
}
