import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { running } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { notionExport, notionHtmlExport } from '../support/exports/notion.js';
import { savedSite } from '../support/exports/saved-site.js';
import { confluenceExport, googleDocument } from '../support/exports/wiki-and-docs.js';
import { temporaryDirectory } from '../support/git.js';
import { zipOf } from '../support/zip-of.js';
import { type Block, folderOf, importing } from './importing.js';

const count = (blocks: readonly Block[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { type } of blocks) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

test('an export of Notion of 40 pages is in the portal with at most 5 % of its blocks to mend, and again adds nothing', async () => {
  const { json, take, publish, pages } = await importing();
  const zip = join(temporaryDirectory(), 'export.zip');
  // Notion puts the export into a ZIP of its own.
  writeFileSync(zip, await zipOf({ 'ExportBlock-Part-1.zip': await zipOf(notionExport()) }));
  const found = await take(zip, '--visibility', 'public');
  expect([found.proposals.length, found.pages.length, found.left.length]).toEqual([1, 41, 1]);
  expect([found.to_mend, found.blocks]).toEqual([12, 332]);
  expect(found.proposals).toMatchObject([{ pages: 35, chapters: 6 }]);
  expect([found.to_mend / found.blocks <= 0.05, found.all_there]).toEqual([true, false]);
  await publish(found.proposals);
  const all = await pages();
  const logo = all.filter(({ slug }) => slug.startsWith('logo'));
  expect(logo.map(({ title }) => title)).toEqual([
    'Logo',
    ...['questions', 'downloads', 'examples', 'misuse', 'sizes', 'basics'].map((topic) => `Logo: ${topic}`),
  ]);
  const basics = all.find(({ slug }) => slug === 'logo-basics');
  expect(count(basics?.blocks ?? [])).toEqual({ rich_text: 4, alert: 1, heading: 2, image: 2, table: 1 });
  expect(basics?.blocks.slice(0, 2).map(({ data }) => data)).toEqual([
    {
      html: '<p>The <strong>logo</strong> is the first thing people see. Read <em>Logo: sizes</em> next: <a href="logo-sizes">Logo: sizes</a>.</p>',
    },
    {
      variant: 'info',
      title: '',
      body: '<p>Never stretch it, and <a href="mailto:brand@acme.example">ask us</a> if you are not sure.</p>',
    },
  ]);
  expect(new Set(all.map(({ visibility }) => visibility))).toEqual(new Set(['public']));
  const { note } = await json('proposal', 'show', 'acme', '1');
  expect(note).toMatch(/^12 of 332 blocks need a look:\n(?:.+: lost.*\n?){12}$/);
  const text = JSON.stringify(all);
  expect([text.includes('.md'), text.includes('%20'), text.includes('aside')]).toEqual([false, false, false]);
  const again = await take(zip);
  expect([again.proposals, again.pages.filter(({ type }: Block) => type === 'guideline')]).toEqual([[], []]);
  expect(again.all_there).toBe(true);
});

test('a saved site of 40 pages is in the portal without what is around its pages, with at most 5 % of its blocks to mend', async () => {
  const { take, publish, pages } = await importing();
  const found = await take(folderOf(savedSite()));
  expect([found.proposals.length, found.pages.length]).toEqual([1, 45]);
  expect([found.to_mend, found.blocks]).toEqual([12, 401]);
  expect(found.to_mend / found.blocks).toBeLessThanOrEqual(0.05);
  expect(found.colors).toMatchObject([
    { name: 'Brand blue', hex: '#0a3cff' },
    { name: 'Brand ink', hex: '#101828' },
  ]);
  await publish(found.proposals);
  const all = await pages();
  const text = JSON.stringify(all);
  for (const word of ['cookies', 'Imprint', 'Skip to', 'Menu', 'Mail', 'Next:', 'globex.example'])
    expect(text).not.toContain(word);
  const space = all.find(({ slug }) => slug === 'logo-clear-space');
  expect(count(space?.blocks ?? [])).toEqual({
    ...{ rich_text: 3, heading: 2, image: 1, table: 1, alert: 1, accordion: 1, video: 1 },
  });
  expect(JSON.stringify(space?.blocks)).toContain('<a href=\\"logo-sizes\\">');
});

test('an export of Confluence and a document of Google are pages with blocks', async () => {
  const { take, publish, pages } = await importing();
  for (const files of [confluenceExport(), googleDocument()]) await publish((await take(folderOf(files))).proposals);
  const all = await pages();
  expect(all.map(({ slug }) => slug)).toEqual(['brand-home', 'colour', 'logo', 'guide']);
  const dataOf = (slug: string) => all.find((page) => page.slug === slug)?.blocks.map(({ type, data }) => [type, data]);
  expect(dataOf('logo')).toEqual([
    ['rich_text', { html: '<p>About Logo, see <a href="colour">Colour</a>.</p>' }],
    ['alert', { variant: 'warning', title: '', body: '<p>Ask first.</p>' }],
    ['image', { media_id: expect.any(Number) }],
    ['table', { header: ['A', 'B'], rows: [['1', '2']] }],
    ['rich_text', { html: '<p>More</p><p>Inside</p>' }],
  ]);
  expect(dataOf('guide')).toEqual([
    ['heading', { text: 'Logo', level: 2 }],
    [
      'rich_text',
      {
        html: '<p>Keep it <strong>bold</strong>, see <a href="https://example.com/a">here</a>.</p><ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>',
      },
    ],
    ['image', { media_id: expect.any(Number) }],
  ]);
});

test('an import that was ended goes on where it was: nothing is twice', async () => {
  const { data, json, take } = await importing();
  const folder = folderOf(notionExport());
  const program = new URL('../../dist/main.js', import.meta.url).pathname;
  const child = running([program, 'page', 'import', 'acme', folder, '--data', data]);
  await eventually(async () => {
    const [first] = await json('proposal', 'list', 'acme');
    expect((await json('proposal', 'show', 'acme', String(first.number))).changes.length).toBeGreaterThan(3);
  });
  await child.end('SIGKILL');
  const { proposals } = await take(folder);
  expect(proposals).toMatchObject([{ number: 1, pages: 35, chapters: 6 }]);
  const { changes } = await json('proposal', 'show', 'acme', '1');
  const media = changes.filter(({ kind }: { kind: string }) => kind === 'media');
  // The same sheet is on several pages.
  expect(media).toHaveLength(39);
});

test('what a folder must not hold is left out with the reason, and what is too much is refused', async () => {
  const { run, take, json } = await importing();
  const long = `# Long\n\n${`${'word '.repeat(200)}\n\n`.repeat(5000)}`;
  const files = {
    'deep.html': '<div>'.repeat(200),
    'long.md': long.slice(0, 4 * 1024 * 1024),
    'one-word.md': `# One word\n\n${'w'.repeat(1024 * 1024)}\n`,
    'longer.md': long.slice(0, 4 * 1024 * 1024 + 1),
    'evil.html': '<h1>Evil</h1><p onclick="x()">Text<script>alert(1)</script> <a href="javascript:x()">go</a></p>',
    'elsewhere.html':
      '<h1>Elsewhere</h1><img src="https://x.example/a.png"><img src="missing.png"><a href="gone.html">gone</a>',
  };
  const found = await take(folderOf(files));
  expect(found.left).toEqual([
    { file: 'deep.html', reason: 'It is too complex to be read.' },
    { file: 'longer.md', reason: 'It is larger than 4 MiB.' },
  ]);
  const lostOf = (title: string) => found.pages.find((page: { title: string }) => page.title === title).lost;
  expect(lostOf('Elsewhere')).toMatchObject([
    { kind: 'image_elsewhere', name: 'https://x.example/a.png' },
    { kind: 'image', name: 'missing.png' },
    { kind: 'link', name: 'gone.html' },
  ]);
  expect(lostOf('One word')).toMatchObject([{ kind: 'long' }]);
  const shown = JSON.stringify(await json('proposal', 'show', 'acme', '1'));
  for (const word of ['onclick', 'script']) expect(shown).not.toContain(word);
  const many = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, at) => [`${at}.md`, `# Page ${at}\n`]));
  const { code, stderr } = await run(folderOf(many(1001)), '--dry-run');
  expect([code, stderr]).toEqual([1, 'error: It has more than 1,000 documents.\n']);
  expect((await take(folderOf(many(1000)), '--dry-run')).pages).toHaveLength(1000);
});

test('an export of Notion as HTML is pages with blocks', async () => {
  const { take, publish, pages } = await importing();
  const found = await take(folderOf(notionHtmlExport()));
  expect([found.to_mend, found.left]).toEqual([0, []]);
  await publish(found.proposals);
  const all = await pages();
  expect(all.map(({ title }) => title)).toEqual(['Brand', 'Logo', 'Colour']);
  const media_id = expect.any(Number);
  expect(all[1]?.blocks.map(({ type, data }) => [type, data])).toEqual([
    ['rich_text', { html: expect.stringContaining('see <a href="colour">Colour</a> and <mark>red</mark>.') }],
    ['heading', { text: 'Plan', level: 2 }],
    [
      'rich_text',
      {
        html: '<ul><li>Screens<ul><li>Phones</li></ul></li><li>Print</li></ul><ol><li>Open</li><li>Place</li></ol><ul><li>☑ Ask</li><li>☐ Wait</li></ul>',
      },
    ],
    ['accordion', { items: [{ title: 'Why?', body: '<p>Because.</p>' }] }],
    ['alert', { variant: 'warning', title: '', body: '<p>Never turn it.</p>' }],
    ['image', { media_id, caption: 'On a wall' }],
    ['rich_text', { html: expect.stringMatching(/^<p>Beside it.<\/p><blockquote>A mark.<\/blockquote><pre>/) }],
    ['table', { header: ['Size', 'Use'], rows: [['24', 'Icons']] }],
    ['rich_text', { html: '<p><a href="https://www.w3.org/TR/WCAG22/">WCAG 2.2</a></p>' }],
    ['asset_download', { media_id, label: '' }],
  ]);
});

test('more pages than a proposal holds are several, and a chapter in two has a number', async () => {
  const { take, publish, pages } = await importing();
  const files = Object.fromEntries(
    Array.from({ length: 160 }, (_, at) => [`Logo/${at}.md`, `# Page ${at}\n\nSee [next](${(at + 1) % 160}.md).\n`]),
  );
  const { proposals } = await take(folderOf({ ...files, 'Colour/blue.md': '# Blue\n' }));
  expect(proposals.map(({ title, pages }: { title: string; pages: number }) => [title.slice(-8), pages])).toEqual([
    ['(1 of 2)', 148],
    ['(2 of 2)', 13],
  ]);
  await publish(proposals);
  const all = await pages();
  expect(all.flatMap(({ type, title }) => (type === 'container' ? [title] : []))).toEqual([
    'Colour',
    'Logo',
    'Logo (2)',
  ]);
  expect(all.find(({ title }) => title === 'Page 159')?.blocks).toMatchObject([
    { data: { html: '<p>See <a href="page-0">next</a>.</p>' } },
  ]);
});
