import {
  clampChroma,
  formatHex,
  inGamut,
  modeLrgb,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode,
  wcagContrast,
} from 'culori/fn';
import { type BrandFile, newBrandFile } from '../../content/brand.js';
import { minTextContrast } from '../../content/contrast.js';
import { hexColor } from '../../content/hex-color.js';

useMode(modeLrgb);
const toRgb = useMode(modeRgb);
const toOklch = useMode(modeOklch);
const isShown = inGamut('rgb');

type ThemeColors = BrandFile['theme']['colors'];

/** Value of a custom property on a light and on a dark ground. */
export interface Pair {
  readonly light: string;
  readonly dark: string;
}

const white = '#ffffff';
const ink = '#141a24';

/** Colours of grounds, lines and texts. Every brand has the same lightness. */
const neutrals = new Map<string, Pair>(
  Object.entries({
    bg: { light: '#ffffff', dark: '#0c121c' },
    raised: { light: '#ffffff', dark: '#151d29' },
    soft: { light: '#f6f8fb', dark: '#111925' },
    sunken: { light: '#edf1f6', dark: '#080d15' },
    line: { light: '#e3e8ef', dark: '#222c3a' },
    'line-2': { light: '#cfd7e1', dark: '#334053' },
    edge: { light: '#818c9c', dark: '#6a778b' },
    ink: { light: ink, dark: '#e9edf3' },
    'ink-2': { light: '#465163', dark: '#b0bac8' },
    'ink-3': { light: '#5f6b7d', dark: '#8e9aab' },
  }),
);

const maxNeutralChroma = 0.02;
/** Contrast of shapes that carry a meaning (WCAG 2.2). */
const shapeContrast = 3;

/**
 * Colours of the portal by the names of their custom properties. A colour of the theme that could not be read keeps its
 * hue and moves in lightness. A value that is not a colour counts as that of a new brand.
 */
export function guardedTheme({ primary, accent, link }: ThemeColors): ReadonlyMap<string, Pair> {
  const standard = newBrandFile('').theme.colors;
  const brand = { primary: opaque(primary, standard.primary), accent: opaque(accent, standard.accent) };
  const looks = (['light', 'dark'] as const).map((look) => {
    const neutral = tinted(brand.primary, look);
    const neutralOf = (name: string): string => neutral.get(name) ?? ink;
    const tint = mix(brand.accent, neutralOf('bg'), 0.13);
    const grounds = [neutralOf('bg'), neutralOf('raised'), neutralOf('soft'), tint];
    const text = (color: string): string => moved(color, look === 'dark', grounds, minTextContrast);
    const action = actionOf([brand.primary, brand.accent, neutralOf('ink')], neutralOf('bg'));
    const values: [string, string][] = [
      ['brand', brand.primary],
      ['brand-on', onGround(brand.primary)],
      ['deep', wcagContrast(white, brand.primary) >= shapeContrast ? brand.primary : ink],
      ...Object.entries(coverButton(brand.primary, brand.accent)),
      ['brand-on-2', dimmed(onGround(brand.primary), brand.primary, 0.84)],
      ['brand-veil', veiled(brand.primary, 0.08)],
      ['accent', brand.accent],
      ['accent-on', onGround(brand.accent)],
      ['accent-ink', text(brand.accent)],
      ['link', text(opaque(link, standard.link))],
      ['action', action.ground],
      ['action-on', action.text],
      ...neutral,
      ...['ink', 'ink-2', 'ink-3'].map((name): [string, string] => [name, text(neutralOf(name))]),
      ['edge', moved(neutralOf('edge'), look === 'dark', [neutralOf('bg'), neutralOf('raised')], shapeContrast)],
    ];
    return new Map(values);
  });
  const [light, dark] = looks;
  return new Map([...(light ?? [])].map(([name, value]) => [name, { light: value, dark: dark?.get(name) ?? value }]));
}

/** Declarations of the custom properties, without braces. */
export function themeDeclarations(colors: ThemeColors): string {
  const lines = [...guardedTheme(colors)].map(([name, { light, dark }]) => {
    return `--${name}:${light === dark ? light : `light-dark(${light},${dark})`}`;
  });
  return lines.join(';');
}

/** A colour without alpha, laid on white. */
export function opaque(text: string, fallback: string): string {
  const rgb = hexColor.test(text) ? toRgb(text) : undefined;
  if (rgb === undefined) return fallback;
  const { alpha = 1, ...solid } = rgb;
  return mix(formatHex(solid), white, alpha);
}

/** The neutrals of a look with the hue of a colour: the lightness stays, and a grey gives greys. */
function tinted(primary: string, look: keyof Pair): Map<string, string> {
  const { c: most, h = null } = oklchOf(primary);
  return new Map(
    [...neutrals].map(([name, pair]) => {
      const { l, c } = oklchOf(pair[look]);
      const chroma = h === null ? 0 : Math.min(c, most, maxNeutralChroma);
      return [name, hexOf({ mode: 'oklch', l, c: chroma, h: h ?? 0 })];
    }),
  );
}

/** A colour, as far towards white or black as it must go to have a contrast on all grounds. */
function moved(color: string, isLighter: boolean, grounds: readonly string[], contrast: number): string {
  const start = oklchOf(color);
  let found = color;
  for (let step = 1; step <= 100 && lowest(found, grounds) < contrast; step += 1) {
    const l = start.l + (isLighter ? step : -step) / 100;
    found = hexOf({ ...start, l: Math.min(1, Math.max(0, l)) });
  }
  return found;
}

const lowest = (color: string, grounds: readonly string[]): number =>
  Math.min(...grounds.map((ground) => wcagContrast(color, ground)));

/**
 * Ground and text of the main button: the first colour that is seen on the page, moved where no text can be read on it.
 */
function actionOf(colors: readonly string[], bg: string): { ground: string; text: string } {
  const start = colors.find((color) => wcagContrast(color, bg) >= shapeContrast) ?? ink;
  const text = better(start);
  return { ground: moved(start, text === ink, [text], minTextContrast), text };
}

/** Main button on the primary colour: the accent where it is seen there, else the colour of texts. */
function coverButton(primary: string, accent: string): Readonly<Record<'cover-go' | 'cover-go-on', string>> {
  const isSeen = wcagContrast(accent, primary) >= shapeContrast;
  const ground = isSeen ? accent : onGround(primary);
  return { 'cover-go': ground, 'cover-go-on': isSeen ? onGround(accent) : primary };
}

/** Ink or white, whichever has more contrast. */
const better = (ground: string): string => (wcagContrast(ink, ground) >= wcagContrast(white, ground) ? ink : white);

/** Text on a ground that stays as it is: black where ink and white are both too close to it. */
function onGround(ground: string): string {
  const text = better(ground);
  return wcagContrast(text, ground) >= minTextContrast ? text : '#000000';
}

/** Text mixed with its ground: at least the given share of the text, and as much as can be read. */
function dimmed(text: string, ground: string, least: number): string {
  for (let share = least; share < 1; share += 0.02) {
    const mixed = mix(text, ground, share);
    if (wcagContrast(mixed, ground) >= minTextContrast) return mixed;
  }
  return text;
}

/** Ground below white: at most the given share of white, on which the ground's text can still be read. */
function veiled(ground: string, most: number): string {
  const text = onGround(ground);
  for (let share = most; share > 0; share -= 0.01) {
    const mixed = mix(white, ground, share);
    if (wcagContrast(text, mixed) >= minTextContrast) return mixed;
  }
  return ground;
}

function oklchOf(color: string): Oklch {
  const value = toOklch(color);
  if (value === undefined) throw new Error(`No colour: ${color}`);
  return value;
}

/** Chroma is lowered only for a colour that no screen shows. */
const hexOf = (color: Oklch): string => formatHex(isShown(color) ? color : clampChroma(color, 'oklch'));

/** As `color-mix` in sRGB. */
function mix(color: string, ground: string, share: number): string {
  const above = toRgb(color);
  const below = toRgb(ground);
  if (above === undefined || below === undefined) return ground;
  const part = (name: 'r' | 'g' | 'b'): number => above[name] * share + below[name] * (1 - share);
  return formatHex({ mode: 'rgb', r: part('r'), g: part('g'), b: part('b') });
}
