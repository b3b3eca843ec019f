import { serialize, serializeOuter } from 'parse5';
import { blockContent } from '../html/allow-list.js';
import type { Child, Element } from '../html/parse.js';
import { cleanClipboard } from '../html/pasted-html.js';
import { isSafeUrl } from '../html/url.js';
import { withoutTags } from '../html/write.js';
import { decoded, isFileLink, pictureAddress } from './addresses.js';
import type { ImportedBlock, Losses } from './document.js';
import { tableBlock } from './table.js';
import {
  attribute,
  elementNode,
  elementsIn,
  find,
  hasClass,
  headingText,
  isElement,
  remove,
  replace,
  textNode,
  textOf,
} from './tree.js';

/** Facts that the blocks of a document have in common. */
export interface Collected {
  readonly lost: Losses;
  /** @returns the place of a file that a block names */
  file(address: string): number;
}

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const silent = setOf('script style template noscript head title meta link base nav colgroup wbr source track');
const fields = setOf('input select textarea button datalist progress meter');
const drawings = setOf('svg canvas math');
const frames = setOf('iframe embed object');
const taken = setOf('img picture video audio svg canvas math table details iframe embed object');

/** Elements whose content is looked into. */
const boxes = setOf(
  'div section article main header footer body figure figcaption center form fieldset hgroup search address html menu dialog',
);

/** Number of characters of HTML after which a text continues in another block. */
const maxRun = 64 * 1024;

const calloutClass =
  /(?:^|[\s_-])(?:callout|admonition|notice|alert|infobox|note-box|confluence-information-macro)(?:$|[\s_-])/i;
const emojiStart =
  /^(?:\s|\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{fe0f}\u{200d}])*\p{Extended_Pictographic}[\u{fe0f}\s]*/u;

/** Names of files that say nothing of the picture. */
const noAlt =
  /^(?:untitled|image|img|screenshot|bild|picture)?[\s_-]*\d*$|\.(?:png|jpe?g|gif|webp|svg|avif|tiff?|bmp)$/i;

/** Blocks of a part of a document, in the order of the elements. */
export class BlockReader {
  readonly blocks: ImportedBlock[] = [];
  #run = '';

  constructor(private readonly collected: Collected) {}

  read(nodes: readonly Child[]): ImportedBlock[] {
    for (const node of [...nodes]) this.#node(node);
    this.#endRun();
    return this.blocks;
  }

  #node(node: Child): void {
    if (!isElement(node)) {
      if ('value' in node) this.#run += serializeOuter(node);
      return;
    }
    const tag = node.tagName;
    if (this.#leavesOut(node) || this.#special(node)) return;
    if (!boxes.has(tag) || !elementsIn(node).some((inner) => this.#isBlock(inner))) {
      this.#flow(node);
      return;
    }
    this.#run += '<div></div>';
    for (const child of [...node.childNodes]) this.#node(child);
    this.#run += '<div></div>';
  }

  #isBlock(element: Element): boolean {
    const { tagName } = element;
    return boxes.has(tagName) || taken.has(tagName) || blockContent[tagName] !== undefined || isCallout(element);
  }

  #leavesOut(node: Element): boolean {
    const { tagName } = node;
    const { lost } = this.collected;
    if (fields.has(tagName)) {
      const isTask = attribute(node, 'type') === 'checkbox';
      if (isTask) this.#run += node.attrs.some(({ name }) => name === 'checked') ? '☑ ' : '☐ ';
      else if (tagName !== 'button' && attribute(node, 'type') !== 'hidden') lost.add('form', tagName);
      return true;
    }
    if (drawings.has(tagName)) {
      if (tagName === 'math') lost.add('html', 'math');
      else if (Number.parseInt(attribute(node, 'width'), 10) > 64)
        lost.add('drawing', attribute(node, 'aria-label') || null);
      return true;
    }
    const style = attribute(node, 'style').replace(/\s/g, '');
    const isHidden = /(?:^|;)(?:display:none|visibility:hidden)/i.test(style);
    return silent.has(tagName) || isHidden || node.attrs.some(({ name }) => name === 'hidden');
  }

  /** @returns whether the element is a block of its own kind, which is added then */
  #special(node: Element): boolean {
    const { tagName } = node;
    if (/^h[1-6]$/.test(tagName)) this.#heading(node);
    else if (tagName === 'img') this.#image(node, null);
    else if (tagName === 'picture' || tagName === 'figure' || tagName === 'a') return this.#maybePicture(node);
    else if (frames.has(tagName)) this.#frame(node);
    else if (tagName === 'video' || tagName === 'audio') this.#video(node);
    else if (tagName === 'table') this.#table(node);
    else if (tagName === 'details') this.#details(node);
    else if (isCallout(node)) this.#callout(node);
    else return false;
    return true;
  }

  /** Text with the elements in it that are blocks of their own, which come after it. */
  #flow(node: Element): void {
    const others = this.#extract(node);
    if (node.tagName === 'hr' || textOf(node) !== '') this.#run += serializeOuter(node);
    if (others.length > 0) this.#endRun();
    for (const other of others) this.#node(other);
    if (this.#run.length > maxRun) this.#endRun();
  }

  /** Takes out of an element what is a block of its own. */
  #extract(root: Element): Element[] {
    const others = new Set<Element>();
    for (const element of elementsIn(root)) {
      const { tagName } = element;
      if (element.parentNode === null || isInside(element, others)) continue;
      if (
        tagName === 'a' &&
        isFileLink(attribute(element, 'href')) &&
        find(element, ({ tagName }) => tagName === 'img') === undefined
      ) {
        const isAll = textOf(element) === textOf(root);
        const words = elementNode('span', isAll ? [] : element.childNodes);
        replace(element, [words]);
        element.childNodes = [];
        element.attrs.push({ name: 'data-label', value: isAll ? '' : textOf(words) });
        others.add(element);
      } else if (taken.has(tagName)) {
        const holder = element.parentNode;
        const isLinked =
          holder !== null &&
          'tagName' in holder &&
          holder !== root &&
          (holder.tagName === 'a' || holder.tagName === 'figure');
        const whole = isLinked && textOf(holder) === textOf(element) ? holder : element;
        remove(whole);
        others.add(whole);
      } else if (fields.has(tagName) && attribute(element, 'type') === 'checkbox') {
        const isChecked = element.attrs.some(({ name }) => name === 'checked');
        replace(element, [textNode(isChecked ? '☑ ' : '☐ ')]);
      }
    }
    return [...others];
  }

  #clean(html: string): string {
    const text = cleanClipboard(html)?.html ?? null;
    if (text === null) this.collected.lost.add('nesting');
    return withTasks(text ?? '');
  }

  #endRun(): void {
    const html = withoutTags(this.#run).trim() === '' && !this.#run.includes('<hr') ? '' : this.#clean(this.#run);
    this.#run = '';
    if (html !== '') this.blocks.push({ type: 'rich_text', data: { html: /^</.test(html) ? html : `<p>${html}</p>` } });
  }

  #push(type: string, data: ImportedBlock['data']): void {
    this.#endRun();
    this.blocks.push({ type, data });
  }

  #heading(node: Element): void {
    const others = this.#extract(node);
    for (const anchor of elementsIn(node).filter((one) => hasClass(one, /anchor|headerlink|hash-link/))) remove(anchor);
    const text = headingText(node);
    if (text !== '') this.#push('heading', { text, level: Number(node.tagName[1]) });
    for (const other of others) this.#node(other);
  }

  /** Figures and links that hold a picture; a bookmark is a link with a text. */
  #maybePicture(node: Element): boolean {
    if (hasClass(node, /(?:^|\s)bookmark(?:\s|$)/)) {
      const title = find(node, (one) => hasClass(one, /bookmark-title/));
      const words = elementNode('a', [textNode(title ? textOf(title) : textOf(node))]);
      words.attrs = node.attrs.filter(({ name }) => name === 'href');
      this.#run += `<p>${serializeOuter(words)}</p>`;
      return true;
    }
    if (isCallout(node)) {
      this.#callout(node);
      return true;
    }
    const href = attribute(node, 'href');
    const pictures = elementsIn(node).filter(({ tagName }) => tagName === 'img');
    if (pictures.length === 0) {
      if (node.tagName !== 'a' || !isFileLink(href)) return false;
      this.#download(href, attribute(node, 'data-label') || textOf(node));
      return true;
    }
    const caption = find(node, ({ tagName }) => tagName === 'figcaption');
    const words = caption === undefined ? '' : textOf(caption);
    if (textOf(node) !== words) return false;
    for (const picture of pictures) this.#image(picture, words, /^https?:/.test(href) ? href : '');
    return true;
  }

  #image(node: Element, caption: string | null, link = ''): void {
    const size = (name: string): number => Number.parseInt(attribute(node, name), 10) || Number.POSITIVE_INFINITY;
    const alt = attribute(node, 'alt');
    // Signs in the text, such as those for faces.
    if (Math.max(size('width'), size('height')) <= 24 || hasClass(node, /emoticon|emoji|(?:^|\s)icon/)) {
      this.#run += serialize(elementNode('p', [textNode(alt.length <= 4 ? alt : '')]));
      return;
    }
    const address = pictureAddress(node);
    if (address === null) return;
    if (/^(?:https?:)?\/\//i.test(address)) {
      this.collected.lost.add('image_elsewhere', address);
      return;
    }
    this.#push('image', {
      media_id: this.collected.file(address),
      ...(noAlt.test(alt) ? {} : { alt }),
      ...(caption ? { caption } : {}),
      ...(link === '' || !isSafeUrl(link) ? {} : { link }),
    });
  }

  #download(href: string, label: string): void {
    this.#push('asset_download', { media_id: this.collected.file(href), label });
  }

  #video(node: Element): void {
    const inner = find(node, ({ tagName }) => tagName === 'source');
    const address = attribute(node, 'src') || (inner === undefined ? '' : attribute(inner, 'src'));
    if (address === '' || !isSafeUrl(address)) this.collected.lost.add('frame', address || null);
    else if (/^https?:/i.test(address)) this.#push('video', { url: address });
    else if (node.tagName === 'audio') this.#download(address, decoded(address).split('/').at(-1) ?? '');
    else this.#push('video', { media_id: this.collected.file(address) });
  }

  #frame(node: Element): void {
    const address = attribute(node, 'src') || attribute(node, 'data');
    const url = address.startsWith('//') ? `https:${address}` : address;
    if (!/^https?:/i.test(url) || !isSafeUrl(url)) {
      this.collected.lost.add('frame', address || null);
      return;
    }
    const [, video] =
      /^https?:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed|player\.vimeo\.com\/video)\/([\w-]+)/.exec(url) ?? [];
    const title = attribute(node, 'title');
    if (video !== undefined) {
      const isVimeo = url.includes('vimeo.com');
      const watch = isVimeo ? `https://vimeo.com/${video}` : `https://www.youtube.com/watch?v=${video}`;
      this.#push('video', { url: watch, ...(title === '' ? {} : { title }) });
    } else this.#push('button', { label: title || new URL(url).hostname, url });
  }

  #table(node: Element): void {
    const cells = elementsIn(node).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
    if (cells.length <= 1 || attribute(node, 'role') === 'presentation') {
      for (const cell of cells) {
        this.#run += '<div></div>';
        for (const child of [...cell.childNodes]) this.#node(child);
      }
      return;
    }
    const others = this.#extract(node);
    const block = tableBlock(node, (html) => this.#clean(html), this.collected.lost);
    if (block !== null) this.#push(block.type, block.data);
    for (const other of others) this.#node(other);
  }

  /** A part that opens: its content is a text, or follows below a heading. */
  #details(node: Element): void {
    const summary = node.childNodes.find((child): child is Element => isElement(child) && child.tagName === 'summary');
    const title = summary === undefined ? '' : textOf(summary);
    if (summary !== undefined) remove(summary);
    this.#opening(title, node);
  }

  #opening(title: string, content: Element): void {
    const isText = !elementsIn(content).some(
      (one) => taken.has(one.tagName) || /^h[1-6]$/.test(one.tagName) || isCallout(one),
    );
    if (!isText) {
      if (title !== '') this.#push('heading', { text: title, level: 3 });
      this.#endRun();
      for (const child of [...content.childNodes]) this.#node(child);
      this.#endRun();
      return;
    }
    const item = { title, body: this.#clean(serialize(content)) };
    this.#endRun();
    const last = this.blocks.at(-1);
    const items = last?.type === 'accordion' && Array.isArray(last.data.items) ? last.data.items : null;
    if (items === null) this.blocks.push({ type: 'accordion', data: { items: [item] } });
    else items.push(item);
  }

  #callout(node: Element): void {
    const icons = elementsIn(node).filter((one) => hasClass(one, /(?:^|\s)(?:icon|aui-icon|admonition-icon)(?:\s|$)/));
    const sign = [...icons.map(textOf), textOf(node)].join(' ').trim();
    for (const icon of icons) remove(icon);
    const heading = find(
      node,
      (one) =>
        /^h[1-6]$/.test(one.tagName) ||
        hasClass(one, /(?:^|\s)(?:title|admonition-heading|admonition-title|panelHeader)(?:\s|$)/),
    );
    const title = heading === undefined ? '' : textOf(heading);
    if (heading !== undefined) remove(heading);
    const others = this.#extract(node);
    const html = this.#clean(serialize(node));
    const body = html.replace(/^(<p>)?([^<]*)/, (_, open = '', text: string) => open + text.replace(emojiStart, ''));
    if (title !== '' || withoutTags(body).trim() !== '')
      this.#push('alert', { variant: variantOf(node, sign), title, body });
    for (const other of others) this.#node(other);
  }
}

function isInside(element: Element, others: ReadonlySet<Element>): boolean {
  for (let node = element.parentNode; node !== null && 'tagName' in node; node = node.parentNode)
    if (others.has(node)) return true;
  return false;
}

function isCallout(element: Element): boolean {
  if (element.tagName === 'aside') return true;
  const role = attribute(element, 'role');
  return (
    role === 'note' || (/^(?:div|section|figure|blockquote)$/.test(element.tagName) && hasClass(element, calloutClass))
  );
}

function variantOf(element: Element, sign: string): string {
  const names = `${attribute(element, 'class')} ${attribute(element, 'data-type')}`;
  if (/danger|error|caution|important/i.test(names) || /^(?:🚫|❌|⛔|🛑)/u.test(sign)) return 'danger';
  if (/warning|macro-note|attention/i.test(names) || /^(?:⚠|❗|🔥|🚨)/u.test(sign)) return 'warning';
  return /success|tip|hint/i.test(names) || /^(?:✅|✔|👍)/u.test(sign) ? 'success' : 'info';
}

/** Lists of tasks as GitHub and Notion write them. */
const withTasks = (html: string): string =>
  html.replace(
    /(<li>(?:<p>)?)\[([ xX])\] /g,
    (_, start: string, sign: string) => `${start}${sign === ' ' ? '☐' : '☑'} `,
  );
