import MarkdownIt, { type Token } from 'markdown-it';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { isObject } from '../../lib/json.js';
import { blockTypes } from '../blocks/types.js';
import { allowedAttributes, allowedTags } from '../html/allow-list.js';
import { isSafeUrl } from '../html/url.js';
import { escapeHtml } from '../html/write.js';

interface MarkdownBlock {
  /** The id in the comment above the block. */
  readonly id?: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Field of a page, as its own Markdown has it above the blocks. */
export interface PageField {
  readonly field: string;
  readonly value: string;
  readonly line: number;
}

export interface ReadMarkdown {
  readonly head: Readonly<Record<string, unknown>>;
  /** Text of the first heading. */
  readonly title: string | null;
  readonly blocks: readonly MarkdownBlock[];
  /** Kinds of content that no block holds, each with the line where it begins: `html:12`. */
  readonly lost: readonly string[];
  /** Empty, unless this program wrote the Markdown of a page. */
  readonly pageFields: readonly PageField[];
  /** Why the front matter cannot be read; `null` if it can. */
  readonly problem: string | null;
}

/** Tokens of a part of the top level: a heading, a paragraph, a table. */
type Part = readonly Token[];

/** The parts below a comment that says which block they are. */
interface MarkedBlock {
  readonly type: string;
  readonly id: string;
  readonly line: number;
  readonly parts: Part[];
}

const yamlMatter = /^---[ \t]*\n([\s\S]*?)\n?^(?:---|\.\.\.)[ \t]*(?:\n|$)/m;
const tomlMatter = /^\+\+\+[ \t]*\n([\s\S]*?)\n?^\+\+\+[ \t]*(?:\n|$)/m;
const comment = /^<!--(?:(?!-->)[\s\S])*-->\s*$/;
const marker = /^<!-- (\S+) (\S*) -->\s*$/;
/** The line below the title in Markdown that this program wrote of a page: slug and visibility. */
const pageLine = /^(?:Page|Chapter) \d+ \((\S*)\), (\w+)\.$/;
const mediaUrl = /^media:([1-9]\d{0,15})$/;
const rawTag = /<\/?([a-z][a-z0-9-]*)([^<>]*)/gi;
const rawAttribute = /\s([a-z][\w:-]*)\s*=/gi;

/** Extensions that stay in the text as they are written, and are reported: tags of Hugo and Markdoc, footnotes, alerts, tasks, attributes. */
const extensions = [
  ['shortcode', /\{\{[<%]|\{%/],
  ['footnote', /\[\^[^[\]\s]{1,100}\]/],
  ['callout', /^\[![A-Za-z]+\]/],
  ['task', /^\[[ xX]\] /],
  ['attributes', /\{[#.][^{}]*\}/],
] as const;

/** Elements beyond those of texts that an import makes blocks of. */
const importedTags: ReadonlySet<string> = new Set(
  'aside article audio details figcaption figure iframe img input main picture section source summary video'.split(' '),
);

/** A line break that the library writes between blocks. */
const betweenBlocks = /\n(?=<\/?(?:p|h[1-6]|[uo]l|li|blockquote|pre|table|thead|tbody|tr|t[hd]|hr)[ >])|\n$/g;

/** Number of characters of HTML after which a text continues in another block. */
const maxHtml = 64 * 1024;

/** Number of characters: the library for YAML compares each key with all others. */
const maxFrontMatter = 32 * 1024;

/** Number of levels that the library reads; it leaves out everything deeper. */
const maxNesting = 100;

/**
 * GitHub Flavored Markdown as blocks: a heading, a table, a picture `media:<id>` on its own lines, and all else as texts. A comment with
 * type and id, as pages have them as Markdown, says which block follows. The library's time is linear in the text.
 *
 * @param isImport whether tables, pictures and other elements stay in the HTML of texts, for `page-import` to make blocks of them
 */
export function readMarkdown(source: string, isImport = false): ReadMarkdown {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const isToml = text.startsWith('+++');
  const match = (isToml ? tomlMatter : yamlMatter).exec(text);
  // Further down it is text between two rules.
  const [frontMatter = '', matter = ''] = match?.index === 0 ? match : [];
  const { head, problem } = readHead(matter, isToml ? parseToml : parseYaml);

  // There may be any text between two rules.
  if (head === null) return { head: {}, problem, ...new Reader(1, isImport).read(text) };
  const reader = new Reader(frontMatter.split('\n').length, isImport);
  return { head, problem, ...reader.read(text.slice(frontMatter.length)) };
}

/** @returns a `null` head: it is none */
function readHead(
  text: string,
  parse: (text: string) => unknown,
): { readonly head: ReadMarkdown['head'] | null; readonly problem: string | null } {
  if (text.length > maxFrontMatter) return { head: {}, problem: 'The front matter is longer than 32 KiB.' };
  try {
    const head: unknown = text.trim() === '' ? {} : parse(text);
    return { head: isObject(head) ? head : null, problem: null };
  } catch {
    return { head: {}, problem: 'The front matter is not valid YAML or TOML.' };
  }
}

class Reader {
  readonly #markdown = new MarkdownIt({ html: true, linkify: true });
  readonly #lost = new Set<string>();
  readonly #blocks: MarkdownBlock[] = [];
  #html = '';
  /** Whether the block is one of this program's: what looks like an extension is its text. */
  #isKnownBlock = false;

  /** @param firstLine number of the text's first line */
  constructor(
    private readonly firstLine: number,
    private readonly isImport: boolean,
  ) {
    this.#markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
    const { rules } = this.#markdown.renderer;
    rules.hardbreak = () => '<br>';
    // The library's own escapes quotes, too; a parser of HTML writes them back as they are.
    rules.text = (tokens, at) => escapeHtml(tokens[at]?.content ?? '');
    rules.code_inline = (tokens, at) => `<code>${escapeHtml(tokens[at]?.content ?? '')}</code>`;
    if (isImport) rules.html_block = (tokens, at) => this.#withMarkdown(tokens[at]?.content ?? '');
    else rules.image = (tokens, at) => escapeHtml(plainOf(tokens[at]));
  }

  read(text: string): Pick<ReadMarkdown, 'title' | 'blocks' | 'lost' | 'pageFields'> {
    const parts = partsOf(this.#markdown.parse(text, {}));
    const heading = parts.find(([token]) => token?.type === 'heading_open');
    const title = heading === undefined ? null : plainOf(heading[1]);
    const pageFields = heading === parts[0] ? this.#pageFields(title ?? '', parts) : [];

    let marked: MarkedBlock | null = null;
    for (const part of pageFields.length === 0 ? parts : parts.slice(2)) {
      const [token] = part;
      const [, type, id = ''] = (token?.type === 'html_block' && marker.exec(token.content)) || [];
      if (type !== undefined) {
        if (marked !== null) this.#addMarked(marked);
        marked = { type: decoded(type), id: decoded(id), line: this.#line(part), parts: [] };
      } else if (marked !== null) marked.parts.push(part);
      else this.#part(part);
    }
    if (marked !== null) this.#addMarked(marked);
    this.#endText();
    return { title, blocks: this.#blocks, lost: [...this.#lost], pageFields };
  }

  #pageFields(title: string, [heading = [], about = []]: readonly Part[]): PageField[] {
    const [, slug, visibility = ''] = pageLine.exec(about[1]?.content ?? '') ?? [];
    if (slug === undefined) return [];
    const line = this.#line(about);
    return [
      { field: 'title', value: title, line: this.#line(heading) },
      { field: 'slug', value: slug, line },
      { field: 'visibility', value: visibility, line },
    ];
  }

  /** Adds the block that a comment names, from the parts below it. */
  #addMarked({ type, id, line, parts }: MarkedBlock): void {
    this.#isKnownBlock = blockTypes.has(type);
    this.#endText();
    const from = this.#blocks.length;
    if (type === 'rich_text') {
      for (const part of parts) this.#text(part);
      this.#blocks.push({ type, data: { html: this.#html } });
      this.#html = '';
    } else if (type === 'table' && isCaptionedTable(parts)) {
      const [caption, table = []] = parts;
      this.#table(table, { caption: plainOf(caption?.[1]) });
    } else {
      for (const part of parts) this.#part(part);
      this.#endText();
    }
    this.#isKnownBlock = false;

    const block = this.#blocks[from];
    if (block?.type !== type) this.#lost.add(`${blockTypes.has(type) ? type : 'block'}:${line}`);
    else if (id !== '') this.#blocks[from] = { ...block, id };
  }

  #part(part: Part): void {
    const [token, inline] = part;
    const images = token?.type === 'paragraph_open' ? imagesIn(inline) : [];
    if (token?.type === 'heading_open') {
      this.#checkInlines(part);
      this.#push('heading', { text: plainOf(inline), level: Number(token.tag[1]) });
    } else if (token?.type === 'table_open') this.#table(part);
    else if (!this.isImport && images.length > 0) for (const data of images) this.#push('image', data);
    else this.#text(part);
    if (token?.type === 'heading_open' && hasFormat(inline)) this.#lose('heading_format', part);
  }

  #push(type: string, data: MarkdownBlock['data']): void {
    this.#endText();
    this.#blocks.push({ type, data });
  }

  #table(part: Part, caption: { readonly caption?: string } = {}): void {
    const rows: string[][] = [];
    const header: string[] = [];
    for (const [at, { type, attrs }] of part.entries()) {
      if (type === 'tr_open') rows.push([]);
      if (type === 'th_open') header.push(plainOf(part[at + 1]));
      if (type === 'td_open') rows.at(-1)?.push(this.#render([part[at + 1] as Token]));
      if (type === 'th_open' && attrs !== null) this.#lose('alignment', part);
      if (type === 'th_open' && hasFormat(part[at + 1])) this.#lose('heading_format', part);
    }
    this.#checkInlines(part);
    if (this.isImport) this.#html += this.#render(part);
    else this.#push('table', { ...caption, header, rows: rows.slice(1) });
  }

  #text(part: Part): void {
    if (this.#html.length > maxHtml) this.#endText();
    this.#checkInlines(part);
    if (part[0]?.type === 'html_block' && comment.test(part[0].content)) return;
    this.#html += this.#render(part);
  }

  #endText(): void {
    if (this.#html !== '') this.#blocks.push({ type: 'rich_text', data: { html: this.#html } });
    this.#html = '';
  }

  #render(tokens: readonly Token[]): string {
    const html = this.#markdown.renderer.render([...tokens], this.#markdown.options, {});
    return html.replace(betweenBlocks, '');
  }

  /** HTML in which Notion writes Markdown right below the first tag. */
  #withMarkdown(html: string): string {
    const [, tag, rest = ''] = /^(<aside>)\n([\s\S]+)$/.exec(html) ?? [];
    return tag === undefined ? html : tag + this.#markdown.render(rest);
  }

  /** Reports elements that the sanitiser will remove, and pictures. */
  #checkInlines(part: Part): void {
    for (const token of part.flatMap((token) => [token, ...(token.children ?? [])])) {
      const { type, content, info, level } = token;
      if (type === 'image' && !this.isImport) this.#lose('image', part);
      if (type === 'link_open' && !isSafeUrl(token.attrGet('href') ?? '')) this.#lose('link', part);
      if (type === 'fence' && info.trim() !== '') this.#lose('code_language', part);
      if (level >= maxNesting - 2) this.#lose('nesting', part);
      if (type === 'text' && !this.#isKnownBlock)
        for (const [kind, form] of extensions) if (form.test(content)) this.#lose(kind, part);
      if (type !== 'html_block' && type !== 'html_inline') continue;
      if (content.startsWith('<!--')) this.#lose('html', part, content.slice(0, 60).trim());
      for (const [, name = '', attributes = ''] of content.matchAll(rawTag)) {
        const extra = [...attributes.matchAll(rawAttribute)].filter(([, name = '']) => !allowedAttributes.has(name));
        if (this.isImport && importedTags.has(name.toLowerCase())) continue;
        if (name.toLowerCase() === 'img') this.#lose('image', part);
        else if (!allowedTags.has(name.toLowerCase())) this.#lose('html', part, name.toLowerCase());
        else if (extra.length > 0) this.#lose('looks', part);
      }
    }
  }

  /** @param element that an import names, or a comment */
  #lose(kind: string, part: Part, element = ''): void {
    this.#lost.add(`${kind}:${this.#line(part)}${this.isImport && element !== '' ? `:${element}` : ''}`);
  }

  #line(part: Part): number {
    return this.firstLine + (part[0]?.map?.[0] ?? 0);
  }
}

function partsOf(tokens: readonly Token[]): Part[] {
  const parts: Token[][] = [];
  for (const token of tokens) {
    if (token.level === 0 && token.nesting >= 0) parts.push([]);
    parts.at(-1)?.push(token);
  }
  return parts;
}

/** Whether the parts of a table block are a paragraph that begins in bold, and a table. */
function isCaptionedTable([caption, table, ...others]: readonly Part[]): boolean {
  const firstInline = caption?.[1]?.children?.find(({ type, content }) => type !== 'text' || content !== '');
  return firstInline?.type === 'strong_open' && table?.[0]?.type === 'table_open' && others.length === 0;
}

const hasFormat = (inline: Token | undefined): boolean =>
  (inline?.children ?? []).some(({ type }) => type !== 'text' && type !== 'text_special');

function plainOf(inline: Token | undefined): string {
  const texts = (inline?.children ?? []).map((token) => {
    if (token.type === 'image') return plainOf(token);
    if (/break$/.test(token.type)) return ' ';
    return /^(?:text|text_special|code_inline)$/.test(token.type) ? token.content : '';
  });
  return texts.join('').trim();
}

/** Data of the pictures that a paragraph consists of, each perhaps in a link; none: it has something else. */
function imagesIn(inline: Token | undefined): MarkdownBlock['data'][] {
  const images: MarkdownBlock['data'][] = [];
  let link: string | null = null;
  for (const token of inline?.children ?? []) {
    const { type, content } = token;
    if (type === 'link_open') link = token.attrGet('href');
    else if (type === 'link_close') link = null;
    else if (type === 'image') {
      const id = mediaUrl.exec(token.attrGet('src') ?? '')?.[1];
      if (id === undefined || (link !== null && !isSafeUrl(link))) return [];
      const caption = token.attrGet('title');
      const alt = token.content === '' ? {} : { alt: plainOf(token) };
      const optional = { ...alt, ...(caption ? { caption } : {}), ...(link === null ? {} : { link }) };
      images.push({ media_id: Number(id), ...optional });
    } else if (!/break$/.test(type) && content.trim() !== '') return [];
  }
  return images;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
