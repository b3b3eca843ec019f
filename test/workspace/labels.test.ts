import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect, it } from 'vitest';
import { labels as contentLabels, recordLabels } from '../../src/portal/labels.js';
import { labels } from '../../src/workspace/labels.js';
import { kindNames, moduleNames, sectionName } from '../../src/workspace/words.js';
import { elements } from '../support/form-fields.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import { fillBrand, pageAddresses } from '../support/workspace-pages.js';

portalForAll({ real: true, example: 'northlight' });

type Element = DefaultTreeAdapterTypes.Element;

const kinds: Readonly<Record<string, keyof typeof labels>> = {
  ...{ button: 'buttons', a: 'links', summary: 'links', label: 'fields', legend: 'fields' },
  ...{ h1: 'headings', h2: 'headings', h3: 'headings' },
};

/** Labels of fields of content, which have a table of their own, and names of kinds and modules, which boxes have. */
const ofContent = [...Object.values(contentLabels), ...Object.values(recordLabels)]
  .flatMap((one) => Object.values(one))
  .map(([name]) => name);
/** Sections of the language are headings, and links to them. */
const sections = Object.keys(contentLabels).map((name) => sectionName(name));
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

/** Names in the example that are headings as they are. */
const data = ['Another', 'Northlight', 'northlight', 'What never happens to the logo 🚫'];

/** Words that the product does not say. */
const unsaid =
  /\b(?:Make it|Change it|Set it|Add it|No reader|until shown|merged?|Settled|Bring back|Waits? for|Look|Backend|OK|Submit|successfully)\b|!/i;

it('every button, link, heading and field of the workspace is called as the table of labels says', async () => {
  const ids = await fillBrand();
  const operator = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Lind', {}, true));
  const wrong = new Map<string, string>();
  let looked = 0;
  for (const [path, at] of pageAddresses(ids)) {
    for (const one of elements(parse((await operator.get(at)).text))) {
      const kind = kinds[one.tagName];
      const isExternal = one.attrs.some(({ name, value }) => name === 'href' && /^https?:/.test(value));
      if (kind === undefined || isHidden(one) || isExternal || isContent(one)) continue;
      const text = pattern(textOf(one));
      if (/^[…#\s·,:()]*$/.test(text) || data.includes(text)) continue;
      looked += 1;
      if (unsaid.test(text) || !known[kind]?.test(text)) wrong.set(`${kind}: ${text}`, path);
    }
  }
  expect(Object.fromEntries([...wrong].sort())).toEqual({});
  expect(looked).toBeGreaterThan(1000);
});
