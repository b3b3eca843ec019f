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
export type Said = readonly [field: string, value: string, line: number];

export interface ReadMarkdown {
  readonly head: Readonly<Record<string, unknown>>;
  /** Text of the first heading. */
  readonly title: string | null;
  readonly blocks: readonly MarkdownBlock[];
  /** Kinds of content that no block holds, each with the line where it begins: `html:12`. */
  readonly lost: readonly string[];
  /** Empty, unless this program wrote the Markdown of a page. */
  readonly said: readonly Said[];
  /** Why the front matter cannot be read; `null` if it can. */
  readonly problem: string | null;
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
 */
export function readMarkdown(source: string): ReadMarkdown {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const isToml = text.startsWith('+++');
  const form = isToml ? tomlMatter : yamlMatter;
  const found = isToml || text.startsWith('---') ? form.exec(text) : null;
  // Further down it is text between two rules.
  const [frontMatter = '', matter = ''] = found?.index === 0 ? found : [];
  const { head, problem } = readHead(matter, isToml ? parseToml : parseYaml);
  // There may be any text between two rules.
  if (head === null) return { head: {}, problem, ...new Reader(1).read(text) };
  return { head, problem, ...new Reader(frontMatter.split('\n').length).read(text.slice(frontMatter.length)) };
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

/** One part of the top level: a block, with all its tokens. */
type Part = readonly Token[];

class Reader {
  readonly #markdown = new MarkdownIt({ html: true, linkify: true });
  readonly #lost = new Set<string>();
  readonly #blocks: MarkdownBlock[] = [];
  #html = '';
  /** Whether the block is one of this program's: what looks like an extension is its text. */
  #isKnownBlock = false;

  /** @param firstLine number of the text's first line */
  constructor(private readonly firstLine: number) {
    this.#markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
    const { rules } = this.#markdown.renderer;
    rules.hardbreak = () => '<br>';
    // The library's own escapes quotes, too; a parser of HTML writes them back as they are.
    rules.text = (tokens, at) => escapeHtml(tokens[at]?.content ?? '');
    rules.code_inline = (tokens, at) => `<code>${escapeHtml(tokens[at]?.content ?? '')}</code>`;
    rules.image = (tokens, at) => escapeHtml(plainOf(tokens[at]));
  }

  read(text: string): Pick<ReadMarkdown, 'title' | 'blocks' | 'lost' | 'said'> {
    const parts = partsOf(this.#markdown.parse(text, {}));
    const [first, second] = parts;
    const about = first?.[0]?.type === 'heading_open' ? pageLine.exec(second?.[1]?.content ?? '') : null;
    const heading = parts.find(([token]) => token?.type === 'heading_open');
    let segment: { type: string; id: string; line: number; parts: Part[] } | null = null;
    for (const part of about === null ? parts : parts.slice(2)) {
      const [token] = part;
      const [, type, id = ''] = (token?.type === 'html_block' && marker.exec(token.content)) || [];
      if (type === undefined && segment !== null) segment.parts.push(part);
      else if (type === undefined) this.#part(part);
      else {
        this.#endSegment(segment);
        segment = { type: decoded(type), id: decoded(id), line: this.#line(part), parts: [] };
      }
    }
    this.#endSegment(segment);
    this.#endText();
    const title = heading === undefined ? null : plainOf(heading[1]);
    const [, slug = '', visibility = ''] = about ?? [];
    const [titleLine, aboutLine] = [this.#line(first ?? []), this.#line(second ?? [])];
    const said: Said[] = [
      ['title', title ?? '', titleLine],
      ['slug', slug, aboutLine],
      ['visibility', visibility, aboutLine],
    ];
    return { title, blocks: this.#blocks, lost: [...this.#lost], said: about === null ? [] : said };
  }

  /** Adds the block that a comment named, from the parts that followed it. */
  #endSegment(segment: { type: string; id: string; line: number; parts: Part[] } | null): void {
    if (segment === null) return;
    const { type, id, line, parts } = segment;
    this.#isKnownBlock = blockTypes.has(type);
    this.#endText();
    const from = this.#blocks.length;
    if (type === 'rich_text') {
      for (const part of parts) this.#text(part);
      this.#blocks.push({ type, data: { html: this.#html } });
      this.#html = '';
    } else {
      const [caption, ...rest] = type === 'table' && parts.length === 2 ? parts : [];
      const firstInline = caption?.[1]?.children?.find(({ type, content }) => type !== 'text' || content !== '');
      const isCaption =
        caption !== undefined && firstInline?.type === 'strong_open' && rest[0]?.[0]?.type === 'table_open';
      for (const part of isCaption ? rest : parts) this.#part(part);
      this.#endText();
      const firstBlock = this.#blocks[from];
      if (isCaption && firstBlock !== undefined) {
        this.#blocks[from] = { ...firstBlock, data: { caption: plainOf(caption[1]), ...firstBlock.data } };
      }
    }
    this.#isKnownBlock = false;
    const block = this.#blocks[from];
    if (block?.type === type) this.#blocks[from] = { ...block, ...(id === '' ? {} : { id }) };
    else this.#lost.add(`${blockTypes.has(type) ? type : 'block'}:${line}`);
  }

  #part(part: Part): void {
    const [token, inline] = part;
    const images = token?.type === 'paragraph_open' ? imagesIn(inline) : [];
    if (token?.type === 'heading_open') {
      this.#checkInlines(part);
      this.#push('heading', { text: plainOf(inline), level: Number(token.tag[1]) });
    } else if (token?.type === 'table_open') this.#table(part);
    else if (images.length > 0) for (const data of images) this.#push('image', data);
    else this.#text(part);
    if (token?.type === 'heading_open' && hasFormat(inline)) this.#lose('heading_format', part);
  }

  #push(type: string, data: MarkdownBlock['data']): void {
    this.#endText();
    this.#blocks.push({ type, data });
  }

  #table(part: Part): void {
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
    this.#push('table', { header, rows: rows.slice(1) });
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

  /** Reports elements that the sanitiser will remove, and pictures. */
  #checkInlines(part: Part): void {
    for (const token of part.flatMap((token) => [token, ...(token.children ?? [])])) {
      const { type, content, info, level } = token;
      if (type === 'image') this.#lose('image', part);
      if (type === 'link_open' && !isSafeUrl(token.attrGet('href') ?? '')) this.#lose('link', part);
      if (type === 'fence' && info.trim() !== '') this.#lose('code_language', part);
      if (level >= maxNesting - 2) this.#lose('nesting', part);
      if (type === 'text' && !this.#isKnownBlock)
        for (const [kind, form] of extensions) if (form.test(content)) this.#lose(kind, part);
      if (type !== 'html_block' && type !== 'html_inline') continue;
      if (content.startsWith('<!--')) this.#lose('html', part);
      for (const [, name = '', attributes = ''] of content.matchAll(rawTag)) {
        const extra = [...attributes.matchAll(rawAttribute)].filter(([, name = '']) => !allowedAttributes.has(name));
        if (name.toLowerCase() === 'img') this.#lose('image', part);
        else if (!allowedTags.has(name.toLowerCase())) this.#lose('html', part);
        else if (extra.length > 0) this.#lose('looks', part);
      }
    }
  }

  #lose(kind: string, part: Part): void {
    this.#lost.add(`${kind}:${this.#line(part)}`);
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

const hasFormat = (inline: Token | undefined): boolean =>
  (inline?.children ?? []).some(({ type }) => type !== 'text' && type !== 'text_special');

const plainOf = (inline: Token | undefined): string =>
  (inline?.children ?? [])
    .map((token) => {
      if (token.type === 'image') return plainOf(token);
      return /break$/.test(token.type)
        ? ' '
        : /^(?:text|text_special|code_inline)$/.test(token.type)
          ? token.content
          : '';
    })
    .join('')
    .trim();

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
