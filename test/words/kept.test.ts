import { expect, test } from 'vitest';
import { svgVerdict } from '../../src/pictures/svg-verdict.js';
import { told } from '../../src/words/errors.js';
import { makeWithWords } from '../../src/words/of-request.js';

const inGerman = (text: string): string => makeWithWords('de', () => told(text));

test.each([
  ['No preview: this server makes none.', 'Keine Vorschau: Dieser Server erstellt keine Vorschauen.'],
  ['No preview: it took too long.', 'Keine Vorschau: Die Verarbeitung dauerte zu lange.'],
  ['CMYK with a profile', 'CMYK mit Profil'],
  ['grey with a profile', 'Graustufen mit Profil'],
  ['nothing listens at this address (ECONNREFUSED)', 'Unter dieser Adresse antwortet kein Server (ECONNREFUSED)'],
  [
    'it answered 301, and redirects are not followed',
    'Der Server hat mit 301 geantwortet; Weiterleitungen werden nicht befolgt',
  ],
  ['its slug "logo" belongs to page 3 now', 'Die Adresse „logo“ gehört jetzt zu Seite 3'],
  [
    'it refers to medium 3 and colour 4 and medium 5, which no longer exists',
    'Die Seite verweist auf Inhalte, die es nicht mehr gibt: Medium 3 und Farbe 4 und Medium 5',
  ],
  [
    'The changes of a proposal have at most 5 bytes.',
    'Die Änderungen eines Vorschlags dürfen höchstens 5 Byte groß sein.',
  ],
  ['Nobody knows this', 'Nobody knows this'],
  ['', ''],
])('a text that was kept is told by its template: %s', (text, german) => {
  expect(inGerman(text)).toBe(german);
  expect(makeWithWords('en', () => told(text))).toBe(text);
});

test('the verdict on an SVG is told in German', () => {
  const svg = (inner: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">\n${inner}</svg>`);
  const reasonOf = (inner: string): string => inGerman(svgVerdict(svg(inner)).reason ?? '');
  expect(reasonOf('<script/>')).toBe('Zeile 2: <script>');
  expect(reasonOf('<rect fill="url(https://a.example)"/>')).toBe('Zeile 2: fill: eine Adresse im CSS');
  expect(reasonOf('<a')).toBe('Zeile 2: kein gültiges XML');
});
