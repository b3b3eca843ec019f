import type { BlockContent, Heading, Html, List, Paragraph, PhrasingContent, Table, Text } from 'mdast';
import { isSafeUrl } from '../html/url.js';

/** A comment: the only raw HTML there is. Names of content are percent-encoded, so that they cannot end it. */
export function marker(...names: string[]): Html {
  return { type: 'html', value: `<!-- ${names.map((name) => encodeURIComponent(name.toWellFormed())).join(' ')} -->` };
}

/** Collapses each run of white space, line breaks included. */
export const spaced = (value: string): string => value.replace(/[\t-\r ]+/g, ' ');

export const text = (value: string): Text => ({ type: 'text', value: spaced(value).trim() });

export const paragraph = (children: PhrasingContent[]): Paragraph => ({ type: 'paragraph', children });

export function heading(depth: number, value: string): Heading {
  const levels = [1, 2, 3, 4, 5, 6] as const;
  return { type: 'heading', depth: levels.find((level) => level >= depth) ?? 6, children: [text(value)] };
}

export function list(items: readonly BlockContent[][]): List {
  return {
    type: 'list',
    spread: false,
    children: items.map((children) => ({ type: 'listItem', spread: false, children })),
  };
}

/** A table of rows of any length: missing cells are empty, and so is a missing header. */
export function table(rows: readonly (readonly PhrasingContent[][])[]): Table {
  const width = Math.max(1, ...rows.map(({ length }) => length));
  return {
    type: 'table',
    align: Array.from({ length: width }, () => null),
    children: rows.map((row) => ({
      type: 'tableRow',
      children: Array.from({ length: width }, (_, at) => ({ type: 'tableCell', children: row[at] ?? [] })),
    })),
  };
}

/** A link; only its children where the address is not safe. */
export function link(url: string, children: PhrasingContent[] = [text(url)], title?: string | null): PhrasingContent[] {
  return isSafeUrl(url) ? [{ type: 'link', url, title: title ?? null, children }] : children;
}

/** Text of several lines: a blank line ends a paragraph. The first begins with `lead`. */
export function paragraphs(value: string, lead: PhrasingContent[] = []): Paragraph[] {
  const parts = value.split(/(?:\r\n?|\n)[\t ]*(?:\r\n?|\n)/).map(lines);
  const shown = parts.filter((part) => part.length > 0);
  return shown.map((part, at) => paragraph(at === 0 ? [...lead, ...part] : part));
}

/** One text with line breaks in it: a node for each line would take seconds where there are many. */
function lines(value: string): Text[] {
  const texts = value.split(/\r\n?|\n/).map((part) => spaced(part).trim());
  const shown = texts.filter((part) => part !== '').join('\n');
  return shown === '' ? [] : [{ type: 'text', value: shown }];
}

export const strong = (children: PhrasingContent[]): PhrasingContent => ({ type: 'strong', children });

export function named(name: string, value: readonly PhrasingContent[]): Paragraph {
  return paragraph([strong([text(name)]), { type: 'text', value: ': ' }, ...value]);
}
