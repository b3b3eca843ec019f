import * as fs from 'node:fs';
import { defineConfig, Logger, parse } from '@terrazzo/parser';
import StyleDictionary from 'style-dictionary';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/admin/check.js';
import { setColor } from '../../../src/operations/colors.js';
import { setFont, setTheme } from '../../../src/operations/theme.js';
import { pushFiles } from '../../support/git.js';
import { brandForEach, client, operate, portal } from '../../support/portal-fixture.js';

brandForEach({ real: true });

const css = { headers: { Accept: 'text/css' } };

/** Eight hexadecimal digits of every colour by its token, as Terrazzo reads them. */
async function seenByTerrazzo(tokens: string): Promise<Record<string, string>> {
  const root = new URL('file:///');
  const logger = new Logger({ level: 'error' });
  const config = defineConfig({}, { cwd: root, logger });
  const read = await parse([{ filename: new URL('tokens.json', root), src: tokens }], { config, logger });
  expect([logger.errorCount, logger.warnCount]).toEqual([0, 0]);
  const colors = Object.entries(read.tokens).flatMap(([name, { $type, $value }]) => {
    if ($type !== 'color') return [];
    const { components, alpha, colorSpace } = $value as { components: number[]; alpha: number; colorSpace: string };
    expect(colorSpace).toBe('srgb');
    return [[name.replaceAll('.', '-'), hexOf([...components, alpha].map((one) => one * 255))]];
  });
  return Object.fromEntries(colors);
}

const hexOf = (bytes: readonly number[]): string => Buffer.from(bytes.map(Math.round)).toString('hex');

/** The same from a style sheet. Style Dictionary writes what is not opaque in decimals. */
function seenInCss(sheet: string): Record<string, string> {
  const values = new Map([...sheet.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value ?? '']));
  const read = (value: string): string | undefined => {
    const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
    if (other !== undefined) return read(values.get(other) ?? '');
    const [, decimals] = /^rgba\((.+)\)$/.exec(value) ?? [];
    if (decimals !== undefined) return hexOf(decimals.split(',').map((one, at) => Number(one) * (at === 3 ? 255 : 1)));
    return value.startsWith('#') ? value.slice(1).padEnd(8, 'f') : undefined;
  };
  const colors = [...values].map(([name, value]) => [name, read(value)]);
  return Object.fromEntries(colors.filter(([, hex]) => hex !== undefined));
}

async function styleSheetOf(tokens: string): Promise<string> {
  const files = [{ destination: 'tokens.css', format: 'css/variables' }];
  const dictionary = new StyleDictionary({
    tokens: JSON.parse(tokens),
    log: { warnings: 'error', errors: { brokenReferences: 'throw' } as const, verbosity: 'silent' },
    platforms: { css: { transformGroup: 'css', files } },
  });
  return (await dictionary.formatPlatform('css')).map(({ output }) => output).join('');
}

/** Every colour is read as the same one from both forms, by both tools. @returns the JSON, and the colours by their tokens */
async function judged(brand = client) {
  const { text, body } = await brand.get('/brand/tokens');
  const colors = seenInCss((await brand.get('/brand/tokens', css)).text);
  expect(await seenByTerrazzo(text)).toEqual(colors);
  expect(seenInCss(await styleSheetOf(text))).toEqual(colors);
  return { body, colors };
}

describe('design tokens', () => {
  it.each(['northlight', 'little-bakery'])('of %s are read by two tools without an error', async (slug) => {
    const brand = await portal.importExample(slug);
    const palette = (await brand.get('/brand/colors?expand=full')).body;
    const { body, colors } = await judged(brand);
    expect(body.$extensions['local.brand-portal'].left_out).toEqual([]);
    type Color = { hex: string; shades: { hex: string }[] };
    const hexes = palette.flatMap(({ hex, shades }: Color) => [hex, ...shades.map((shade) => shade.hex)]);
    const inPalette = Object.entries(colors).filter(([name]) => name.startsWith('color-'));
    const expected = hexes.map((hex: string) => `${hex.slice(1)}ff`.toLowerCase());
    expect(inPalette.map(([, hex]) => hex).sort()).toEqual(expected.sort());
  });

  it('name the id of a colour, and the theme refers to the palette', async () => {
    await operate(setColor, {}, { name: 'Sea Blue', hex: '#0af8' });
    await operate(setColor, {}, { name: 'Sea blue', hex: '#00F', shades: [{ opacity: '50%', hex: '#88f' }] });
    await operate(setTheme, {}, { primary: '#00AAFF88', link: '#abc', font: "'Neue Eins', Zwei, ui-monospace" });
    await operate(setFont, { role: 'constructor' }, { family: 'A "B" \\ <', base_weight: 450 });
    const { body } = await judged();
    const own = (token: string) => body.color[token].$extensions['local.brand-portal'];
    expect([own('sea-blue').id, own('sea-blue-2').id]).toEqual([1, 2]);
    expect(own('sea-blue-2-50')).toEqual({ id: 2, opacity: '50%' });
    expect(body.theme.color.primary.$value).toBe('{color.sea-blue}');
    expect(body.theme.color.link.$value.hex).toBe('#aabbcc');
    expect(body.theme.font.$value).toEqual(['Neue Eins', 'Zwei', 'ui-monospace']);
    const { text, headers } = await client.get('/brand/tokens', css);
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(text).toContain('--theme-font: "Neue Eins", "Zwei", ui-monospace;');
    expect(text).toContain('--font-constructor-2-family: "A \\22 B\\22  \\5c  \\3c ";');
    expect(text).toContain('--theme-color-primary: var(--color-sea-blue);');
  });

  it('leave out and name what a push made of a value', async () => {
    for (const name of ['One', 'Two', 'Three']) await operate(setColor, {}, { name, hex: '#123' });
    await operate(setFont, { role: 'body' }, { family: 'Body', base_weight: 400 });
    const evil = 'red;} * {background:url(//evil.example)}';
    const brand = JSON.parse(JSON.stringify((await client.get('/brand')).body));
    const [font] = brand.theme.fonts;
    const theme = {
      colors: { ...brand.theme.colors, primary: evil, accent: 'expression(1)' },
      font: 'a;} * {}',
      fonts: [
        { ...font, family: '{color.one}' },
        { ...font, role: '*/ }', family: '"} b', base_weight: 4000 },
      ],
    };
    const [one, two] = (await client.get('/brand/colors?expand=full')).body;
    const shades = [{ opacity: '*/', hex: '#fff' }];
    pushFiles(portal.gitdir(client.brand), {
      'brand.json': { name: '*/ } {color.one}', default_visibility: 'internal', theme },
      'colors/1.json': { ...one, hex: evil, description: '*/ {color.none}', shades },
      'colors/2.json': { ...two, name: '__proto__', cmyk: '{color.none}', shades: [{ opacity: null, hex: null }] },
    });
    const { body, colors } = await judged();
    type Left = { file: string; field: string };
    const left = body.$extensions['local.brand-portal'].left_out.map(({ file, field }: Left) => `${file} ${field}`);
    expect(left).toEqual([
      ...['colors/1.json hex', 'colors/2.json shades.0.hex', 'brand.json theme.colors.primary'],
      ...['brand.json theme.colors.accent', 'brand.json theme.fonts.0.family', 'brand.json theme.fonts.1.family'],
      ...['brand.json theme.fonts.1.base_weight', 'brand.json theme.font'],
    ]);
    expect(Object.keys(colors)).toContain('color-three');
    const { text } = await client.get('/brand/tokens', css);
    expect(text.match(/[{}]/g)).toEqual(['{', '}']);
    expect(text).not.toMatch(/evil|url|expression|__proto__/);
    const { findings } = await check({ fs, data: portal.data, now: portal.clock.read() });
    const warned = findings.filter(({ level, problem }) => level === 'warning' && problem.includes('design tokens'));
    expect(warned.map(({ path, problem }) => `${path} ${problem.split(' ')[0]}`)).toEqual(left);
    for (const named of left) expect(text).toContain(`/* Left out: ${named.replace(' ', ', ')} `);
  });

  it('have a tag for each form, and are kept apart where answers are kept', async () => {
    const forms = ['application/json', 'text/css'];
    const ask = (Accept: string, more = {}) => client.get('/brand/tokens', { headers: { Accept, ...more } });
    const tags: string[] = [];
    for (const round of [1, 2]) {
      for (const form of forms) {
        const { headers } = await ask(form);
        expect(headers.get('content-type'), `${round}`).toBe(`${form}; charset=utf-8`);
        expect(headers.get('vary')).toMatch(/\bAccept\b/);
        tags.push(headers.get('etag') ?? '');
        for (const tag of tags.slice(0, 2)) {
          const { status } = await ask(form, { 'If-None-Match': tag });
          expect(status, `${form} ${tag}`).toBe(tag === tags.at(-1) ? 304 : 200);
        }
      }
    }
    expect(new Set(tags).size).toBe(2);
    await operate(setColor, {}, { name: 'One', hex: '#123' });
    expect((await ask('text/css')).text).toContain('--color-one: #112233');
    expect((await ask('text/css', { 'If-None-Match': tags[1] })).status).toBe(200);
  });
});
