import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PortalError } from '../../src/lib/errors.js';
import { listFullColors } from '../../src/operations/colors.js';
import { importPages } from '../../src/operations/import-pages.js';
import { listPages } from '../../src/operations/pages.js';
import { approveProposal } from '../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../src/operations/proposals/merge.js';
import { showProposal } from '../../src/operations/proposals/proposals.js';
import { setEditing } from '../../src/registry/editing.js';
import { svg } from '../support/files.js';
import { operate, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';
import { as } from '../support/workspace-people.js';
import { zipOf } from '../support/zip-of.js';

portalForEach({ real: true, pictures: true });

const manual = readFileSync(new URL('../page-import/documents/logo-manual.docx', import.meta.url));

interface Reason {
  readonly reason: string;
  readonly count: number;
  readonly named: readonly (readonly [file: string, line: number | null, name: string | null])[];
}

/** Sends a ZIP as the script of the page does. @returns the last line of the answer */
async function send(person: WorkspaceClient, zip: Buffer, fields: Record<string, string> = {}, language = 'en') {
  const form = new FormData();
  for (const [field, value] of Object.entries({ by: 'script', name: 'Guide.zip', ...fields }))
    form.append(field, value);
  form.append('file', new File([new Uint8Array(zip)], 'Guide.zip'));
  const headers = { Origin: backendOrigin(portal), 'Accept-Language': language };
  const { status, text } = await person.send('POST', '/brands/acme/pages/import', { body: form, headers });
  return { status, ...JSON.parse(text.trim().split('\n').at(-1) ?? '{}') };
}

const proposalAt = async (person: WorkspaceClient, path: string) => {
  const number = /\/proposals\/(\d+)$/.exec(path)?.[1] ?? '';
  return (await person.get(`/brands/acme/proposals/${number}`)).text;
};

it('a ZIP is checked, then made; a file that is refused is named after it, and the rest is there', async () => {
  const editor = await as('editor');
  const zip = await zipOf({
    'Logo/manual.docx': manual,
    'Logo/sizes.md': '# Sizes\n\n![Mark](mark.svg)\n\n![Broken](broken.png)\n\n<form></form>\n',
    'Logo/mark.svg': svg('mark'),
    'Logo/broken.png': 'MZ no picture',
    'brand.css': ':root{--sea:#0a3cff}',
  });
  const { checked } = await send(editor, zip);
  expect(checked).toMatchObject({
    pages: [
      { title: 'Logo', level: 0, isChapter: true },
      { title: 'Logo manual', level: 1 },
      { title: 'Sizes', level: 1 },
      { title: 'Colours', level: 0 },
    ],
    colors: [{ name: 'Sea', hex: '#0a3cff' }],
    counts: { pages: 3, chapters: 1 },
    isAllThere: false,
    files: 3,
    toMend: 1,
    lost: [{ reason: 'Forms and their fields have no block.', count: 1, named: [['Logo/sizes.md', 7, 'form']] }],
    left: [],
  });
  expect((await operate(listPages)).length).toBe(0);
  const { made } = await send(editor, zip, { makes: 'yes' });
  expect(made.refused.flatMap(({ named }: Reason) => named)).toEqual([['Logo/sizes.md', null, 'broken.png']]);
  const { note } = await operate(showProposal, { proposal: '1' });
  expect(note.split('\n')).toEqual([
    '2 of 15 blocks need a look:',
    'Sizes: Forms and their fields have no block. (form)',
    'Sizes: The file could not be stored. (broken.png)',
  ]);
  const shown = await proposalAt(editor, made.to);
  expect(shown).toContain('blocks need a look:\nSizes: Forms');
  for (const title of ['Logo manual', 'Sizes', 'Colours', 'Sea']) expect(shown).toContain(title);
  expect([(await operate(listPages)).length, (await operate(listFullColors)).length]).toEqual([0, 0]);
});

it('a person who may only propose imports, too, and chooses no addresses; a viewer does not', async () => {
  const { people } = portal.service;
  const pia = await addPerson(portal, 'Pia Roth', { acme: 'editor' });
  await setEditing(people.verbs, { id: pia.id, brand: 'acme', editing: 'proposes' });
  const person = await WorkspaceClient.signIn(portal, pia);
  expect((await person.get('/brands/acme/pages/import')).status).toBe(200);
  const zip = await zipOf({
    'voice.md': '---\nslug: chosen\n---\n# Our voice\n\nCalm.\n',
    'brand.css': ':root{--sea:#0a3cff}',
  });
  expect((await send(person, zip)).checked.pages).toHaveLength(2);
  const { made } = await send(person, zip, { makes: 'yes' });
  expect(await proposalAt(person, made.to)).toContain('In review');
  const { result } = await operate(showProposal, { proposal: '1' });
  await operate(approveProposal, { proposal: '1' }, { result });
  await operate(mergeProposal, { proposal: '1' }, {});
  expect((await operate(listPages)).map(({ slug }) => slug)).toEqual(['our-voice', 'colours']);
  expect((await send(person, zip)).checked).toMatchObject({ counts: { pages: 0, chapters: 0 }, isAllThere: true });
  const viewer = await as('viewer', 'Vic Moss');
  expect((await viewer.get('/brands/acme/pages/import')).status).not.toBe(200);
});

it('who reads the pages is chosen, by default as the brand says; a file that is marked as hidden stays hidden', async () => {
  const editor = await as('editor');
  const zip = await zipOf({ 'open.md': '# Open\n\nText.\n', 'draft.md': '---\ndraft: true\n---\n# Draft\n\nText.\n' });
  const page = (await editor.get('/brands/acme/pages/import')).text;
  expect(/<input[^>]*name="visibility"[^>]*checked[^>]*>/.exec(page)?.[0]).toContain('value="internal"');
  const publish = async (proposal: string) => {
    const { result } = await operate(showProposal, { proposal });
    await operate(approveProposal, { proposal }, { result });
    await operate(mergeProposal, { proposal }, {});
    return Object.fromEntries((await operate(listPages)).map(({ slug, visibility }) => [slug, visibility]));
  };
  await send(editor, zip, { makes: 'yes', visibility: 'public' });
  expect(await publish('1')).toEqual({ open: 'public', draft: 'hidden' });
  await send(editor, await zipOf({ 'other.md': '# Other\n\nText.\n' }), { makes: 'yes', visibility: 'all' });
  expect(await publish('2')).toMatchObject({ other: 'internal' });
});

it('a note of a proposal is in the language of the person, and says how many losses it has no room for', async () => {
  const editor = await as('editor');
  const pictures = Array.from({ length: 90 }, (_, at) => `![Mark](marks/${'m'.repeat(60)}-${at}.svg)\n\nText.\n`);
  const zip = await zipOf({ 'marks.md': `# Marks\n\n${pictures.join('\n')}` });
  await send(editor, zip, { makes: 'yes' }, 'de');
  const { note } = await operate(showProposal, { proposal: '1' });
  expect(note).toMatch(/^\d+ von \d+ Blöcken sollten Sie sich ansehen:\nMarks: /);
  const [, more = ''] = /\nund (\d+) weitere$/.exec(note) ?? [];
  expect([note.length <= 5000, note.split('\n').length - 2 + Number(more)]).toEqual([true, 90]);
});

it('1,000 documents are read, 1,001 are refused, and what is no ZIP; deep folders are left out', async () => {
  const editor = await as('editor');
  const many = (length: number) =>
    zipOf(Object.fromEntries(Array.from({ length }, (_, at) => [`${at}.md`, `# Page ${at}\n`])));
  expect((await send(editor, await many(1000))).checked.pages).toHaveLength(1000);
  expect(await send(editor, await many(1001))).toMatchObject({ problem: 'It has more than 1,000 documents.' });
  const path = `${'a/'.repeat(33)}x.html`;
  const deep = await zipOf({ [path]: '<p><a href="/b">B</a></p>', 'b.html': '<h1>B</h1>' });
  expect((await send(editor, deep)).checked).toMatchObject({
    pages: [{ title: 'B' }],
    left: [{ reason: 'Its path has more than 32 folders or 1000 characters.', named: [[path, null, null]] }],
  });
  expect((await send(editor, Buffer.from('PK'))).refused).toEqual([
    expect.stringContaining('cannot be read as a ZIP file'),
  ]);
});

it('the same import again writes nothing to its proposal; with another picture it is another proposal', async () => {
  const editor = await as('editor');
  const zipWith = (mark: string) => zipOf({ 'a.md': '# A\n\n![Mark](mark.svg)\n', 'mark.svg': svg(mark) });
  const make = async (mark: string) => (await send(editor, await zipWith(mark), { makes: 'yes' })).made;
  const changesOf = async (proposal: string) => {
    const { changes, updated_at } = await operate(showProposal, { proposal });
    return { changes, updated_at };
  };
  const first = await make('one');
  expect(first).toMatchObject({ isThere: false, to: expect.stringMatching(/\/1$/) });
  const before = await changesOf('1');
  expect(await make('one')).toEqual({ ...first, isThere: true });
  expect(await make('two')).toMatchObject({ isThere: false, to: expect.stringMatching(/\/2$/) });
  expect(await changesOf('1')).toEqual(before);
  expect((await changesOf('2')).changes).toHaveLength(before.changes.length);
});

it('odd attributes cost their elements, not the import', async () => {
  const editor = await as('editor');
  const zip = await zipOf({
    'odd.html': `<h1>Odd</h1><p>Text &amp;#7; <a href="http://">nowhere</a></p>
      <iframe title="Our\n map" src="https://maps.example/a"></iframe>
      <video src="http://"></video><video src="https://x.example/a b&quot;.mp4"></video>
      <audio src="a%0Ab.mp3"></audio><img src="a.svg" alt="One\ntwo &amp;#1;">
      <h2>Head &amp;#8; line</h2><details><summary>More\nof it&#x85;</summary><p>Text</p></details>`,
    'a.svg': svg('mark'),
    'a\nb.mp3': svg('no sound'),
  });
  const { checked } = await send(editor, zip);
  expect(checked.lost).toMatchObject([{ reason: 'The address of the embedded page cannot be used.', count: 2 }]);
  const { made } = await send(editor, zip, { makes: 'yes' });
  expect(await proposalAt(editor, made.to)).toContain('Our map');
});

it('a proposal whose pages are refused is withdrawn, and the next attempt begins another', async () => {
  const editor = await as('editor');
  const zip = await zipOf({ 'a.md': '# A\n\nText\n' });
  const refuse = vi.spyOn(importPages, 'prepare').mockRejectedValueOnce(new PortalError('invalid', 'Refused.'));
  onTestFinished(() => refuse.mockRestore());
  expect(await send(editor, zip, { makes: 'yes' })).toMatchObject({ problem: 'Refused.' });
  expect(await operate(showProposal, { proposal: '1' })).toMatchObject({ state: 'withdrawn' });
  const { made } = await send(editor, zip, { makes: 'yes' });
  expect(made).toMatchObject({ isThere: false, to: expect.stringMatching(/\/2$/) });
});

it('the empty portal leads to the address and the task for an agent', async () => {
  const editor = await as('editor');
  const { text } = await editor.open('/brands/acme');
  const [, href = ''] = /href="([^"]*#agent)"/.exec(text) ?? [];
  const page = (await editor.open(href)).text;
  expect(page).toMatch(/id="agent"[\s\S]*\/brands\/acme\/-\/mcp[\s\S]*Read our brand guidelines/);
});
