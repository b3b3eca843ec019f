import { blockContent, inlineTags } from './allow-list.js';
import { type Child, type Element, parseHtml } from './parse.js';
import { textIn, withoutText } from './plain.js';
import { isSafeUrl } from './url.js';
import { type Attributes, type MarkJson, type NodeJson, writeDocument } from './write.js';

interface Pasted {
  readonly html: string;
  /** Left out. */
  readonly pictures: number;
}

const namesOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const dropped = new Set([
  ...withoutText,
  ...namesOf(
    'head xml meta link object embed applet svg math canvas audio video select button input textarea colgroup',
  ),
]);

/** Elements of pages that hold blocks, and mean nothing in a text. */
const boxes = namesOf(
  'div address figure figcaption section article main header footer aside nav details summary form fieldset legend center body html dir menu hgroup search',
);

/** Marks that mean something without attributes. */
const plainMarks = new Set([...inlineTags].filter((tag) => !namesOf('a time bdi bdo span').has(tag)));
const renamedMarks: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  tt: 'code',
  acronym: 'abbr',
};

/** The numbering of a list in Word: `1.`, `a)`, `iv.`, `2.1.` */
const numbering = /^\(?(?:\d+(?:\.\d+)*[.)]?|[a-z]{1,6}[.)])$/i;

interface Context {
  readonly marks: readonly MarkJson[];
  readonly isCode: boolean;
  readonly isHeading: boolean;
}

/**
 * Structure of clipboard content of Word, Google Docs or a website: paragraphs, headings, lists, tables, links and
 * emphasis, without looks. It may still be hostile: the sanitiser comes afterwards.
 *
 * @returns `null` if it is too complex to parse
 */
export function cleanClipboard(html: string): Pasted | null {
  const fragment = parseHtml(html);
  if (fragment === null) return null;
  const reader = new ClipboardReader();
  const { blocks } = reader.read(fragment.childNodes, { marks: [], isCode: false, isHeading: false });
  const content =
    blocks.length === 1 ? blocks : blocks.map((node) => (node.type === 'bare' ? { ...node, type: 'p' } : node));
  return { html: writeDocument({ type: 'doc', content }), pictures: reader.pictures };
}

interface Item extends NodeJson {
  readonly content: NodeJson[];
}

/** Blocks one below another, the last of them still being written. */
class Flow {
  readonly blocks: NodeJson[] = [];
  /** Lists of Word that are open: there, items are paragraphs that name their level. */
  readonly #lists: { readonly level: number; readonly tag: string; readonly items: Item[] }[] = [];
  #line: NodeJson[] = [];

  addInline(node: NodeJson): void {
    this.#line.push(node);
  }

  addBlock(block: NodeJson): void {
    this.endLine();
    this.#lists.length = 0;
    this.blocks.push(block);
  }

  endLine(type = 'bare'): void {
    const content = type === 'pre' ? tidyCode(this.#line) : tidyLine(this.#line);
    this.#line = [];
    if (content.length > 0) this.addBlock({ type, content });
  }

  addItem(level: number, marker: string, content: NodeJson[]): void {
    const tag = numbering.test(marker) ? 'ol' : 'ul';
    const lists = this.#lists;
    while ((lists.at(-1)?.level ?? 0) > level) lists.pop();
    if (lists.at(-1)?.level === level && lists.at(-1)?.tag !== tag) lists.pop();
    if (lists.at(-1)?.level !== level) {
      const items: Item[] = [];
      const start = Number(/^\(?(\d{1,6})[.)]?$/.exec(marker)?.[1] ?? 1);
      const html = tag === 'ol' && start !== 1 ? { start: String(start) } : null;
      const list = { type: tag, attrs: { html }, content: items };
      const holder = lists.at(-1)?.items.at(-1)?.content ?? this.blocks;
      holder.push(list);
      lists.push({ level, tag, items });
    }
    lists.at(-1)?.items.push({ type: 'li', content });
  }
}

class ClipboardReader {
  pictures = 0;
  /** Text of the last marker of a list item. */
  #marker = '';

  read(nodes: readonly Child[], context: Context): Flow {
    const flow = new Flow();
    for (const node of nodes) this.#walk(node, context, flow);
    flow.endLine();
    return flow;
  }

  /** Blocks of an item or a cell: a paragraph that is the only one needs no element. */
  #readItem({ childNodes }: Pick<Element, 'childNodes'>, context: Context): NodeJson[] {
    const { blocks } = this.read(childNodes, context);
    const texts = blocks.filter(({ type }) => type !== 'ul' && type !== 'ol');
    const isOne = texts.length === 1 && texts[0] === blocks[0] && texts[0]?.type === 'p';
    return blocks.map((node) => (isOne && node.type === 'p' ? { ...node, type: 'bare' } : node));
  }

  #walk(node: Child, context: Context, flow: Flow): void {
    if ('value' in node) {
      if (node.value !== '') flow.addInline(asNode('text', context.marks, node.value));
      return;
    }
    if (!('tagName' in node)) return;
    const { tagName: tag } = node;
    const style = styleOf(node);
    if (tag === 'img') this.pictures += 1;
    else if (dropped.has(tag) || isHidden(style)) return;
    else if (/^ignore$/i.test(style.get('mso-list') ?? '')) this.#marker = textIn(node);
    else if (tag === 'br') this.#addBreak(node, context, flow);
    else if (tag === 'hr') flow.addBlock({ type: 'hr' });
    else if (boxes.has(tag) || blockContent[tag] !== undefined) this.#walkBlock(node, style, context, flow);
    else this.#walkAll(node, { ...context, marks: marksOf(node, style, context) }, flow);
  }

  #walkAll({ childNodes }: Element, context: Context, flow: Flow): void {
    for (const child of childNodes) this.#walk(child, context, flow);
  }

  #addBreak({ attrs }: Element, { marks, isCode }: Context, flow: Flow): void {
    if (attrs.some(({ value }) => value === 'Apple-interchange-newline')) return;
    flow.addInline(isCode ? asNode('text', marks, '\n') : asNode('br', marks));
  }

  #walkBlock(node: Element, style: ReadonlyMap<string, string>, context: Context, flow: Flow): void {
    const { tagName: tag } = node;
    const level = Number(/\blevel([1-9])\b/.exec(style.get('mso-list') ?? '')?.[1] ?? 0);
    flow.endLine();
    if (level > 0 && (tag === 'p' || tag === 'div')) {
      this.#marker = '';
      const content = this.#readItem(node, context);
      if (content.length > 0) flow.addItem(level, this.#marker.trim(), content);
    } else if (tag === 'pre' || /^(?:p|h[1-6])$/.test(tag)) {
      this.#walkAll(node, { ...context, isCode: tag === 'pre', isHeading: tag.startsWith('h') }, flow);
      flow.endLine(tag);
    } else if (tag === 'ul' || tag === 'ol') this.#addList(node, context, flow);
    else if (tag === 'table') this.#addTable(node, context, flow);
    else if (tag === 'dl') addUnlessEmpty(flow, tag, this.#partsOf(node, ['dt', 'dd'], context));
    else if (tag === 'blockquote') addUnlessEmpty(flow, tag, this.read(node.childNodes, context).blocks);
    else {
      this.#walkAll(node, context, flow);
      flow.endLine('p');
    }
  }

  /** Google Docs puts lists directly into lists. */
  #addList(list: Element, context: Context, flow: Flow): void {
    const items: Item[] = [];
    for (const child of list.childNodes) {
      const isItem = 'tagName' in child && child.tagName === 'li';
      const content = isItem ? this.#readItem(child, context) : this.read([child], context).blocks;
      const last = items.at(-1);
      if (!isItem && last !== undefined) last.content.push(...content);
      else if (content.length > 0) items.push({ type: 'li', content });
    }
    addUnlessEmpty(flow, list.tagName, items, pick(list, 'start', /^[1-9]\d{0,5}$/));
  }

  #addTable(table: Element, context: Context, flow: Flow): void {
    const sections: NodeJson[] = this.#partsOf(table, ['caption'], context);
    for (const section of elementsIn(table, ['thead', 'tbody', 'tfoot'])) {
      const rows = elementsIn(section, ['tr']).map((row) => ({
        type: 'tr',
        content: this.#partsOf(row, ['td', 'th'], context),
      }));
      sections.push({ type: section.tagName, content: rows.filter(({ content }) => content.length > 0) });
    }
    addUnlessEmpty(
      flow,
      'table',
      sections.filter(({ content }) => content?.length !== 0),
    );
  }

  #partsOf(parent: Element, tags: readonly string[], context: Context): NodeJson[] {
    return elementsIn(parent, tags).map((part) => {
      const content = this.#readItem(part, context);
      const html = { ...pick(part, 'colspan', /^[1-9]\d{0,2}$/), ...pick(part, 'rowspan', /^[1-9]\d{0,2}$/) };
      return { type: part.tagName, attrs: { html }, content: content.length > 0 ? content : [{ type: 'bare' }] };
    });
  }
}

function addUnlessEmpty(flow: Flow, type: string, content: readonly NodeJson[], html: Attributes | null = null): void {
  if (content.length > 0) flow.addBlock({ type, attrs: { html }, content });
}

function elementsIn({ childNodes }: Element, tags: readonly string[]): Element[] {
  return childNodes.filter((node): node is Element => 'tagName' in node && tags.includes(node.tagName));
}

/** A number as an attribute, unless it is the default. */
function pick({ attrs }: Element, name: string, form: RegExp): Attributes {
  const value = attrs.find((attr) => attr.name === name)?.value;
  return value !== undefined && form.test(value) && value !== '1' ? { [name]: value } : {};
}

function asNode(type: string, marks: readonly MarkJson[], text?: string): NodeJson {
  return { type, marks, ...(text === undefined ? {} : { text }) };
}

function styleOf({ attrs }: Element): ReadonlyMap<string, string> {
  const style = attrs.find(({ name }) => name === 'style')?.value ?? '';
  const rules = style.split(';').map((rule) => rule.split(':', 2).map((part) => part.trim()));
  return new Map(rules.map(([name = '', value = '']) => [name.toLowerCase(), value.toLowerCase()]));
}

function isHidden(style: ReadonlyMap<string, string>): boolean {
  return (
    style.get('display') === 'none' ||
    style.get('mso-hide') === 'all' ||
    /^comment/.test(style.get('mso-element') ?? '')
  );
}

/** Marks of an inline element and all around it. Google Docs writes bold as a style, and wraps all in a `b` that is not bold. */
function marksOf(
  { tagName, attrs }: Element,
  style: ReadonlyMap<string, string>,
  context: Context,
): readonly MarkJson[] {
  const marks = new Map(context.marks.map((mark) => [mark.type, mark]));
  const add = (type: string, html: Attributes | null = null): void => {
    if (!marks.has(type)) marks.set(type, { type, attrs: { html } });
  };
  const attribute = (wanted: string): string => attrs.find(({ name }) => name === wanted)?.value ?? '';
  const href = attribute('href').trim();
  if (tagName === 'a' && href !== '' && !href.startsWith('#') && isSafeUrl(href)) add('a', { href });

  const tag = renamedMarks[tagName] ?? tagName;
  const isUndone = isUndoneByStyle(tag, style) || (tag === 'u' && marks.has('a'));
  if (plainMarks.has(tag) && !isUndone) {
    const title = tag === 'abbr' ? attribute('title') : '';
    add(tag, title === '' ? null : { title });
  }

  for (const type of marksOfStyle(style)) {
    const isUnwanted = (type === 'strong' && context.isHeading) || (type === 'u' && marks.has('a'));
    if (!isUnwanted) add(type);
  }
  return [...marks.values()];
}

function isUndoneByStyle(tag: string, style: ReadonlyMap<string, string>): boolean {
  if (tag === 'strong') return /^(?:normal|lighter|[1-4]00)$/.test(style.get('font-weight') ?? '');
  return tag === 'em' && style.get('font-style') === 'normal';
}

function* marksOfStyle(style: ReadonlyMap<string, string>): Generator<string> {
  if (/^(?:bold|bolder|[6-9]00)$/.test(style.get('font-weight') ?? '')) yield 'strong';
  if (style.get('font-style') === 'italic') yield 'em';
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  if (line.includes('line-through')) yield 's';
  if (line.includes('underline')) yield 'u';
  const raised = style.get('vertical-align');
  if (raised === 'super') yield 'sup';
  if (raised === 'sub') yield 'sub';
}

/** Single spaces, none at either end; a single space is emphasised only between emphasised words. Empty without any text. */
function tidyLine(line: readonly NodeJson[]): NodeJson[] {
  const tidy: NodeJson[] = [];
  let isAtStart = true;
  for (const node of line) {
    // Word and browsers spell several spaces with ones that do not break.
    const spaced = (node.text ?? '').replace(/[\u00a0 \t\n\f\r]+/g, (run) => (run === '\u00a0' ? run : ' '));
    const text: string = isAtStart ? spaced.replace(/^[\u00a0 ]/, '') : spaced;
    if (node.text !== undefined && text === '') continue;
    isAtStart = node.text === undefined || text.endsWith(' ');
    tidy.push(node.text === undefined ? node : { ...node, text });
  }
  for (let last = tidy.pop(); last !== undefined; last = tidy.pop()) {
    const text: string = last.text?.replace(/[\u00a0 ]$/, '') ?? '';
    if (text === '') continue;
    tidy.push({ ...last, text });
    break;
  }
  return tidy.map((node, at) => {
    if (node.text?.trim() !== '') return node;
    const around = [tidy[at - 1], tidy[at + 1]].map((other) => new Set(other?.marks?.map(keyOf)));
    return { ...node, marks: (node.marks ?? []).filter((mark) => around.every((marks) => marks.has(keyOf(mark)))) };
  });
}

/** A parser drops the newline that code begins with, each time. */
function tidyCode(line: readonly NodeJson[]): NodeJson[] {
  const code = line.map((node) => (node.text === undefined ? node : { ...node, text: node.text.replaceAll('\r', '') }));
  const [first, ...rest] = code.slice(code.findIndex(({ text }) => text === undefined || /[^\n]/.test(text)));
  if (first === undefined || /^\n*$/.test(first.text ?? ' ')) return [];
  return [first.text === undefined ? first : { ...first, text: first.text.replace(/^\n+/, '') }, ...rest];
}

const keyOf = ({ type, attrs }: MarkJson): string => `${type} ${attrs?.html?.href ?? ''}`;
