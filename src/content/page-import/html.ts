import type { Token } from 'parse5';
import { type Element, type Fragment, parseHtml } from '../html/parse.js';
import { decoded } from './addresses.js';
import { BlockReader, type Collected } from './blocks.js';
import { documentLimits, type ImportedBlock, type ImportedDocument, Losses } from './document.js';
import { mendGoogleDocs } from './google-docs.js';
import { mendNotion } from './notion.js';
import { attribute, elementsIn, find, hasClass, headingText, type Parent, remove, textOf } from './tree.js';

/** Files that the blocks of a document name, with the pictures that its own text holds. */
class Files implements Collected {
  readonly lost = new Losses();
  readonly files: string[] = [];

  file(address: string): number {
    const at = this.files.indexOf(address);
    return at < 0 ? this.files.push(address) - 1 : at;
  }
}

/** Elements of a page with all that is around its content. */
const maxElements = 50_000;

/** Upper bound on an attribute: what is longer is no address and no name. */
const maxValue = 4096;

const picture = /^data:image\/(png|jpe?g|gif|webp|avif|svg\+xml);(?:charset=[\w-]+;)?base64,/i;

interface Page {
  readonly fragment: Fragment;
  readonly embedded: ImportedDocument['embedded'];
}

/**
 * A page with the pictures that its text holds apart, and drawings empty.
 *
 * @param embedded pictures that it refers to
 * @returns `null` if it is too complex to parse
 */
function parsePage(text: string, embedded: ImportedDocument['embedded'][number][] = []): Page | null {
  const onTag = ({ tagName, attrs }: Token.TagToken): void => {
    let length = 0;
    for (const one of attrs) {
      const [start, type = ''] = picture.exec(one.value.slice(0, 100)) ?? [];
      if (start !== undefined && tagName === 'img') {
        const extension = type.toLowerCase().replace('+xml', '').replace('jpeg', 'jpg');
        const bytes = Buffer.from(decoded(one.value.slice(start.length)), 'base64');
        one.value = `embedded:${embedded.push({ name: `picture-${embedded.length + 1}.${extension}`, bytes }) - 1}`;
      } else if (/^data:/i.test(one.value) || length + one.value.length > maxValue) one.value = '';
      length += one.value.length;
    }
  };
  const fragment = parseHtml(text, { elements: maxElements, onTag });
  if (fragment === null) return null;
  for (const drawing of elementsIn(fragment)) if (drawing.tagName === 'svg') drawing.childNodes = [];
  return { fragment, embedded };
}

/** Parts of a page that are around its content. */
const around =
  /(?:^|[\s_-])(?:nav|navbar|navigation|navi|menu|sidebar|side-bar|breadcrumbs?|cookies?|consent|footer|header|toc|table_of_contents|pagination|pager|skip|skip-link|share|social|search|feedback|edit-page|page-metadata|toolbar|visually-hidden|sr-only|screen-reader-text)(?:$|[\s_-])/i;
const structural = new Set(['nav', 'footer', 'dialog']);

/** Elements that belong to no text wherever they are. @param length of the text in the root */
function isAround(element: Element, root: Parent, length: number): boolean {
  const { tagName } = element;
  const role = attribute(element, 'role');
  if (structural.has(tagName) || /^(?:navigation|banner|contentinfo|search|dialog|menu)$/.test(role)) return true;
  if (tagName === 'header')
    return (
      element.parentNode === root &&
      textOf(element).length < 2000 &&
      find(element, ({ tagName }) => tagName === 'h1') === undefined
    );
  if (!/^(?:div|section|ul|ol|aside|p|a|form|span)$/.test(tagName)) return false;
  if (!around.test(`${attribute(element, 'class')} ${attribute(element, 'id')}`)) return false;
  // The whole content in an element with such a name is content, too.
  return textOf(element).length < length * 0.7 || length < 40;
}

function withoutAround(root: Parent): void {
  const { length } = textOf(root);
  for (const element of elementsIn(root))
    if (element.parentNode !== null && isAround(element, root, length)) remove(element);
}

/** Takes out forms. One around the whole page, as some servers write it, is none. */
function withoutForms(root: Parent, lost: Losses): void {
  for (const form of elementsIn(root)) {
    if (form.tagName !== 'form' || find(form, ({ tagName }) => /^(?:main|article|h1)$/.test(tagName))) continue;
    remove(form);
    lost.add('form', 'form');
  }
}

/** The element with the content: by what Confluence and Notion call it, by its meaning, or the whole. */
function mainOf(fragment: Fragment): Parent {
  const elements = elementsIn(fragment);
  const articles = elements.filter(({ tagName }) => tagName === 'article');
  const wanted = [
    elements.find((one) => attribute(one, 'id') === 'main-content' && one.tagName === 'div'),
    elements.find((one) => hasClass(one, /(?:^|\s)page-body(?:\s|$)/)),
    elements.find((one) => one.tagName === 'main' || attribute(one, 'role') === 'main'),
    articles.length === 1 ? articles[0] : undefined,
    elements.find((one) => /^(?:content|main|main-content|page-content)$/.test(attribute(one, 'id'))),
  ];
  return (
    wanted.find(
      (one) => one !== undefined && (textOf(one) !== '' || find(one, ({ tagName }) => tagName === 'img') !== undefined),
    ) ?? fragment
  );
}

/** Whether a page is the list of all pages in an export: of Confluence, whose title is not that of a page in the space, or Notion. */
function isListOfExport(fragment: Fragment, title: string | null): boolean {
  const confluence = find(fragment, (one) => attribute(one, 'id') === 'title-text');
  const isNotion = /^Export-[\da-f]{8}-[\da-f-]{27}$/.test(title ?? '');
  return isNotion || (confluence !== undefined && !textOf(confluence).includes(' : '));
}

/** The title without the name of the site around it. */
function titleOf(fragment: Fragment, main: Parent): string | null {
  const confluence = find(fragment, (one) => attribute(one, 'id') === 'title-text');
  if (confluence !== undefined) return textOf(confluence).replace(/^.*? : /, '') || null;
  const marked =
    find(fragment, (one) => hasClass(one, /(?:^|\s)(?:page-title|title)(?:\s|$)/) && /^(?:h1|p)$/.test(one.tagName)) ??
    find(main, ({ tagName }) => tagName === 'h1') ??
    find(fragment, ({ tagName }) => tagName === 'h1');
  const text = marked === undefined ? '' : headingText(marked);
  if (text !== '') return text;
  const title = find(fragment, ({ tagName }) => tagName === 'title');
  const [child] = title?.childNodes ?? [];
  const whole = child !== undefined && 'value' in child ? child.value.replace(/\s+/g, ' ').trim() : '';
  return whole.split(/ (?:[|·–—»]|-) /)[0]?.trim() || null;
}

const saved = [/<!-- saved from url=\(\d+\)(\S+) -->/, /Page saved with SingleFile\s+url: (\S+)/];

function addressOf(text: string, fragment: Fragment): string | null {
  const start = text.slice(0, 4096);
  const [address] = saved.flatMap((form) => form.exec(start)?.[1] ?? []);
  const canonical = find(fragment, (one) => one.tagName === 'link' && attribute(one, 'rel') === 'canonical');
  const found = address ?? (canonical === undefined ? '' : attribute(canonical, 'href'));
  return /^https?:/.test(found) && URL.canParse(found) ? found : null;
}

const hrefsIn = (root: Parent): string[] =>
  elementsIn(root)
    .flatMap((one) => (one.tagName === 'a' ? [attribute(one, 'href')] : []))
    .filter((href) => href !== '' && !href.startsWith('#'))
    .slice(0, documentLimits.links);

function aboveOf(fragment: Fragment): string[] | null {
  const isTrail = (one: Element): boolean =>
    attribute(one, 'id') === 'breadcrumbs' ||
    /breadcrumb/i.test(attribute(one, 'aria-label')) ||
    hasClass(one, /(?:^|\s)breadcrumbs?(?:\s|$)/i);
  const trail = find(fragment, isTrail);
  return trail === undefined ? null : hrefsIn(trail);
}

/**
 * @param pictures what `embedded:<n>` in the text means
 * @returns `null` if it is too complex to parse
 */
export function readHtml(text: string, pictures: ImportedDocument['embedded'][number][] = []): ImportedDocument | null {
  const page = parsePage(text, pictures);
  if (page === null) return null;
  const { fragment, embedded } = page;
  const files = new Files();
  mendGoogleDocs(text, fragment, files.lost);
  mendNotion(fragment);
  const address = addressOf(text, fragment);
  const [links, above] = [hrefsIn(fragment), aboveOf(fragment)];
  const main = mainOf(fragment);
  const title = titleOf(fragment, main);
  const isList = isListOfExport(fragment, title);
  withoutAround(main);
  withoutForms(main, files.lost);
  for (const element of elementsIn(main)) {
    const isTitle = hasClass(element, /(?:^|\s)(?:page-title|title)(?:\s|$)/) && /^(?:h1|p)$/.test(element.tagName);
    if (isTitle && textOf(element) === title) remove(element);
  }
  const blocks = isList ? [] : withoutTitle(new BlockReader(files).read(main.childNodes), title);
  return {
    ...{ title, slug: null, isHidden: false, isList, address, above, links, embedded },
    ...{ blocks, files: files.files, lost: files.lost.list },
  };
}

/** Blocks of a text that has no page around it. */
export function readHtmlText(html: string): Pick<ImportedDocument, 'blocks' | 'files' | 'links' | 'embedded' | 'lost'> {
  const page = parsePage(html);
  const files = new Files();
  if (page === null) {
    files.lost.add('nesting');
    return { blocks: [], files: [], links: [], embedded: [], lost: files.lost.list };
  }
  const { fragment, embedded } = page;
  const links = hrefsIn(fragment);
  withoutForms(fragment, files.lost);
  const blocks = new BlockReader(files).read(fragment.childNodes);
  return { blocks, files: files.files, links, embedded, lost: files.lost.list };
}

/** The blocks without the heading that is the title; other headings of the first level come below it. */
export function withoutTitle(blocks: readonly ImportedBlock[], title: string | null): ImportedBlock[] {
  const at = blocks.findIndex(({ type }) => type === 'heading');
  const isTitle = at >= 0 && at < 3 && blocks[at]?.data.text === title;
  const rest = isTitle ? blocks.toSpliced(at, 1) : [...blocks];
  const hasFirst = rest.some(({ type, data }) => type === 'heading' && data.level === 1);
  if (!hasFirst) return rest;
  return rest.map((block) =>
    block.type === 'heading'
      ? { ...block, data: { ...block.data, level: Math.min(6, Number(block.data.level) + 1) } }
      : block,
  );
}
