import { Exact, type Static, Type } from '../validation/schema.js';
import type { Brand } from './brand.js';
import { paths } from './catalog/paths.js';
import { type ColorValue, colorValue, longHex } from './hex-color.js';
import { replaceTexts } from './json-strings.js';
import { toSlug } from './slug.js';

/** Key of our own members in `$extensions`: a reversed domain name, as the format asks. */
const vendor = 'local.brand-portal';

const LeftOut = Exact({
  file: Type.String({ description: "The file in the brand's repository." }),
  field: Type.String(),
  problem: Type.String(),
});
type LeftOut = Static<typeof LeftOut>;

const group = (description: string) =>
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, description }));

export const DesignTokens = Exact(
  {
    $description: Type.String({ description: 'The name of the brand.' }),
    $extensions: Exact({
      [vendor]: Exact({ left_out: Type.Array(LeftOut, { description: 'Values that no design tool could read.' }) }),
    }),
    color: group(`The palette in sRGB, by names; \`$extensions["${vendor}"]\` has the id and the print notations.`),
    font: group('By role the family, and the weight of running text.'),
    theme: group('The colours and the fonts of the portal itself: aliases, where the palette has them.'),
  },
  { title: 'DesignTokens', description: 'Design tokens in the format of the W3C community group, 2025.10.' },
);
export type DesignTokens = Static<typeof DesignTokens>;

/** A design token, as JSON and as CSS. */
interface Token {
  readonly path: readonly string[];
  readonly json: object;
  readonly css: string;
}

/** Theme and palette as design tokens. A value that the formats cannot have is left out and named. */
class TokenList {
  readonly tokens: Token[] = [];
  readonly leftOut: LeftOut[] = [];
  /** Names in use. These two are reserved: tools that keep tokens in plain objects lose a token named `constructor`. */
  readonly #names = new Set(['color-constructor', 'font-constructor']);

  /** @param about members of `$extensions` */
  add(path: readonly string[], css: string, value: object, about?: object, description: string | null = null): void {
    const metadata = {
      ...(description === null ? {} : { $description: description }),
      ...(about === undefined ? {} : { $extensions: { [vendor]: structuredClone(about) } }),
    };
    replaceTexts(metadata, withoutAliases);
    this.tokens.push({ path, css, json: { ...value, ...metadata } });
  }

  omit(file: string, field: string, problem: string): void {
    this.leftOut.push({ file, field, problem });
  }

  /** A name that no other token has: as custom properties, all are in one namespace. */
  name(group: string, text: string, fallback: string | number): string {
    const base = toSlug(text) || String(fallback);
    let name = base;
    for (let number = 2; this.#names.has(`${group}-${name}`); number += 1) name = `${base}-${number}`;
    this.#names.add(`${group}-${name}`);
    return name;
  }
}

function tokensOf({ theme }: Brand): TokenList {
  const list = new TokenList();
  const colorNames = addPalette(list, theme.palette);
  addThemeColors(list, theme.colors, colorNames);
  addFonts(list, theme.fonts);

  const families = parseFontStack(theme.font);
  if (families === null) list.omit(paths.brand, 'theme.font', 'is not a list of font families');
  else {
    list.add(['theme', 'font'], fontStackCss(families), {
      $type: 'fontFamily',
      $value: families.map(({ family }) => family),
    });
  }
  return list;
}

/** @returns the names of the tokens, by the colours' `longHex` */
function addPalette(list: TokenList, palette: Brand['theme']['palette']): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { id, name, description, hex, shades, ...notations } of palette) {
    const token = list.name('color', name, id);
    const add = (field: string, tokenName: string, text: string | null, more: object): void => {
      const value = text === null ? null : colorValue(text);
      if (value === null) list.omit(paths.color(id), field, notAColor);
      else list.add(['color', tokenName], cssColor(value), { $value: value }, { id, ...more }, description);
    };

    add('hex', token, hex, notations);
    if (colorValue(hex) !== null && !names.has(longHex(hex))) names.set(longHex(hex), token);
    for (const [at, { opacity, hex }] of shades.entries()) {
      const shadeName = list.name('color', `${token}-${opacity?.replace('%', '') ?? `shade-${at + 1}`}`, token);
      add(`shades.${at}.hex`, shadeName, hex, { opacity });
    }
  }
  return names;
}

function addThemeColors(list: TokenList, colors: Brand['theme']['colors'], names: ReadonlyMap<string, string>): void {
  for (const [name, hex] of Object.entries(colors)) {
    const path = ['theme', 'color', name];
    const value = colorValue(hex);
    const token = value === null ? undefined : names.get(longHex(hex));
    if (value === null) list.omit(paths.brand, `theme.colors.${name}`, notAColor);
    else if (token === undefined) list.add(path, cssColor(value), { $type: 'color', $value: value });
    else list.add(path, `var(--color-${token})`, { $type: 'color', $value: `{color.${token}}` });
  }
}

function addFonts(list: TokenList, fonts: Brand['theme']['fonts']): void {
  for (const [at, { role, family, base_weight: weight, faces }] of fonts.entries()) {
    const name = list.name('font', role, at + 1);
    const value = { $type: 'fontFamily', $value: family };
    if (familyName.test(family)) list.add(['font', name, 'family'], cssString(family), value, { role, faces });
    else list.omit(paths.brand, `theme.fonts.${at}.family`, 'is not a font name');

    if (weight === null) continue;
    if (weight < 1 || weight > 1000) list.omit(paths.brand, `theme.fonts.${at}.base_weight`, 'is not from 1 to 1000');
    else list.add(['font', name, 'weight'], String(weight), { $type: 'fontWeight', $value: weight });
  }
}

export function designTokens(brand: Brand): DesignTokens {
  const { tokens, leftOut } = tokensOf(brand);
  const groups: Record<'color' | 'font' | 'theme', Record<string, unknown>> = {
    color: { $type: 'color' },
    font: {},
    theme: {},
  };
  for (const { path, json } of tokens) {
    let holder: Record<string, unknown> = groups;
    for (const name of path.slice(0, -1)) {
      const inner = holder[name] ?? {};
      holder[name] = inner;
      holder = inner as Record<string, unknown>;
    }
    holder[path.at(-1) as string] = json;
  }
  return { $description: withoutAliases(brand.name), $extensions: { [vendor]: { left_out: leftOut } }, ...groups };
}

/** The tokens as CSS custom properties. Only checked values and escaped strings of the stored data get into it. */
export function tokensCss(brand: Brand): string {
  const { tokens, leftOut } = tokensOf(brand);
  const properties = tokens.map(({ path, css }) => `  --${path.join('-')}: ${css};\n`);
  const omitted = leftOut.map(({ file, field, problem }) => `/* Left out: ${file}, ${field} ${problem}. */\n`);
  return `${omitted.join('')}:root {\n${properties.join('')}}\n`;
}

export function leftOutOfTokens(brand: Brand): readonly LeftOut[] {
  return tokensOf(brand).leftOut;
}

/** Tools look for aliases in every text of a file. */
function withoutAliases(text: string): string {
  return text.replaceAll('{', '(').replaceAll('}', ')');
}

const notAColor = 'is not a colour such as #1f4e8c';

function cssColor({ hex, alpha }: ColorValue): string {
  const digits = Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0');
  return alpha === 1 ? hex : hex + digits;
}

/** A string of CSS (CSSOM, "serialize a string"). `<` is escaped as well, since style sheets may be inside HTML. */
export function cssString(text: string): string {
  const escaped = text.replace(/["\\<]|\p{C}/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
  return `"${escaped}"`;
}

/** Any name without braces, which would make an alias of it. */
const familyName = /^(?=.*\S)[^{}\p{C}]*$/u;

const familyInStack = /\s*(?:'([^'"\\{}]+)'|"([^'"\\{}]+)"|([\p{L}_][\p{L}\p{N}_ -]*)(?![\p{L}\p{N}_ -]))\s*(?:,|$)/uy;
const generic =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|math|emoji|system-ui|ui-(?:serif|sans-serif|monospace|rounded))$/;

interface StackedFont {
  readonly family: string;
  readonly isGeneric: boolean;
}

/** A font stack as a value of CSS, whatever the names are. */
export const fontStackCss = (fonts: readonly StackedFont[]): string =>
  fonts.map(({ family, isGeneric }) => (isGeneric ? family : cssString(family))).join(', ');

/** The names in a CSS font stack; `null` for anything else. */
export function parseFontStack(stack: string): StackedFont[] | null {
  const families: { family: string; isGeneric: boolean }[] = [];
  familyInStack.lastIndex = 0;
  while (familyInStack.lastIndex < stack.length) {
    const [, single, double, plain] = familyInStack.exec(stack) ?? [];
    const family = (single ?? double ?? plain)?.trim();
    if (family === undefined || family === '') return null;
    families.push({ family, isGeneric: plain !== undefined && generic.test(family) });
  }
  return families.length === 0 ? null : families;
}
