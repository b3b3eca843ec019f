import { serialize, serializeOuter } from 'parse5';
import type { Element } from '../html/parse.js';
import { withoutTags } from '../html/write.js';
import type { ImportedBlock, Losses } from './document.js';
import { attribute, elementsIn, textOf } from './tree.js';

const maxRows = 1000;

/** A table; one whose cells span others stays in a text. `null` if it is empty. */
export function tableBlock(table: Element, clean: (html: string) => string, lost: Losses): ImportedBlock | null {
  if (textOf(table) === '') return null;
  const elements = elementsIn(table);
  const spans = elements.some((one) => Number(attribute(one, 'colspan')) > 1 || Number(attribute(one, 'rowspan')) > 1);
  if (spans) return { type: 'rich_text', data: { html: clean(serializeOuter(table)) } };
  const rows = elements
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) => row.childNodes.filter((cell): cell is Element => cell.nodeName === 'td' || cell.nodeName === 'th'));
  const [first = [], ...rest] = rows.filter((row) => row.some((cell) => textOf(cell) !== ''));
  const html = (cell: Element): string => bare(clean(serialize(cell)));
  const isNamed = first.some((cell) => textOf(cell) !== '');
  const isHeader = isNamed && first.every((cell) => cell.tagName === 'th' || textOf(cell) === '' || isBold(html(cell)));
  const body = isHeader ? rest : [first, ...rest];
  if (body.length > maxRows) lost.add('rows');
  const caption = elements.find(({ tagName }) => tagName === 'caption');
  return {
    type: 'table',
    data: {
      ...(caption === undefined ? {} : { caption: textOf(caption) }),
      header: isHeader ? first.map(textOf) : [],
      rows: body.slice(0, maxRows).map((row) => row.map((cell) => strongHead(cell, html(cell)))),
    },
  };
}

/** A cell with one paragraph needs no element around its text. */
const bare = (html: string): string => /^<p>((?:(?!<\/?p\b)[\s\S])*)<\/p>$/.exec(html)?.[1] ?? html;

const isBold = (html: string): boolean => /^<strong>[\s\S]*<\/strong>$/.test(html) && !/<\/strong>[^<]+</.test(html);

const strongHead = ({ tagName }: Element, html: string): string =>
  tagName === 'th' && withoutTags(html) !== '' && !html.includes('<strong') && !html.startsWith('<p')
    ? `<strong>${html}</strong>`
    : html;
