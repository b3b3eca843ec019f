import { join } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { beforeAll, expect, it } from 'vitest';
import { importFolder } from '../../src/cli/import-folder.js';
import { effort } from '../support/effort.js';
import { exampleBrands } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { browserAccept, openPortal } from '../support/portal-visitors.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';

portalForAll({ real: true, pictures: true });

const brands = ['northlight', 'little-bakery'];

beforeAll(async () => {
  for (const slug of brands) {
    await importFolder(portal.service, join(exampleBrands, slug));
    await openPortal(portal, slug);
  }
});

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

interface Document {
  readonly ids: ReadonlySet<string>;
  /** Addresses that it names, as they are written. */
  readonly addresses: readonly string[];
}

/** @param node of a document, with its templates */
function read(node: Node, ids = new Set<string>(), addresses: string[] = []): Document {
  if ('attrs' in node) {
    for (const { name, value } of node.attrs) {
      if (name === 'id') ids.add(value);
      const isMade = node.tagName === 'form' && node.attrs.some((one) => one.value === 'post');
      if (['href', 'src', 'action', 'data-copy-from'].includes(name) && !isMade && value !== 'true')
        addresses.push(value);
      if (name === 'srcset') addresses.push(...value.split(', ').map((one) => one.split(' ')[0] ?? ''));
      // Files are copied and saved by script, too.
      if (name === 'data-copy' && value.startsWith('/')) addresses.push(value);
    }
  }
  if ('childNodes' in node) for (const child of node.childNodes) read(child, ids, addresses);
  return { ids, addresses };
}

/** Everything that the portal of a brand leads to, from its start, for the owner of a cookie. @returns what is broken, and how much was read */
async function walk(slug: string, Cookie: string) {
  const origin = backendOrigin(portal);
  const base = `/brands/${slug}/`;
  const seen = new Map<string, Document | null>();
  const broken: string[] = [];
  const named = new Map<string, string>();
  const seeds = ['', 'no-such-page', 'llms.txt', 'sitemap.xml', '-/search?q=logo', '-/search?q=zzzz', '-/connect'];
  const counts = new Map<string, number>();
  /**
   * Without full effort, each file is asked for in one of its sizes, for test/pictures looks at sizes; of what has a number, such as
   * histories of pages and forms of the workspace, five of a kind are.
   */
  const isNext = ({ pathname, searchParams }: URL): boolean => {
    const isSized = searchParams.has('width');
    // Filters of the library combine.
    const isCombined = searchParams.get('show')?.includes('.') === true;
    const isOneOfMany = isSized || isCombined || /\/-\/.*\d/.test(pathname + searchParams);
    if (!isCombined && (effort === 'full' || !isOneOfMany)) return true;
    const kind = isSized ? pathname : pathname.replaceAll(/\d+/g, '#');
    const before = counts.get(kind) ?? 0;
    counts.set(kind, before + 1);
    return before < (isSized ? 1 : 5);
  };
  let todo = seeds.map((path) => ({ url: new URL(base + path, origin), from: 'the start' }));
  while (todo.length > 0) {
    const next: typeof todo = [];
    for (const { url, from } of todo) if (url.hash !== '') named.set(url.href, from);
    const fresh = [...new Map(todo.map((one) => [one.url.href.replace(/#.*/s, ''), one])).entries()];
    const some = fresh.filter(([href, { url }]) => !seen.has(href) && isNext(url));
    for (let at = 0; at < some.length; at += 8) {
      const asked = some.slice(at, at + 8).map(async (one) => {
        const [href, { from }] = one;
        seen.set(href, null);
        // As a browser that follows a link of the page.
        const answer = await fetch(href, {
          headers: { Accept: browserAccept, Cookie, 'Sec-Fetch-Site': 'same-origin' },
        });
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (answer.status === 503) {
          // Only some archives are made at once: it is asked for again after the others.
          some.push(one);
          return;
        }
        const isSeed = href.endsWith('/no-such-page');
        if (answer.status !== (isSeed ? 404 : 200) || bytes.length === 0)
          broken.push(`${from}: ${href}: ${answer.status}`);
        const { pathname } = new URL(answer.url);
        const type = answer.headers.get('content-type') ?? '';
        const isRead = pathname.startsWith(base) || type.startsWith('text/html');
        const isOfPortal = pathname.startsWith(base);
        if (!isRead) return;
        const text = bytes.toString();
        const isPage = type.startsWith('text/html');
        const listed = [...text.matchAll(/<loc>([^<]+)<|\]\((http[^)]+)\)/g)].map(
          ([, one, other]) => one ?? other ?? '',
        );
        // Without script: anchors in `noscript` are elements only there.
        const content = isPage
          ? read(parse(text, { scriptingEnabled: false }))
          : { ids: new Set<string>(), addresses: type.includes('image') ? [] : listed };
        seen.set(href, content);
        if (!isOfPortal) return;
        for (const address of content.addresses) {
          const target = URL.canParse(address, answer.url) ? new URL(address, answer.url) : null;
          if (target === null) broken.push(`${href}: ${address}`);
          else if (target.origin === origin) next.push({ url: target, from: href });
        }
      });
      await Promise.all(asked);
    }
    todo = next;
  }
  for (const [href, from] of named) {
    const [page = '', id = ''] = href.split('#');
    const { ids } = seen.get(page) ?? {};
    if (ids !== undefined && !ids.has(decodeURIComponent(id))) broken.push(`${from}: ${href}: no such anchor`);
  }
  const count = (isCounted: (href: string) => boolean) => [...seen.keys()].filter(isCounted).length;
  const pages = count((href) => !href.includes('/-/') && new URL(href).pathname.startsWith(base));
  return { broken, pages, files: count((href) => /\/files\//.test(href)) };
}

it.each(brands)('no link, picture, file or anchor of %s is broken, for any reader', async (slug) => {
  const of = async (role: 'viewer' | 'editor') =>
    (await WorkspaceClient.signIn(portal, await addPerson(portal, role, { [slug]: role }))).cookie ?? '';
  const guest = await walk(slug, '');
  // The workspace has the same pages for each brand: they are read for one, and with full effort for both.
  const editor = effort === 'full' || slug === brands[0] ? await walk(slug, await of('editor')) : guest;
  // Between these two: they see no page, and no file, that neither of them sees.
  const viewer = effort === 'full' ? await walk(slug, await of('viewer')) : guest;
  expect([guest, viewer, editor].flatMap(({ broken }) => broken)).toEqual([]);
  expect([guest.pages, guest.files].every((count) => count > 0)).toBe(true);
  expect(editor.pages).toBeGreaterThanOrEqual(viewer.pages);
});
