import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { schemeOf } from './hostile/forbidden.js';
import { type Part, withoutSpace } from './markdown.js';

type Node = DefaultTreeAdapterTypes.Node;
type Shape = Readonly<Record<string, unknown>>;

/** The nodes that an element may become. */
const kindsOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries('h1 h2 h3 h4 h5 h6'.split(' ').map((tag) => [tag, 'heading'])),
  ...Object.fromEntries('code kbd samp var'.split(' ').map((tag) => [tag, 'inlineCode'])),
  ...Object.fromEntries('em i u mark'.split(' ').map((tag) => [tag, 'emphasis'])),
  ...Object.fromEntries('ul ol li dl dt dd'.split(' ').map((tag) => [tag, 'list listItem'])),
  ...{
    b: 'strong',
    strong: 'strong',
    s: 'delete',
    del: 'delete',
    a: 'link',
    blockquote: 'blockquote',
    hr: 'thematicBreak',
  },
  ...{ pre: 'code inlineCode', table: 'table tableRow tableCell', caption: 'strong paragraph' },
};

class Expected implements Part {
  readonly kinds = new Set<string>();
  readonly links = new Set<string>();
  headings = 0;
  #words = '';

  constructor(readonly marker: string) {}

  get words(): string {
    return withoutSpace(this.#words);
  }

  say(words: string, ...kinds: string[]): void {
    this.#words += words;
    for (const kind of kinds) this.kinds.add(kind);
  }

  link(address: string): void {
    if (!safeSchemes.has(schemeOf(address) ?? '')) return;
    this.kinds.add('link');
    this.links.add(address);
  }

  /** @param isInTable a table within a table is told as its text */
  html(node: Node, isInTable = false): void {
    if (node.nodeName === '#text' && 'value' in node) this.say(node.value);
    if ('tagName' in node) {
      const kinds = kindsOf[node.tagName]?.split(' ') ?? [];
      this.say('', ...kinds.filter((kind) => kind !== 'link'));
      if (kinds.includes('heading')) this.headings += 1;
      if (node.tagName === 'a') this.link(node.attrs.find(({ name }) => name === 'href')?.value ?? 'none:');
    }
    if (!('childNodes' in node)) return;
    const quote = node.nodeName === 'q' ? '"' : '';
    this.say(quote);
    const isTable = node.nodeName === 'table';
    const isCaption = (child: Node): boolean => isTable && !isInTable && child.nodeName === 'caption';
    // A caption is read before its table, wherever in it it stands.
    const captions = node.childNodes.filter(isCaption);
    const others = node.childNodes.filter((child) => !isCaption(child));
    for (const child of [...captions, ...others]) this.html(child, isInTable || isTable);
    this.say(quote);
  }
}

const safeSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:', '']);

/** What each block must be read as: told from its fields, without Markdown. What follows an inner block counts as its. */
export function expectedOf(blocks: readonly StoredBlock[], parts: Expected[] = []): Part[] {
  const last = (): Expected => parts.at(-1) as Expected;
  const field = (name: string, value: unknown, { 'x-kind': kind, items, properties }: Shape): void => {
    if (value === undefined || value === '') return;
    if (kind === 'blocks') expectedOf(value as StoredBlock[], parts);
    else if (kind === 'html') last().html(parseFragment(String(value)));
    else if (isShape(properties)) {
      for (const [inner, shape] of Object.entries(properties)) field(inner, (value as Shape)[inner], shape as Shape);
    } else if (Array.isArray(value) && isShape(items) && 'properties' in items) {
      for (const item of value) field(name, item, items);
    } else {
      last().say(`${name}:${Array.isArray(value) ? value.join() : value}`, 'strong');
      if (kind === 'url') last().link(String(value));
    }
  };
  for (const { id, type, data } of blocks) {
    parts.push(new Expected(`<!-- ${type} ${id} -->`));
    if (type === 'heading') {
      last().headings = 1;
      last().say(String(data.text), 'heading');
    } else if (type === 'table') {
      last().say(`${data.caption}${(data.header as string[]).join('')}`, 'strong', 'table', 'tableRow', 'tableCell');
      for (const cell of (data.rows as string[][]).flat()) last().html(parseFragment(cell));
    } else if (type === 'image') {
      // Its texts are in the node of the picture, which `foundIn` does not read.
      last().say('', 'image');
      if (typeof data.link === 'string') last().link(data.link);
    } else field('', data, blockTypes.get(type ?? '')?.data as unknown as Shape);
  }
  return parts;
}

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;
