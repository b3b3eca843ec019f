import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect, it } from 'vitest';
import { tables } from '../../src/words/tables.js';
import { elements } from '../support/form-fields.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, backendOrigin, WorkspaceClient, workspaceAddress } from '../support/workspace.js';
import { fillBrand, mail, pageAddresses } from '../support/workspace-pages.js';

portalForAll({ real: true, example: 'northlight', config: { mail } });

type Element = DefaultTreeAdapterTypes.Element;

const textsIn = (table: object): string[] =>
  Object.values(table).flatMap((value) => (typeof value === 'string' ? [value] : textsIn(value)));

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text without its numbers and quotes, and with `…` for names from the data. */
const pattern = (text: string): string =>
  text
    .replaceAll(/\d[\d,.]*/g, '#')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[“”„]/g, '')
    .trim();

/** Texts of the German table, those with values as patterns. */
const texts = textsIn(tables.de);
const plain = new Set(texts.map(pattern));
const filled = new RegExp(
  `^(?:${texts
    .filter((text) => /\{\w+\}/.test(text) && /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, '')))
    .map((text) => escaped(pattern(text)).replaceAll(/\\\{\w+\\\}/g, '.+'))
    .join('|')})$`,
);

/** Whether a text is German: a text of the table, or one with a number or the name of a thing after it. */
function isGerman(text: string): boolean {
  const words = text.split(' ');
  const starts = words.map((_, index) => words.slice(0, index + 1).join(' '));
  return filled.test(text) || starts.some((start) => plain.has(start.replace(/[:…#]$/, '')));
}

const hasClass = ({ attrs }: Element, wanted: string): boolean =>
  attrs.some(({ name, value }) => name === 'class' && value.split(' ').includes(wanted));

const isHidden = (one: Element): boolean =>
  one.tagName === 'kbd' || one.attrs.some(({ name }) => name === 'aria-hidden' || name === 'hidden');

const isData = (one: Element): boolean =>
  ['bdi', 'code', 'small', 'time', 'select', 'textarea'].includes(one.tagName) ||
  one.attrs.some(({ name }) => name === 'lang') ||
  hasClass(one, 'words') ||
  hasClass(one, 'tag');

/** Text of a control, with `…` for names from the data. */
function textOf(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ('value' in node) return node.value;
  if (!('tagName' in node) || isHidden(node)) return '';
  return isData(node) ? '…' : node.childNodes.map(textOf).join('');
}

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

/** Elements whose text is the product's, also on a page of the portal. */
const controls = ['button', 'label', 'legend'];

/** Elements whose text is the product's on a page of the workspace. */
const workspaceControls = [...controls, 'a', 'summary', 'h1', 'h2', 'h3', 'th'];

/** Texts and names of the controls of a document. */
function controlsIn(html: string, tags: readonly string[]): string[] {
  return [...elements(parse(html))].flatMap((one) => {
    const isExternal = one.attrs.some(({ name, value }) => name === 'href' && /^https?:/.test(value));
    if (isHidden(one) || isExternal || isContent(one)) return [];
    const label = one.attrs.find(({ name }) => name === 'aria-label')?.value ?? '';
    const own = tags.includes(one.tagName) && !hasClass(one, 'ic') ? textOf(one) : '';
    return [label, own].map(pattern).filter((text) => !/^[…#\s·,:()–]*$/.test(text) && !data.includes(text));
  });
}

const dayOfTable = /^#\.? \p{L}+\.? #$/u;

const portalPages = [
  '/',
  '/clear-space',
  '/colour',
  '/downloads',
  '/-/search?q=logo',
  '/-/changes',
  '/-/history/34',
  '/-/history/34?view=now',
  '/-/connect',
  '/none',
];

it('every button, link, heading, field and part is German in a browser that speaks it', async () => {
  const addresses = pageAddresses(await fillBrand());
  const ada = await addPerson(portal, 'Ada Lind', { northlight: 'admin' }, true);
  await portal.service.mails.addresses.give(ada.id, 'ada.lind@company.example');
  const person = await WorkspaceClient.signIn(portal, ada);
  const wrong = new Map<string, string>();
  const see = async (address: string, tags: readonly string[]): Promise<number> => {
    const headers = { Cookie: String(person.cookie), 'Accept-Language': 'de' };
    const text = await (await fetch(backendOrigin(portal) + address, { headers })).text();
    expect(text, address).toContain('<html lang="de"');
    const found = controlsIn(text, tags);
    for (const one of found) if (!isGerman(one) && !dayOfTable.test(one)) wrong.set(one, address);
    return found.length;
  };
  let seen = 0;
  for (const address of [...addresses.values(), '/nowhere'])
    seen += await see(workspaceAddress(address), workspaceControls);
  for (const path of portalPages) expect(await see(`/brands/northlight${path}`, controls), path).toBeGreaterThan(5);
  expect(Object.fromEntries(wrong)).toEqual({});
  expect(seen).toBeGreaterThan(1000);
});
