import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { svgVerdict } from '../../src/pictures/svg-verdict.js';
import { runs } from '../support/effort.js';
import { hostileDocuments, hostileMembers, svgOf } from './svgs.js';

const verdict = (text: string) => svgVerdict(Buffer.from(text));

test('an SVG is shown as it is in UTF-16, too', () => {
  const text =
    '\ufeff<?xml version="1.0" encoding="utf-16"?><svg xmlns="http://www.w3.org/2000/svg"><title>Ä</title></svg>';
  expect(svgVerdict(Buffer.from(text, 'utf16le'))).toEqual({ isClean: true, reason: null });
});

describe('an SVG is not shown as it is', () => {
  test.each(Object.entries(hostileDocuments))('with %s', (_, text) => {
    expect(verdict(text)).toEqual({ isClean: false, reason: expect.stringMatching(/^line \d+: /) });
  });

  test('when it is larger than 10 MiB', () => {
    const text = svgOf(`<!--${'x'.repeat(10 * 1024 * 1024)}-->`);
    expect(verdict(text)).toEqual({ isClean: false, reason: 'larger than 10 MiB' });
  });

  test('with the line, and what stands there', () => {
    expect(verdict(svgOf('\n\n<script/>')).reason).toBe('line 3: <script>');
    expect(verdict(svgOf('\n<rect onload="x()"/>')).reason).toBe('line 2: onload');
  });
});

/** Elements around others, the data of editors above all. */
const wrappers = [
  ['<g>', '</g>'],
  ['<defs><pattern id="p">', '</pattern></defs>'],
  ['<metadata>', '</metadata>'],
  ['<title>', '</title>'],
  ['<style>', '</style>'],
  ['<switch><foreignObject>', '</foreignObject></switch>'],
  ['<i:pgf xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/">', '</i:pgf>'],
  ['<x:n xmlns:x="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" x:base="a">', '</x:n>'],
  ['<k:grid xmlns:k="http://www.inkscape.org/namespaces/inkscape">', '</k:grid>'],
  ['<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">', '</r:RDF>'],
  ['<pgf xmlns="http://ns.adobe.com/AdobeIllustrator/10.0/"><g xmlns="http://www.w3.org/2000/svg">', '</g></pgf>'],
  ['<svg xmlns="http://www.w3.org/2000/svg">', '</svg>'],
  ['<!-- a --><text>x', '</text>'],
] as const;

test('what may not stand in an SVG is found wherever it stands: in anything, in anything', () => {
  const member = fc.constantFrom(...Object.values(hostileMembers));
  const around = fc.array(fc.constantFrom(...wrappers), { maxLength: 6 });
  const property = fc.property(member, around, (inner, pairs) => {
    const nested = (text: string) =>
      svgOf(pairs.reduce((inside, [before, after]) => before + inside + after, own(text)));
    expect(verdict(nested(inner)).isClean).toBe(false);
    // The wrappers are no reason, only that CSS holds no elements.
    expect(verdict(nested('<rect/>')).isClean).toBe(!pairs.some(([before]) => before === '<style>'));
  });
  fc.assert(property, runs(2000));
});

/** The namespace of a wrapper would be that of its members, too. */
const own = (text: string): string =>
  `<z:g xmlns:z="http://www.w3.org/2000/svg" xmlns="http://www.w3.org/2000/svg">${text}</z:g>`;
