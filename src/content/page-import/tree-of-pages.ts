import { posix } from 'node:path';
import { yieldWhenDue } from '../../lib/concurrency.js';
import { wordsOf } from './document.js';
import { isIndexFile, type Links, plainName, type SourceDocument, stemOf } from './links.js';

/** A page, or a chapter with its pages. */
export interface PageNode {
  /** Path of the file or folder. */
  readonly path: string;
  title: string;
  source: SourceDocument | null;
  children: PageNode[];
}

const titleOf = (name: string): string =>
  wordsOf(plainName(name).replace(/^\d{1,3}[-_. )]+(?=\S)/, '')) || wordsOf(name);

/** Folders as chapters, and the document of each, by the paths, the trails of the pages themselves, and the addresses of saved pages. */
export async function treeOfPages(documents: readonly SourceDocument[], links: Links): Promise<PageNode> {
  const root: PageNode = { path: '', title: '', source: null, children: [] };
  const folders = new Map([['', root]]);
  const places = placesOf(documents);
  const folderAt = (path: string): PageNode => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const parent = posix.dirname(path) === '.' ? root : folderAt(posix.dirname(path));
    const node: PageNode = { path, title: titleOf(posix.basename(path)), source: null, children: [] };
    folders.set(path, node);
    parent.children.push(node);
    return node;
  };
  const folderOf = (path: string): string => (posix.dirname(path) === '.' ? '' : posix.dirname(path));
  for (const place of places.values()) folderAt(folderOf(place));

  const parentOf = new Map<PageNode, PageNode>();
  const nodeOf = new Map<SourceDocument, PageNode>();
  for (const [one, place] of places) {
    const own = isIndexFile(place) ? folderOf(place) : stemOf(place);
    const folder = folders.get(own);
    const title =
      one.document.title ??
      titleOf(isIndexFile(place) ? (own === '' ? 'index' : posix.basename(own)) : posix.basename(place));
    if (folder !== undefined && folder.source === null) Object.assign(folder, { source: one, title });
    else folderAt(folderOf(place)).children.push({ path: one.path, title, source: one, children: [] });
  }
  const note = (node: PageNode): void => {
    if (node.source !== null) nodeOf.set(node.source, node);
    for (const child of node.children) {
      parentOf.set(child, node);
      note(child);
    }
  };
  note(root);
  for (const one of documents) {
    moveBelow(one);
    await yieldWhenDue();
  }

  /** Puts a page below the last one of its trail. */
  function moveBelow(one: SourceDocument): void {
    const trail = (one.document.above ?? []).flatMap((href) => {
      const target = links.target(one, href);
      return target !== null && 'document' in target && target.document !== one ? [target.document] : [];
    });
    const [node, above] = [nodeOf.get(one), nodeOf.get(trail.at(-1) ?? one)];
    if (node === undefined || above === undefined || above === node || above === parentOf.get(node) || node === root)
      return;
    for (let at: PageNode | undefined = above; at !== undefined; at = parentOf.get(at)) if (at === node) return;
    const before = parentOf.get(node);
    if (before !== undefined) before.children = before.children.filter((child) => child !== node);
    above.children.push(node);
    parentOf.set(node, above);
  }

  let top = withoutEmpty(root);
  for (let only = onlyIn(top); only !== null; only = onlyIn(only)) top = only;
  await order(top, links);
  return top;
}

/** The folder around all others, or the page that has all others below it; `null` if there is none. */
function onlyIn({ source, children: [only, ...others] }: PageNode): PageNode | null {
  if ((source !== null && !source.document.isList) || only === undefined || others.length > 0) return null;
  const isAround = only.children.some(({ children }) => children.length > 0);
  const isPage = (only.source?.document.blocks.length ?? 0) > 0 && only.children.length > 0;
  return isAround || isPage ? only : null;
}

/** Path by which each document is put into chapters: of saved pages that of their address, where they have one website. */
function placesOf(documents: readonly SourceDocument[]): Map<SourceDocument, string> {
  const urls = documents.map(({ document: { address } }) => (address === null ? null : new URL(address)));
  const host = urls.find((url) => url !== null)?.host;
  const isSite = host !== undefined && urls.every((url) => url?.host === host);
  return new Map(
    documents.map((one, at) => {
      const path = (urls[at]?.pathname ?? '')
        .split('/')
        .filter((part) => part !== '')
        .join('/');
      if (!isSite) return [one, one.path];
      return [one, path === '' ? 'index.html' : `${stemOf(path)}.html`];
    }),
  );
}

function withoutEmpty(node: PageNode): PageNode {
  node.children = node.children.map(withoutEmpty).filter((child) => child.source !== null || child.children.length > 0);
  return node;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Orders pages as the page above links to them, or else the first page of all; the rest by name. */
async function order(
  node: PageNode,
  links: Links,
  fallback: ReadonlyMap<SourceDocument, number> = new Map(),
): Promise<void> {
  await yieldWhenDue();
  const own = rankedBy(node.source, links);
  const first = own.size > 0 ? own : fallback.size > 0 ? fallback : rankedBy(node.children[0]?.source ?? null, links);
  const rankOf = (child: PageNode): number => {
    const ranks = [child, ...child.children].map(({ source }) => (source === null ? undefined : first.get(source)));
    return Math.min(...ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY));
  };
  const ranks = new Map(node.children.map((child) => [child, rankOf(child)] as const));
  node.children.sort((a, b) => {
    const [rankA = 0, rankB = 0] = [ranks.get(a), ranks.get(b)];
    return rankA === rankB ? collator.compare(a.path, b.path) : rankA - rankB;
  });
  for (const child of node.children) await order(child, links, first);
}

function rankedBy(source: SourceDocument | null, links: Links): Map<SourceDocument, number> {
  const ranks = new Map<SourceDocument, number>();
  if (source === null) return ranks;
  for (const [at, href] of source.document.links.entries()) {
    const target = links.target(source, href);
    if (target !== null && 'document' in target && target.document !== source && !ranks.has(target.document))
      ranks.set(target.document, at);
  }
  return ranks;
}
