import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toYaml } from '../../src/brand-folder/write-yaml.js';
import { runs } from '../support/effort.js';
import { misleading } from '../support/hostile/names.js';

/** What means something in YAML, or is easily lost. */
const odd = [...'\n \r\n \t # " \' | > &a *a % --- ... ! ?'.split(' '), ' ', '  ', ': ', '- '];
const words = ['true', 'null', '~', '1', '0x1', '1e3', '2026-01-01', '<<', '\u2028', '\x85', '\ufeff', '\x7f', '🙂'];
const long = ['lorem ipsum dolor sit amet consectetur', 'x'.repeat(130), '<p>x</p>'];
const made = fc.array(fc.constantFrom(...odd, ...words, ...long), { maxLength: 12 }).map((parts) => parts.join(''));
const text = fc.oneof(made, fc.string({ unit: 'binary' })).filter((one) => !/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(one));
const key = text.filter((one) => one !== '__proto__');
/** JSON has no negative zero. */
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((one) => one + 0);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.oneof(number, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));

test('any value comes back from its YAML as it was', () => {
  fc.assert(
    fc.property(value, (written) => {
      expect(parse(toYaml(written))).toEqual(JSON.parse(JSON.stringify(written)));
    }),
    { ...runs(2000), examples: [[`${'x'.repeat(130)} ---`]] },
  );
});

test('what would mislead whoever reads a file is escaped, in keys and in texts of every length', () => {
  const texts = ['\u007f', '\u009b2J', '\u0085', '\u2028', '\u202e', '\u2066', '\u200e', '\u200f', '\u061c'].flatMap(
    (one) => [one, `a ${one} b\nc`, `${one}${' a long text'.repeat(20)}`],
  );
  const written = toYaml({ texts, keys: Object.fromEntries(texts.map((one) => [one, one])) });
  expect(misleading.exec(written)).toBeNull();
  expect(parse(written)).toEqual({ texts, keys: Object.fromEntries(texts.map((one) => [one, one])) });
});

describe('people read', () => {
  const sentence = 'The logo keeps its distance from everything else, as much as the height of its symbol.';

  test('long texts in lines of their own, and short ones next to their key', () => {
    const html = '<p>One</p>\n<ul>\n  <li>Two</li>\n</ul>';
    expect(toYaml({ title: 'Logo: versions', html, body: `${sentence} ${sentence}` })).toBe(
      [
        'title: "Logo: versions"',
        'html: |-',
        ...html.split('\n').map((line) => `  ${line}`),
        'body: >-',
        `  ${sentence} The logo keeps its distance`,
        '  from everything else, as much as the height of its symbol.',
        '',
      ].join('\n'),
    );
  });
});
