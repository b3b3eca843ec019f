import { posix } from 'node:path';
import { decoded } from './addresses.js';
import { documentKind, type ImportedDocument } from './document.js';

/** A file of the folder as a page. */
export interface SourceDocument {
  /** Path in the folder or ZIP. */
  readonly path: string;
  readonly document: ImportedDocument;
}

/** Target of a link: a document or another file in the folder, something elsewhere, or nothing. */
export type Target =
  | { readonly document: SourceDocument }
  | { readonly file: string }
  | { readonly elsewhere: string }
  | null;

/** Name that Notion and Confluence give a page, apart from its title. */
const ownId = /(?:^|[ _-])([\da-f]{32}|\d{5,12})$/;

/** A name without its extension and without what Notion and Confluence add. */
export const plainName = (name: string): string => stemOf(name).replace(ownId, '');

/** @returns the name without the extension of a document */
export const stemOf = (name: string): string => (documentKind(name) === null ? name : name.replace(/\.[^.]*$/, ''));

const isIndex = (name: string): boolean => /^(?:_?index|readme|default)$/i.test(stemOf(name));

export const isIndexFile = (path: string): boolean => documentKind(path) !== null && isIndex(posix.basename(path));

/** An address without what does not name another page. */
const plainAddress = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/(?:index|default)\.\w+$/i, '/')
    .replace(/\.html?$/i, '')
    .split('/')
    .filter((part) => part !== '')
    .join('/');

/** Finds what the links of documents lead to. */
export class Links {
  readonly #byPath = new Map<string, SourceDocument>();
  readonly #byAddress = new Map<string, SourceDocument>();
  readonly #byId = new Map<string, SourceDocument>();
  readonly #files = new Map<string, string>();
  /** Folders above each folder. */
  readonly #above = new Map<string, readonly string[]>();

  constructor(documents: readonly SourceDocument[], files: Iterable<string>) {
    for (const path of files) this.#files.set(keyOf(path), path);
    for (const one of documents) {
      const { path, document } = one;
      this.#byPath.set(keyOf(path), one);
      this.#byPath.set(keyOf(stemOf(path)), this.#byPath.get(keyOf(stemOf(path))) ?? one);
      if (isIndexFile(path)) this.#byPath.set(keyOf(posix.dirname(path)), one);
      const id = ownId.exec(stemOf(path))?.[1];
      if (id !== undefined) this.#byId.set(id, one);
      if (document.address !== null) this.#byAddress.set(plainAddress(document.address), one);
    }
  }

  target(from: SourceDocument, href: string): Target {
    if (/^https?:\/\//i.test(href)) return this.#elsewhere(href, href);
    if (/^[a-z][\w+.-]*:/i.test(href)) return { elsewhere: href };
    const { address } = from.document;
    if (href.startsWith('//')) return this.#elsewhere(`https:${href}`, href);
    const path = decoded(href.replace(/[?#].*$/s, ''));
    if (path === '') return { document: from };
    const local = this.#local(from.path, path);
    if (local !== null) return local;
    const [, pageId] = /[?&]pageId=(\d+)/.exec(href) ?? [];
    const named = pageId === undefined ? undefined : this.#byId.get(pageId);
    if (named !== undefined) return { document: named };
    return address !== null && URL.canParse(href, address) ? this.#elsewhere(new URL(href, address).href, null) : null;
  }

  /** @param otherwise the address if no document has it; `null`: there is none */
  #elsewhere(url: string, otherwise: string | null): Target {
    const id = ownId.exec(plainAddress(url))?.[1];
    const isNotion = /^https:\/\/(?:[\w-]+\.)?notion\.(?:so|site|com)\//.test(url);
    const found = this.#byAddress.get(plainAddress(url)) ?? (isNotion ? this.#byId.get(id ?? '') : undefined);
    if (found !== undefined) return { document: found };
    return { elsewhere: otherwise ?? url };
  }

  #local(from: string, path: string): Target {
    const folder = posix.dirname(from);
    if (!path.startsWith('/')) return this.#at(keyOf(posix.join(folder, path)).replace(/\/$/, ''));
    const inside = keyOf(posix.normalize(path)).replace(/\/$/, '').slice(1);
    if (inside.length > maxPathLength) return null;
    for (const above of this.#foldersAbove(folder)) {
      const target = this.#at(above === '' || inside === '' ? above + inside || '.' : `${above}/${inside}`);
      if (target !== null) return target;
    }
    return null;
  }

  #at(key: string): Target {
    const document = this.#byPath.get(key);
    if (document !== undefined) return { document };
    const file = this.#files.get(key);
    return file === undefined ? null : { file };
  }

  /** A folder and those above it, the highest first: what a link from the top of a website may start at. */
  #foldersAbove(folder: string): readonly string[] {
    const known = this.#above.get(folder);
    if (known !== undefined) return known;
    const parts = keyOf(folder).split('/');
    const above = ['', ...(folder === '.' ? [] : parts.map((_, at) => parts.slice(0, at + 1).join('/')))];
    this.#above.set(folder, above);
    return above;
  }
}

/** Number of characters that no path of a file exceeds: sources leave out longer ones. */
export const maxPathLength = 1000;

const keyOf = (path: string): string => path.normalize('NFC').toLowerCase();
