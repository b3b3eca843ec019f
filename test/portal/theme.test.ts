import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrastRatio } from '../../src/content/contrast.js';
import { colorValue } from '../../src/content/hex-color.js';
import { guardedTheme } from '../../src/site/frame/theme.js';
import { runs } from '../support/effort.js';

type Colors = Parameters<typeof guardedTheme>[0];

const rest = { background: '#ffffff', text: '#141a24' };
const themes: Record<string, Colors> = {
  northlight: { primary: '#0B1A33', accent: '#1FC79A', link: '#1F4E8C', ...rest },
  bakery: { primary: '#8A4B20', accent: '#B3261E', link: '#8A4B20', ...rest },
  pale: { primary: '#F3E3E8', accent: '#F9D9C8', link: '#FBEFF2', ...rest },
  yellow: { primary: '#FFD400', accent: '#FFE95C', link: '#FFC845', ...rest },
  grey: { primary: '#777777', accent: '#999999', link: '#808080', ...rest },
  black: { primary: '#000000', accent: '#000', link: '#000000', ...rest },
  white: { primary: '#ffffff', accent: '#fff', link: '#ffffff', ...rest },
  translucent: { primary: '#0B1A3300', accent: '#1FC79A80', link: '#1f4e8c08', ...rest },
  'no colours': { primary: 'url(//x)', accent: '</style>', link: '', ...rest },
};

/** Contrasts that are too low, as sentences; nothing: all can be read. */
function unreadable(colors: Colors): string[] {
  const theme = guardedTheme(colors);
  const found: string[] = [];
  for (const look of ['light', 'dark'] as const) {
    const of = (name: string): string => theme.get(name)?.[look] ?? '';
    const expectAt = (least: number, front: string, backs: Record<string, string>): void => {
      for (const [name, back] of Object.entries(backs)) {
        const ratio = contrastRatio(of(front), back) ?? 0;
        if (ratio < least) found.push(`${look}: ${front} ${of(front)} on ${name} ${back}: ${ratio.toFixed(2)}`);
      }
    };
    const parts = (hex: string): readonly number[] => colorValue(hex)?.components ?? [];
    const tint = `#${parts(of('accent'))
      .map((part, at) => Math.round((part * 0.13 + (parts(of('bg'))[at] ?? 0) * 0.87) * 255))
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`;
    const grounds = { bg: of('bg'), raised: of('raised'), soft: of('soft'), tint };
    for (const text of ['accent-ink', 'link', 'ink', 'ink-2', 'ink-3']) expectAt(4.5, text, grounds);
    expectAt(3, 'action', { bg: of('bg') });
    expectAt(3, 'edge', { bg: of('bg') });
    expectAt(4.5, 'brand-on-2', { brand: of('brand') });
    expectAt(4.5, 'brand-on', { veil: of('brand-veil') });
    expectAt(3, 'cover-go', { brand: of('brand') });
    expectAt(3, 'deep', { 'a white drawing': '#ffffff' });
    for (const ground of ['action', 'brand', 'accent', 'cover-go'])
      expectAt(4.5, `${ground}-on`, { [ground]: of(ground) });
  }
  return found;
}

describe.each(Object.entries(themes))('a theme that is %s', (_, colors) => {
  test('can be read in light and dark', () => expect(unreadable(colors)).toEqual([]));
});

test('any theme can be read in light and dark', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(hex, hex, hex, (primary, accent, link) => {
      expect(unreadable({ primary, accent, link, ...rest })).toEqual([]);
    }),
    runs(20_000, 2000),
  );
});

test('a colour that can be read stays as it is', () => {
  const theme = guardedTheme(themes.northlight as Colors);
  expect(theme.get('brand')).toEqual({ light: '#0b1a33', dark: '#0b1a33' });
  expect(theme.get('link')?.light).toBe('#1f4e8c');
  expect(theme.get('action')).toEqual({ light: '#0b1a33', dark: '#1fc79a' });
});

test('a grey theme has only greys', () => {
  for (const [name, { light, dark }] of guardedTheme(themes.grey as Colors)) {
    if (/-on(?:-2)?$/.test(name) || name.startsWith('action')) continue;
    for (const hex of [light, dark]) expect(hex, name).toMatch(/^#(..)\1\1$/);
  }
});
