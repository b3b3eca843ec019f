import { isObject } from '../lib/json.js';

/** Tags of Contentful's node types and marks. Any other type becomes an element with its name, reported as lost. */
const tags: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  paragraph: 'p',
  'unordered-list': 'ul',
  'ordered-list': 'ol',
  'list-item': 'li',
  blockquote: 'blockquote',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`heading-${level}`, `h${level}`])),
  table: 'table',
  'table-row': 'tr',
  'table-cell': 'td',
  'table-header-cell': 'th',
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  code: 'code',
  strikethrough: 's',
  superscript: 'sup',
  subscript: 'sub',
});

export interface Asset {
  readonly url: string;
  readonly title: string;
  readonly alt: string;
  readonly isPicture: boolean;
}

export const isRichText = (value: unknown): boolean => isObject(value) && value.nodeType === 'document';

export function richTextToHtml(node: unknown, assets: ReadonlyMap<string, Asset>): string {
  if (!isObject(node)) return '';
  const { nodeType, data = {}, content, marks, value } = node;
  const type = String(nodeType);
  if (type === 'text') {
    const text = escaped(String(value ?? '')).replaceAll('\n', '<br>');
    return listOf(marks).reduce<string>((inner, mark) => element(String(Object(mark).type), inner), text);
  }
  const inner = listOf(content)
    .map((child) => richTextToHtml(child, assets))
    .join('');
  if (type === 'document') return inner;
  if (type === 'hr') return '<hr>';
  const { uri, target } = Object(data);
  const asset = assets.get(target?.sys?.id);
  if (type === 'hyperlink') return `<a href="${escaped(String(uri))}">${inner}</a>`;
  if (asset === undefined) return element(type, inner);
  if (type === 'embedded-asset-block' && asset.isPicture) return pictureOf(asset);
  return `<a href="${escaped(asset.url)}">${inner || escaped(asset.title)}</a>`;
}

export const pictureOf = ({ url, alt }: Pick<Asset, 'url' | 'alt'>): string =>
  `<img src="${escaped(url)}" alt="${escaped(alt)}">`;

function element(type: string, inner: string): string {
  const tag = tags[type] ?? type.replace(/[^a-z0-9-]/gi, '-');
  if (tags[type] === undefined && inner === '') return `<!--${tag}-->`;
  return `<${tag}>${inner}</${tag}>`;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
