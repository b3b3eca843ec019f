import { gzipSync } from 'node:zlib';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { modules } from '../../src/content/brand.js';
import { elements } from '../support/form-fields.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient, type WorkspaceReply } from '../support/workspace.js';
import { fillBrand, mail, pageAddresses } from '../support/workspace-pages.js';

portalForAll({ real: true, example: 'northlight', config: { mail } });

const policy =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;media-src 'self';object-src 'self';font-src 'self';connect-src 'self';" +
  "form-action 'self';base-uri 'none';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types 'none'";

/** Files of the portal that every page loads, too. */
const shared = ['inter.woff2', 'look.js', 'portal.css', 'portal.js', 'words-en.js', 'work-words-en.js'];

const kib = 1024;

const attributes = (html: string): readonly (readonly [tag: string, name: string, value: string, rel: string])[] =>
  [...elements(parse(html))].flatMap(({ tagName, attrs }) =>
    attrs.map(
      ({ name, value }) => [tagName, name, value, attrs.find((one) => one.name === 'rel')?.value ?? ''] as const,
    ),
  );

/** Addresses that a browser asks for by itself. */
const loadedBy = (html: string): string[] =>
  attributes(html).flatMap(([tag, name, value, rel]) => {
    if (tag === 'link' && name === 'href') return rel === 'stylesheet' || !value.startsWith('data:') ? [value] : [];
    return ['src', 'srcset', 'poster', 'data', 'background'].includes(name) && tag !== 'a' ? [value] : [];
  });

const inBrand = (path: string): string => `/brands/:brand${path}`;

/** Texts of the primary buttons that are in view. */
function primaryIn(html: string): string[] {
  const isSeen = (one: DefaultTreeAdapterTypes.ParentNode | null, below?: string): boolean => {
    if (one === null || !('tagName' in one)) return true;
    const has = (wanted: string): boolean => one.attrs.some(({ name }) => name === wanted);
    const isClosed = ['details', 'dialog'].includes(one.tagName) && !has('open') && below !== 'summary';
    return !isClosed && !has('hidden') && isSeen(one.parentNode, one.tagName);
  };
  const textOf = (node: DefaultTreeAdapterTypes.ChildNode): string =>
    'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
  return [...elements(parse(html))]
    .filter((one) => one.attrs.some(({ name, value }) => name === 'class' && /(^| )go( |$)/.test(value)) && isSeen(one))
    .map((one) => textOf(one).trim());
}

/** Pages to look at, and those whose primary button needs the script. */
const withoutPrimary = [
  ...['/sign-in', '/me', '/me/notifications', '/me/passkeys', '/search', '/people', '/operator/health', 'nowhere'],
  ...['', '/changes', '/changes/:commit', '/language', '/notes', '/proposals', '/search', '/stats', '/trash'].map(
    inBrand,
  ),
  ...['/trash/:page/purge', '/colors/:color/versions', '/media/:media/versions'].map(inBrand),
  ...['/settings/sign-in', '/context/:entry/versions', '/language/:section/versions'].map(inBrand),
];

describe('the first view of every page', () => {
  const pages = new Map<string, WorkspaceReply>();
  let person: WorkspaceClient;

  beforeAll(async () => {
    const ids = await fillBrand();
    person = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Lind', {}, true));
    const addresses = pageAddresses(ids);
    for (const [path, at] of addresses) {
      const page = await person.get(at);
      expect([at, page.status]).toEqual([at, 200]);
      pages.set(path, page);
    }
    pages.set('nowhere', await person.get('/nowhere'));
  });

  it('has the same policy, whole', () => {
    for (const [path, { headers }] of pages) {
      // A form that lets an agent act leads to that agent.
      const own = headers.get('content-security-policy')?.replace(/(form-action 'self') \S+?;/, '$1;');
      expect([path, own]).toEqual([path, policy]);
    }
    expect(pages.size).toBeGreaterThan(50);
  });

  it('has one primary button, or is a page to look at', () => {
    const found = new Map([...pages].map(([path, { text }]) => [path, primaryIn(text)]));
    const wrong = [...found].filter(([path, { length }]) => length !== (withoutPrimary.includes(path) ? 0 : 1));
    expect(Object.fromEntries(wrong)).toEqual({});
  });

  it('has one primary button in a brand without content', async () => {
    await portal.service.provisioning.createEmpty('empty', 'Empty', modules);
    const expected = {
      ...{ '': 'Upload Your logo', '/media': 'Upload files', '/colors': 'Add colour', '/theme': 'Save' },
      ...{ '/context': 'Add a category first', '/people': 'Make invitation link', '/access': 'Save' },
      ...{ '/keys': 'New key', '/webhooks': 'New webhook' },
    };
    for (const [path, button] of Object.entries(expected)) {
      expect([path, ...primaryIn((await person.get(`/brands/empty${path}`)).text)]).toEqual([path, button]);
    }
  });

  it('is at most 52 KB of HTML', () => {
    const sizes = [...pages].map(([path, { text }]) => [path, Buffer.byteLength(text)] as const);
    expect(sizes.filter(([, bytes]) => bytes > 52 * kib)).toEqual([]);
  });

  it('loads at most 21.5 KB of style, compressed, and 15.6 KB of script, and nothing from elsewhere', async () => {
    const sizes = new Map<string, number>();
    for (const [path, { text }] of pages) {
      for (const address of loadedBy(text)) {
        expect([path, address]).toEqual([
          path,
          expect.stringMatching(
            /^\/(?:-\/workspace\/assets|assets|brands\/northlight\/-\/(?:workspace\/picture|theme|icon\.svg|framed|files))/,
          ),
        ]);
        if (!address.includes('/assets/') || sizes.has(address)) continue;
        const { status, text: asset } = await person.get(address, {
          'Accept-Encoding': 'identity',
        });
        expect([address, status]).toEqual([address, 200]);
        sizes.set(address, address.endsWith('.css') ? gzipSync(asset).length : Buffer.byteLength(asset));
      }
      const of = (name: string): number =>
        loadedBy(text).reduce((sum, one) => sum + (one.endsWith(name) ? (sizes.get(one) ?? 0) : 0), 0);
      expect([path, of('workspace.css') > 0, of('.css') <= 21.5 * kib]).toEqual([path, true, true]);
      expect([path, of('workspace.js') > 0, of('workspace.js') <= 15.6 * kib]).toEqual([path, true, true]);
      const others = loadedBy(text).filter((one) => one.includes('/assets/') && !/\/workspace\.(css|js)$/.test(one));
      expect([path, others.map((one) => one.split('/').at(-1)).sort()]).toEqual([path, shared]);
    }
  });
});
