import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinHtml, splitHtml } from '../../src/content/file-codec.js';

const piece = fc.constantFrom(
  ...'<p> </p> <br> a Abc 😀 </li></ul> <ul><li> \ud800'.split(' '),
  ...['\n', '. ', '! ', 'Some words of a sentence'],
);
const html = fc.array(piece, { maxLength: 200 }).map((pieces) => pieces.join(''));

test('HTML that is split into lines and joined again is the same text, and files stay of a size with it', () => {
  fc.assert(
    fc.property(html, (text) => {
      const blocks = [
        { id: 'a', type: 'rich_text', data: { html: text } },
        { id: 'b', type: 'accordion', data: { items: [{ title: text, body: text }] } },
        { id: 'c', type: 'made_elsewhere', data: { html: ['a', 'b'], body: text } },
        { id: null, type: null, data: {} },
      ];
      const split = splitHtml(blocks);
      expect(joinHtml(split)).toEqual(blocks);
      expect(splitHtml(joinHtml(split))).toEqual(split);
      expect(JSON.stringify(split, null, 2).length).toBeLessThan(JSON.stringify(blocks, null, 2).length * 4 + 1000);
    }),
    { numRuns: 500 },
  );
});

test('what no block is stays as it is', () => {
  for (const odd of [null, 1, 'x', {}, [null, 1, [], {}, { type: 'rich_text' }, { type: 'rich_text', data: [] }]]) {
    expect(splitHtml(odd)).toEqual(odd);
    expect(joinHtml(odd)).toEqual(odd);
  }
});
