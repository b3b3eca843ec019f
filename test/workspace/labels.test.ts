import { readdirSync, readFileSync } from 'node:fs';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import ts from 'typescript5';
import { expect, it } from 'vitest';
import { fieldLabels, kindNames, moduleNames, recordLabels, sectionName } from '../../src/portal/labels.js';
import { elements } from '../support/form-fields.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import { fillBrand, pageAddresses } from '../support/workspace-pages.js';
import { labels } from './label-table.js';

portalForAll({ real: true, example: 'northlight' });

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

it('every button, link, heading, field and part of the workspace is called as the table of labels says', async () => {
  const ids = await fillBrand();
  const operator = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Lind', {}, true));
  const found = new Map<string, string>();
  let all = 0;
  for (const [path, at] of pageAddresses(ids)) {
    const { wrong, looked } = unknownIn((await operator.get(at)).text);
    for (const text of wrong) found.set(text, path);
    all += looked;
  }
  expect(Object.fromEntries([...found].sort())).toEqual({});
  expect(all).toBeGreaterThan(1000);
});

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
  /^(?:…ElementSibling|Enter|Escape|Esc|Tab|Backspace|Delete|Commit|Merged|Person|Proposal|(?:Ctrl|Alt|Shift|Mod)\b.*|[A-Z]+[a-z]*[A-Z][A-Za-z]*|\S+-\S+)$/;

/** Labels that a script writes: its texts that begin like one, but for sentences, hints and names. */
function labelsIn(path: string): string[] {
  const found: string[] = [];
  const see = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'hint') return;
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
