import {
  formatHex,
  formatHex8,
  modeHsl,
  modeLab,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  modeXyz50,
  modeXyz65,
  parse,
  useMode,
} from 'culori/fn';
import { isObject } from '../../lib/json.js';
import { noted } from '../../lib/say.js';
import { readSwatches } from '../adobe-swatches.js';
import { escapeHtml } from '../html/write.js';
import { type ImportedColor, Losses, wordsOf } from './document.js';
import type { ReadDocument } from './read.js';

for (const mode of [modeRgb, modeLrgb, modeHsl, modeXyz50, modeXyz65, modeLab, modeOklab, modeOklch]) useMode(mode);

/** Upper bounds of one file: tokens are read in each other, by aliases. */
const limits = { tokens: 5000, depth: 20, aliases: 10, rows: 1000 };

/** Upper bound on the colours of one page. */
export const maxColors = 60;

/** Variables of frameworks, which say nothing of the brand. */
const ofFrameworks = /^(?:bs|tw|wp|swiper|fa|mdc?|mat|chakra|mui|radix|ifm|docsearch|plyr|rt|sl|vp)-/;

interface Tokens {
  readonly colors: readonly ImportedColor[];
  /** Other tokens, such as sizes. */
  readonly others: readonly (readonly [name: string, value: string])[];
  /** Whether they are tokens for certain, also without a colour. */
  readonly areMarked?: boolean;
}

/** A colour of CSS as `#rrggbb` or `#rrggbbaa`; `null` for anything else, and for one that is not seen. */
function hexOf(text: string): string | null {
  const color = /^[#a-z]/i.test(text) ? parse(text) : undefined;
  if (color === undefined || color.alpha === 0) return null;
  return (color.alpha ?? 1) === 1 ? formatHex(color) : formatHex8(color);
}

/** Custom properties of a style sheet; of those with the same name the first. */
function tokensOfCss(css: string): Tokens {
  const text = css
    .split('/*')
    .map((part, at) => (at === 0 ? part : (part.split('*/', 2)[1] ?? '')))
    .join(' ');
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/--([a-z][\w-]{0,100}):([^;{}]{1,500})/gi))
    if (!ofFrameworks.test(name) && !found.has(name)) found.set(name, value.trim());
  const all = [...found].map(([name, value]) => ({ name: nameOf(name.split('-')), value, hex: hexOf(value) }));
  return {
    colors: all.flatMap(({ name, hex }) => (hex === null ? [] : [{ name, hex, cmyk: null }])),
    others: all.flatMap(({ name, value, hex }) => (hex === null && !value.includes('(') ? [[name, value]] : [])),
  };
}

const nameOf = (path: readonly string[]): string => {
  const own = path.filter((part, at) => part !== '' && !(at === 0 && /^colou?rs?$/i.test(part) && path.length > 1));
  return wordsOf(own.join(' '));
};

interface Leaf {
  readonly path: readonly string[];
  readonly type: unknown;
  readonly value: unknown;
}

/** Tokens of the community group of the W3C (`$value`), and of Style Dictionary and Tokens Studio (`value`). */
function tokensOfJson(json: unknown): Tokens {
  const leaves = new Map<string, Leaf>();
  let areMarked = false;
  const walk = (node: unknown, path: readonly string[], inherited: unknown): void => {
    if (!isObject(node) || path.length > limits.depth || leaves.size >= limits.tokens) return;
    const type = node.$type ?? node.type ?? inherited;
    const value = node.$value ?? (isObject(node.value) && node.type === undefined ? undefined : node.value);
    areMarked ||= node.$value !== undefined;
    if (value !== undefined) leaves.set(path.join('.'), { path, type, value });
    else
      for (const [name, inner] of Object.entries(node))
        if (!name.startsWith('$')) walk(inner, [...path, name], typeof type === 'string' ? type : inherited);
  };
  walk(json, [], undefined);
  const resolved = ({ value, type }: Leaf): Pick<Leaf, 'value' | 'type'> => {
    let at: Pick<Leaf, 'value' | 'type'> = { value, type };
    for (let hop = 0; hop < limits.aliases; hop += 1) {
      const [, name] = (typeof at.value === 'string' && /^\{([^{}]{1,500})\}$/.exec(at.value)) || [];
      const next = name === undefined ? undefined : leaves.get(name);
      if (next === undefined) break;
      at = { value: next.value, type: at.type ?? next.type };
    }
    return at;
  };
  const colors: ImportedColor[] = [];
  const others: (readonly [string, string])[] = [];
  for (const leaf of leaves.values()) {
    const { value, type } = resolved(leaf);
    const name = nameOf(leaf.path);
    const hex = type === undefined || type === 'color' ? colorOfToken(value) : null;
    if (hex !== null) colors.push({ name, hex, cmyk: null });
    else others.push([name, typeof value === 'string' ? value : textOf(value)]);
  }
  return { colors, others, areMarked };
}

function colorOfToken(value: unknown): string | null {
  if (typeof value === 'string') return hexOf(value);
  if (!isObject(value)) return null;
  const { hex, components, colorSpace, alpha } = value;
  if (typeof hex === 'string' && alpha === 1) return hexOf(hex);
  const numbers = Array.isArray(components) ? components.filter((one) => typeof one === 'number') : [];
  const shown = `color(${String(colorSpace)} ${numbers.join(' ')} / ${typeof alpha === 'number' ? alpha : 1})`;
  return hexOf(shown) ?? (typeof hex === 'string' ? hexOf(hex) : null);
}

/** A size as `4px`, a list by commas, anything else as JSON. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (isObject(value) && typeof value.value === 'number') return `${value.value}${String(value.unit ?? '')}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `site`: a style sheet of a website, whose sizes say nothing of the brand. */
export type TokenKind = 'json' | 'css' | 'site' | 'ase';

function tokensOf(kind: TokenKind, bytes: Uint8Array): Tokens {
  if (kind === 'ase') {
    const swatches = readSwatches(Buffer.from(bytes));
    return { colors: swatches.map(({ name, color, cmyk }) => ({ name, hex: formatHex(color), cmyk })), others: [] };
  }
  const text = new TextDecoder().decode(bytes);
  if (kind === 'json') return tokensOfJson(JSON.parse(text));
  const tokens = tokensOfCss(text);
  return kind === 'css' ? tokens : { ...tokens, others: [] };
}

/** A file of colours and design tokens as a page: a palette, and a table of the other tokens. @returns `null` if it has none */
export function readColors(kind: TokenKind, bytes: Uint8Array): ReadDocument | null {
  let read: Tokens;
  try {
    read = tokensOf(kind, bytes);
  } catch {
    return kind === 'ase' ? { problem: noted`It cannot be read as a file of colours.` } : null;
  }
  const lost = new Losses();
  const byHex = new Map(read.colors.toReversed().map((color) => [color.hex, color]));
  const all = read.colors.filter((color) => byHex.get(color.hex) === color);
  if (all.length > maxColors)
    lost.add(
      'colors',
      all
        .slice(maxColors)
        .map(({ name }) => name)
        .join(', '),
    );
  if (read.others.length > limits.rows) lost.add('rows');
  const colors = all.slice(0, maxColors);
  const rows = read.others.slice(0, limits.rows).map((row) => row.map(escapeHtml));
  if (colors.length === 0 && !read.areMarked) return null;
  return {
    ...{ title: null, slug: null, isHidden: false, isList: false, files: [], embedded: [], address: null, above: null },
    ...{ links: [], colors, lost: lost.list },
    blocks: [
      ...(colors.length === 0 ? [] : [{ type: 'color_palette', data: { color_ids: colors.map((_, at) => at) } }]),
      ...(rows.length === 0 ? [] : [{ type: 'table', data: { header: [], rows } }]),
    ],
  };
}
