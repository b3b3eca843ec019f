import { inlineTags } from '../html/allow-list.js';
import { withoutText } from '../html/plain.js';

export const textFormats = ['plain', 'html', 'markdown'] as const;
export type TextFormat = (typeof textFormats)[number];

/** Placeholders for markup: a word continues across `joins` and ends at `parts`; a text ends at `breaks`. */
const joins = '\u2060';
const parts = '\ufffc';
const breaks = '\n';

const silent = [...withoutText].join('|');
const markup = new RegExp(
  // Each alternative ends at the first character that it cannot have, or takes all that is left, and gives nothing back: the time is linear.
  `<!--[\\s\\S]*?(?:-->|$)|<(${silent})\\b[^<>]*>[\\s\\S]*?(?:</\\1\\s*>|$)|</?([a-z][a-z0-9]*)(?![a-z0-9])[^<>]*>|&(?:#\\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});`,
  'gi',
);

const namedEntities = new Map(
  [
    'amp=& lt=< gt=> quot=" apos=\' nbsp=\u00a0 shy=\u00ad ndash=– mdash=— rsquo=’ euro=€ times=×',
    'auml=ä ouml=ö uuml=ü Auml=Ä Ouml=Ö Uuml=Ü szlig=ß',
  ].flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [name: string, character: string])),
);

const code =
  /(?:^|(?<=\n)) {0,3}(```+|~~~+)[\s\S]*?(?:\n {0,3}\1[`~]*[ \t]*(?=\n|$)|$)|(?<!`)(`+)(?!`)[^`]{1,10000}?(?<!`)\2(?!`)/g;
const signs =
  /\]\([^()\s]{0,2048}(?:[ \t]+"[^"\n]{0,1000}")?\)|\\(?=[!-/:-@[-`{-~])|[*~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|[[\]|]/gu;

const address = /\bhttps?:\/\/[^\s<>"]+/gi;

/** The words that readers see, in a text of the same length: each character keeps its offset in the source. */
export function visibleText(text: string, format: TextFormat): string {
  const prose = format === 'markdown' ? text.replace(code, (all) => all.replace(/[^\n]/g, parts)) : text;
  const plain = format === 'plain' ? prose : withoutMarkup(prose);
  const read =
    format === 'markdown' ? plain.replace(signs, (all) => (all === '|' ? parts : joins).repeat(all.length)) : plain;
  return read.replace(address, (all) => parts.repeat(all.length));
}

function withoutMarkup(text: string): string {
  return text.replace(markup, (all, hidden: string | undefined, tag: string | undefined) => {
    if (tag !== undefined) return placeholderOf(tag.toLowerCase()).repeat(all.length);
    if (hidden !== undefined || all.startsWith('<')) return parts.repeat(all.length);
    return characterOf(all.slice(1, -1)).padEnd(all.length, joins);
  });
}

function placeholderOf(tag: string): string {
  if (inlineTags.has(tag) || tag === 'wbr') return joins;
  return tag === 'br' ? ' ' : breaks;
}

function characterOf(entity: string): string {
  if (!entity.startsWith('#')) return namedEntities.get(entity) ?? parts;
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : parts;
}
