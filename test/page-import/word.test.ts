import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paragraph, picture, wordDocument } from '../support/exports/word.js';
import { photoWithPlace } from '../support/files.js';
import { zipDamages } from '../support/zip-of.js';
import { folderOf, importing } from './importing.js';

/** Written by python-docx 1.2.0, with its template. */
const manual = readFileSync(new URL('./documents/logo-manual.docx', import.meta.url));

test('a document of Word is a page: headings, lists, links, pictures, tables, quotes', async () => {
  const { take, publish, pages } = await importing();
  const found = await take(folderOf({ 'Logo/manual.docx': manual, 'Logo/~$manual.docx': 'open' }));
  expect(found.left).toEqual([
    { file: 'Logo/~$manual.docx', reason: expect.stringContaining('It cannot be read as a ZIP file') },
  ]);
  expect(found.pages).toMatchObject([{ title: 'Logo' }, { title: 'Logo manual', chapter: 'Logo', lost: [] }]);
  await publish(found.proposals);
  const [, page] = await pages();
  expect(page?.blocks.map(({ type, data }) => [type, data])).toEqual([
    [
      'rich_text',
      {
        html: '<p>Keep it <strong>calm</strong> and <em>clear</em>. See <a href="https://www.iso.org/standard/1.html">the standard</a></p>',
      },
    ],
    ['heading', { text: 'Clear space', level: 2 }],
    [
      'rich_text',
      {
        html: '<ul><li>One colour</li><li>On screens</li><li>One size</li></ul><ol><li>Open the file</li><li>Place it</li></ol>',
      },
    ],
    ['image', { media_id: 1 }],
    ['rich_text', { html: '<blockquote>It is only a mark.</blockquote>' }],
    ['heading', { text: 'Sizes', level: 3 }],
    [
      'table',
      {
        header: ['Medium', 'Width'],
        rows: [
          ['Screen', '24 px'],
          ['Print', '8 mm'],
        ],
      },
    ],
    ['heading', { text: 'Formats', level: 3 }],
    [
      'rich_text',
      {
        html: '<table><tbody><tr><td colspan="2">Screen and print</td><td>Sign</td></tr><tr><td>A</td><td>B</td><td>C</td></tr></tbody></table>',
      },
    ],
    ['heading', { text: 'Misuse', level: 2 }],
    ['rich_text', { html: '<p>Never turn it.</p>' }],
    ['image', { media_id: 1 }],
  ]);
});

test('what of a document of Word is no block is named, and what is outside of it is not read', async () => {
  const { take, json } = await importing();
  const mark = await photoWithPlace();
  const document = await wordDocument(
    [
      paragraph('Contents', 'toc1'),
      paragraph('Introduction', 'heading1'),
      paragraph('Blue words', 'CalloutBlue'),
      paragraph('Sizes', 'heading1'),
      paragraph('<w:ins><w:r><w:t>New</w:t></w:r></w:ins><w:del><w:r><w:delText>Old</w:delText></w:r></w:del>'),
      paragraph('<w:hyperlink r:id="evil"><w:r><w:t>go</w:t></w:r></w:hyperlink><w:smile/>'),
      ...Array.from({ length: 50 }, () => picture('r:embed="mark"', 'The mark')),
      ...['r:embed="emf"', 'r:embed="gone"', 'r:link="file"', 'r:link="web"'].map((how) => picture(how)),
    ].join(''),
    {
      evil: ['hyperlink', 'javascript:alert(1)', 'External'],
      mark: ['image', 'media/mark.png'],
      emf: ['image', 'media/plan.emf'],
      gone: ['image', 'media/gone.png'],
      file: ['image', 'file:///etc/passwd', 'External'],
      web: ['image', 'https://x.example/a.png', 'External'],
    },
    {
      'word/media/mark.png': mark,
      'word/media/plan.emf': 'x',
      'word/charts/chart1.xml': '<c/>',
      'word/comments.xml':
        '<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:comments>',
      'mammoth/style-map': 'p => script',
      __proto__: 'x',
    },
  );
  const found = await take(folderOf({ 'Old manual.docx': document }));
  expect(found.pages[0]).toMatchObject({ title: 'Old manual' });
  expect(found.files).toBe(1);
  expect(
    found.pages[0].lost.map(({ kind, name }: { kind: string; name: string | null }) => `${kind} ${name}`).toSorted(),
  ).toEqual([
    'drawing chart1.xml',
    'html w:smile',
    'image gone.png',
    'image_elsewhere file:///etc/passwd',
    'image_elsewhere https://x.example/a.png',
    'looks Callout Blue',
    'note null',
    'picture_refused plan.emf',
  ]);
  const shown = JSON.stringify(await json('proposal', 'show', 'acme', '1'));
  for (const word of ['javascript', 'script', 'root:', 'Old<', 'Contents']) expect(shown).not.toContain(word);
});

test('a document of Word that is a bomb, or none, is left out with the reason, and the others are taken', async () => {
  const { take } = await importing();
  const text = paragraph('a'.repeat(2000));
  const deep = `${'<w:tbl>'.repeat(50_000)}${'</w:tbl>'.repeat(50_000)}`;
  const entities =
    '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>';
  const secret = await wordDocument(text);
  secret[secret.indexOf('PK\x01\x02') + 8] = 1;
  const lying = await wordDocument(text, {}, { 'word/media/a.png': Buffer.alloc(1024 * 1024) });
  zipDamages['its size is less']?.(lying, 'word/media/a.png');
  const files: Record<string, readonly [bytes: Buffer | string, reason: RegExp]> = {
    'bomb.docx': [await wordDocument(text.repeat(2000)), /It is packed more than 200 to 1/],
    'deep.docx': [await wordDocument(deep), /cannot be read|packed more than/],
    'entities.docx': [
      await wordDocument('', {}, { 'word/main.xml': entities }),
      /cannot be read as a document of Word/,
    ],
    'secret.docx': [secret, /It is encrypted/],
    'lying.docx': [lying, /It cannot be unpacked/],
    'entries.docx': [
      await wordDocument(text, {}, Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`x/${at}`, 'x']))),
      /It has more than 2,000 entries/,
    ],
    'none.docx': ['not a ZIP', /It cannot be read as a ZIP file/],
    'empty.docx': [await wordDocument('', {}, { '_rels/.rels': '<x/>' }), /cannot be read as a document of Word/],
  };
  const folder = folderOf({
    'good.docx': manual,
    ...Object.fromEntries(Object.entries(files).map(([name, [bytes]]) => [name, bytes])),
  });
  const { pages, left } = await take(folder, '--dry-run');
  expect(pages).toHaveLength(1);
  for (const [name, [, reason]] of Object.entries(files))
    expect([name, left.find(({ file }: { file: string }) => file === name)?.reason]).toEqual([
      name,
      expect.stringMatching(reason),
    ]);
});
