import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceSection, showSection } from '../../src/operations/language.js';
import { createPage, showPage } from '../../src/operations/pages.js';
import { TestBrand } from '../support/brand.js';
import { runs } from '../support/effort.js';
import { allNastyNames, isHazardous, isLine } from '../support/hostile/names.js';

const pieces = [
  ...'a 🎨 e\u0301 é <b> </b> &amp; " \\ \\u0000 __proto__ 🏳️‍🌈 \r \0 \x1b \x7f \x85 \ufeff \ud800 \udc00'.split(' '),
  ...[' ', '\n', '\r\n', '\t', '\u00a0', '\u2028', '5 < 6'],
];
const texts = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('ä'.repeat(255), 'ä'.repeat(256), '🎨'.repeat(255), '🎨'.repeat(256), ` ${'x'.repeat(255)} `),
);

const isTitle = (text: string): boolean => isLine(text, 255);

describe('a text that is accepted is read back the same', () => {
  test('as the title of a new page: trimmed', async () => {
    const brand = await TestBrand.create();
    await fc.assert(
      fc.asyncProperty(texts, async (title) => {
        const { outcome, value } = await brand.attempt(createPage, {}, { title });
        expect(outcome).toBe(isTitle(title) ? 'ok' : 'invalid');
        if (outcome !== 'ok') return;
        expect(value.title).toBe(title.trim());
        await brand.restart();
        expect(await brand.run(showPage, { page: `${value.id}` })).toEqual(value);
      }),
      runs(100),
    );
  });

  test('in a section of the corporate language: as it was sent', async () => {
    const brand = await TestBrand.create();
    const json = fc.jsonValue({ maxDepth: 4 });
    await fc.assert(
      fc.asyncProperty(texts, json, async (summary, value) => {
        const sent = JSON.parse(JSON.stringify({ summary, free: value }));
        const { outcome } = await brand.attempt(replaceSection, { section: 'voice' }, sent);
        if (isHazardous(summary)) expect(outcome).toBe('invalid');
        if (outcome !== 'ok') return;
        await brand.restart();
        expect(await brand.run(showSection, { section: 'voice' })).toEqual({ voice: sent });
      }),
      runs(100),
    );
  });

  test('as a free name in a section: as it was sent', async () => {
    const brand = await TestBrand.create();
    const reserved = ['__proto__', 'constructor', 'prototype'];
    const name = fc.oneof(texts, fc.constantFrom(...allNastyNames));
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 4 }), async (names) => {
        const members = names.map((one) => `${JSON.stringify(one)}:{${JSON.stringify(one)}:${JSON.stringify([one])}}`);
        const sent = JSON.parse(`{"free":{${members.join(',')}}}`);
        const isOk = (one: string): boolean => !isHazardous(one) && !reserved.includes(one) && [...one].length <= 255;
        const { outcome } = await brand.attempt(replaceSection, { section: 'notation' }, sent);
        expect(outcome).toBe(names.every(isOk) ? 'ok' : 'invalid');
        if (outcome !== 'ok') return;
        await brand.restart();
        expect(await brand.run(showSection, { section: 'notation' })).toEqual({ notation: sent });
      }),
      runs(100),
    );
  });
});
