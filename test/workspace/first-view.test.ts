import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import ts from 'typescript5';
import { beforeAll, describe, expect, it } from 'vitest';
import { modules } from '../../src/content/brand.js';
import { fieldLabels, kindNames, moduleNames, recordLabels, sectionName } from '../../src/portal/labels.js';
import { elements } from '../support/form-fields.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient, type WorkspaceReply } from '../support/workspace.js';
import { fillBrand, pageAddresses } from '../support/workspace-pages.js';
import { labels } from './label-table.js';

portalForAll({ real: true, example: 'northlight' });

const policy =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;media-src 'self';font-src 'self';connect-src 'self';" +
  "form-action 'self';base-uri 'none';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types 'none'";

/** Files of the portal that every page loads, too. */
const shared = ['inter.woff2', 'look.js', 'portal.css', 'portal.js'];

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
  ...['/sign-in', '/me', '/me/passkeys', '/search', '/people', '/operator/health', 'nowhere'],
  ...['', '/changes', '/changes/:commit', '/language', '/proposals', '/search', '/stats', '/trash'].map(inBrand),
  ...['/trash/:page/purge', '/pages/:page/versions', '/colors/:color/versions', '/media/:media/versions'].map(inBrand),
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
      ...{ '': 'Add logo', '/media': 'Upload files', '/colors': 'Add colour', '/theme': 'Save' },
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

  it('loads at most 19 KB of style, compressed, and 14.5 KB of script, and nothing from elsewhere', async () => {
    const sizes = new Map<string, number>();
    for (const [path, { text }] of pages) {
      for (const address of loadedBy(text)) {
        expect([path, address]).toEqual([
          path,
          expect.stringMatching(
            /^\/(?:-\/workspace\/assets|assets|brands\/northlight\/-\/(?:workspace\/picture|theme|icon\.svg|files))/,
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
      expect([path, of('workspace.css') > 0, of('.css') <= 19 * kib]).toEqual([path, true, true]);
      expect([path, of('workspace.js') > 0, of('workspace.js') <= 14.5 * kib]).toEqual([path, true, true]);
      const others = loadedBy(text).filter((one) => one.includes('/assets/') && !/\/workspace\.(css|js)$/.test(one));
      expect([path, others.map((one) => one.split('/').at(-1)).sort()]).toEqual([path, shared]);
    }
  });

  it('calls every button, link, heading, field and part as the table of labels says', () => {
    const found = new Map<string, string>();
    let all = 0;
    for (const [path, { text }] of pages) {
      const { wrong, looked } = unknownIn(text);
      for (const one of wrong) found.set(one, path);
      all += looked;
    }
    expect(Object.fromEntries([...found].sort())).toEqual({});
    expect(all).toBeGreaterThan(1000);
  });
});

type Element = DefaultTreeAdapterTypes.Element;

const kinds: Readonly<Record<string, keyof typeof labels>> = {
  ...{ button: 'buttons', a: 'links', summary: 'links', label: 'fields', legend: 'fields' },
  ...{ h1: 'headings', h2: 'headings', h3: 'headings' },
};

/** Labels of fields of content, which have a table of their own, and names of kinds and modules, which boxes have. */
const ofContent = [...Object.values(fieldLabels), ...Object.values(recordLabels)]
  .flatMap((one) => Object.values(one))
  .map(([name]) => name);
/** Sections of the language are headings, and links to them. */
const sections = Object.keys(fieldLabels).map((name) => sectionName(name));
const headings = [...labels.headings, ...ofContent, ...sections];
const links = [...labels.links, ...sections];
const fields = [...labels.fields, ...ofContent, ...Object.values(kindNames), ...Object.values(moduleNames)];

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const known = Object.fromEntries(
  Object.entries({ ...labels, fields, headings, links }).map(([kind, texts]) => [
    kind,
    new RegExp(`^(?:${texts.map((text) => escaped(text).replaceAll('…', '.+')).join('|')})$`),
  ]),
);

/** Text of a control: names from the data are `…`, numbers `#`. */
function textOf(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ('value' in node) return node.value;
  if (!('tagName' in node) || isHidden(node)) return '';
  return isData(node) ? '…' : node.childNodes.map(textOf).join('');
}
const hasClass = ({ attrs }: Element, wanted: string): boolean =>
  attrs.some(({ name, value }) => name === 'class' && value.split(' ').includes(wanted));
const isHidden = (one: Element): boolean =>
  one.tagName === 'kbd' || one.attrs.some(({ name }) => name === 'aria-hidden' || name === 'hidden');
const isData = (one: Element): boolean =>
  ['bdi', 'code', 'small', 'time', 'select', 'textarea'].includes(one.tagName) ||
  hasClass(one, 'words') ||
  hasClass(one, 'tag');

const pattern = (text: string): string =>
  text
    .replaceAll(/\d[\d,.]*/g, '#')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[“”]/g, '')
    .trim();

/** Whether a text is content of the brand, or a name in it. */
function isContent(one: Element): boolean {
  for (let at: DefaultTreeAdapterTypes.ParentNode | null = one; at !== null && 'tagName' in at; at = at.parentNode) {
    if (at.tagName === 'bdi' || ['shown', 'change', 'logo', 'sources'].some((name) => hasClass(at as Element, name)))
      return true;
  }
  return (
    one.tagName === 'summary' &&
    one.parentNode !== null &&
    'tagName' in one.parentNode &&
    hasClass(one.parentNode, 'written')
  );
}

/** Names in the example that are headings or parts as they are. */
const data = [
  ...['Another', 'Northlight', 'northlight', 'What never happens to the logo 🚫'],
  ...['# italic', '# normal', 'Lesestoff', 'Northlight Sans', 'Takt Mono'],
];

/** Words that the product does not say. */
const unsaid =
  /\b(?:Make it|Change it|Set it|Add it|No reader|until shown|merged?|Settled|Bring back|Waits? for|Look|Backend|OK|Submit|successfully)\b|!/i;

/** Texts of the controls of a document that the table of labels lacks, and how many it has looked at. @param only kinds of controls */
function unknownIn(html: string, only: readonly string[] = Object.keys(known)): { wrong: string[]; looked: number } {
  const wrong: string[] = [];
  let looked = 0;
  for (const one of elements(parse(html))) {
    const isExternal = one.attrs.some(({ name, value }) => name === 'href' && /^https?:/.test(value));
    if (isHidden(one) || isExternal || isContent(one)) continue;
    const label = one.attrs.find(({ name }) => name === 'aria-label')?.value;
    const ofElement = kinds[one.tagName];
    const texts = [
      ...(label === undefined ? [] : [[ofElement === undefined ? 'parts' : ofElement, label] as const]),
      ...(ofElement === undefined || hasClass(one, 'ic') ? [] : [[ofElement, textOf(one)] as const]),
    ];
    for (const [kind, whole] of texts) {
      const text = pattern(whole);
      if (!only.includes(kind) || /^[…#\s·,:()]*$/.test(text) || data.includes(text)) continue;
      looked += 1;
      if (unsaid.test(text) || !known[kind]?.test(text)) wrong.push(`${kind}: ${text}`);
    }
  }
  return { wrong, looked };
}

it('every button, field and part of the portal is called as the table of labels says', async () => {
  const editor = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Bo Berg', { northlight: 'editor' }));
  const found = new Map<string, string>();
  for (const path of [
    '/',
    '/clear-space',
    '/colour',
    '/downloads',
    '/-/search?q=logo',
    '/-/changes',
    '/-/connect',
    '/none',
  ]) {
    const { text } = await editor.open(`/brands/northlight${path}`);
    const { wrong, looked } = unknownIn(text, ['buttons', 'fields', 'parts']);
    expect(looked, path).toBeGreaterThan(5);
    for (const one of wrong) found.set(one, path);
  }
  expect(Object.fromEntries([...found].sort())).toEqual({});
});

/** Folders of the scripts of pages. */
const scripts = ['src/portal/editor', 'src/portal/browser', 'src/workspace/browser'];

/** Names of keys, headers and interfaces. */
const named =
  /^(?:…ElementSibling|Enter|Escape|Esc|Home|End|Tab|Backspace|Delete|Commit|Merged|Person|Proposal|(?:Ctrl|Alt|Shift|Mod)\b.*|[A-Z]+[a-z]*[A-Z][A-Za-z]*|\S+-\S+)$/;

/** Labels that a script writes: its texts that begin like one, but for sentences, hints and names. */
function labelsIn(path: string): string[] {
  const found: string[] = [];
  const see = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'hint') return;
    const { parent } = node;
    // The third argument is the hint of a kind of block.
    if (
      parent &&
      ts.isCallExpression(parent) &&
      parent.expression.getText() === 'kind' &&
      parent.arguments[2] === node
    ) {
      return;
    }
    if (ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'small') return;
    const text = ts.isTemplateExpression(node)
      ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('…')
      : ts.isStringLiteralLike(node) || ts.isJsxText(node)
        ? pattern(node.text)
        : '';
    if (/^(?:… ?)?[A-Z]\S*[a-z]/.test(text) && !/[.?:](?:\s|$)/.test(text) && !named.test(text)) found.push(text);
    ts.forEachChild(node, see);
  };
  see(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return found.map(pattern);
}

it('every label that a script of a page writes, such as the menus of the editor, is in the table of labels', () => {
  const files = scripts.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const found = new Map(
    files.filter((name) => /\.tsx?$/.test(name)).flatMap((path) => labelsIn(path).map((text) => [text, path] as const)),
  );
  const wrong = [...found].filter(([text]) => unsaid.test(text) || !known.scripts?.test(text));
  expect(Object.fromEntries(wrong.sort())).toEqual({});
  expect(found.size).toBeGreaterThan(100);
});
