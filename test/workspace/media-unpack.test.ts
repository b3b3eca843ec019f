import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listAllMedia } from '../../src/operations/media.js';
import { photoWithPlace, svg } from '../support/files.js';
import { git } from '../support/git.js';
import { operate, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';
import { as } from '../support/workspace-people.js';
import { zipDamages, zipOf } from '../support/zip-of.js';

portalForEach({ real: true, pictures: true });

const media = '/brands/acme/media';
const all = () => operate(listAllMedia);

/** Sends a file as the script of the library does. */
async function send(
  person: WorkspaceClient,
  path: string,
  [name, content]: readonly [string, Buffer | string],
  fields: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ once: randomUUID(), by: 'script', ...fields }))
    form.append(field, value);
  form.append('file', new File([content as BlobPart], name));
  return person.send('POST', path, { body: form, headers: { Origin: backendOrigin(portal) } });
}

const unpack = async (person: WorkspaceClient, zip: Buffer, fields: Record<string, string> = {}) => {
  const { status, text, headers } = await send(person, `${media}/unpack`, ['photos.zip', zip], fields);
  const isLines = headers.get('content-type') === 'application/x-ndjson';
  const lines: Record<string, unknown>[] = isLines
    ? text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
  return { status, lines, text };
};

it('the files of a ZIP become media, each told of in a line; folders are tags, doubles and refusals are named', async () => {
  const editor = await as('editor');
  const zip = await zipOf({
    'Logos/Print/Logo A.svg': svg('a'),
    'again.svg': svg('a'),
    'note.exe': 'MZ',
    'in.zip': await zipOf({ 'b.svg': svg('b') }),
    '__MACOSX/x.svg': 'x',
  });
  const { lines } = await unpack(editor, zip, { bytes: String(zip.length) });
  const [first, ...others] = lines;
  expect(first).toEqual({ of: 4 });
  expect(others).toEqual([
    { file: 'Logos/Print/Logo A.svg', id: 1 },
    { file: 'again.svg', there: 1 },
    { file: 'note.exe', reason: expect.stringContaining('This file is not accepted') },
    { file: 'in.zip', id: 2 },
    { to: expect.stringMatching(/media\?done=[0-9a-f]{40}&added=2/) },
  ]);
  expect((await all()).map(({ title, tags, released }) => [title, tags, released])).toEqual([
    ['Logo A', ['Logos', 'Print'], false],
    ['in', [], false],
  ]);
  const again = await unpack(editor, zip);
  expect(again.lines.filter(({ there }) => there !== undefined)).toHaveLength(3);
  expect([(await all()).length, git(portal.gitdir('acme'), ['log', '-1', '--format=%an']).trim()]).toEqual([
    2,
    'Ada Lind',
  ]);
  expect((await editor.get(media)).text).toContain('in');
});

it('links and encrypted files of a ZIP are named; what is no ZIP, or was cut, is refused as a whole, and nothing is left on the disk', async () => {
  const editor = await as('editor');
  const links = await unpack(editor, await zipOf({ 'link.svg': '/etc/passwd' }, 0o120777));
  expect(links.lines).toEqual([{ of: 1 }, { file: 'link.svg', reason: 'It is a link.' }, expect.anything()]);
  const secret = await zipOf({ 'secret.svg': svg('s') });
  secret[secret.indexOf('PK\x01\x02') + 8] = 1;
  expect((await unpack(editor, secret)).lines[1]).toEqual({ file: 'secret.svg', reason: 'It is encrypted.' });
  const zip = await zipOf({ 'a.svg': svg('a') });
  for (const [sent, fields, reason] of [
    [Buffer.from('PK'), {}, 'cannot be read as a ZIP file'],
    [zip.subarray(0, -30), {}, 'cannot be read as a ZIP file'],
    [zip, { bytes: String(zip.length + 1) }, 'did not arrive as it was sent'],
  ] as const) {
    const { text, lines } = await unpack(editor, sent, fields);
    expect([text, lines]).toEqual([expect.stringContaining(reason), []]);
  }
  const none = await send(editor, `${media}/unpack`, ['', '']);
  expect(JSON.parse(none.text)).toEqual({ refused: [expect.stringContaining('Choose a ZIP file first')] });
  expect(await all()).toEqual([]);
  expect((await unpack(editor, zip)).lines).toHaveLength(3);
});

it('a damaged file of a ZIP is named, the others are taken, and the whole ZIP goes afterwards', async () => {
  const editor = await as('editor');
  const zipFor = (name: string) => zipOf({ 'a.svg': svg(`a ${name}`), 'b.svg': svg('b'), 'c.svg': svg(`c ${name}`) });
  for (const [name, damage] of Object.entries(zipDamages)) {
    const zip = await zipFor(name);
    damage(zip, 'b.svg');
    const { lines } = await unpack(editor, zip);
    expect([name, lines]).toEqual([
      name,
      [
        { of: 3 },
        { file: 'a.svg', id: expect.any(Number) },
        { file: 'b.svg', reason: expect.stringMatching(/^It cannot be unpacked: .+\.$/) },
        { file: 'c.svg', id: expect.any(Number) },
        { to: expect.stringContaining('added=2') },
      ],
    ]);
  }
  const { lines } = await unpack(editor, await zipFor('whole'));
  expect(lines.filter(({ id }) => id !== undefined)).toHaveLength(3);
});

it('unpacking is for who may upload, tells what was taken out, and goes into one proposal where changes need a review', async () => {
  const viewer = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Vi', { acme: 'viewer' }));
  const zip = await zipOf({ 'a.jpg': await photoWithPlace(40), 'b.jpg': await photoWithPlace(41) });
  expect((await unpack(viewer, zip)).status).toBe(404);
  const editor = await as('editor');
  expect((await unpack(editor, zip)).lines.at(-1)?.to).toContain('taken=place');
  await portal.service.setBrandSettings('acme', { review: 'everyone' });
  const more = await zipOf({ 'c.svg': svg('c'), 'd.svg': svg('d') });
  const refused = (await unpack(editor, more)).lines.filter(({ reason }) => reason !== undefined);
  expect(refused).toHaveLength(1);
  const { lines } = await unpack(editor, more, { proposal: 'new' });
  expect(lines.at(-1)).toEqual({ to: expect.stringContaining('proposed=1') });
  expect(await all()).toHaveLength(2);
  const shown = (await editor.get('/brands/acme/proposals/1')).text;
  expect([shown.includes('In review'), shown.includes('c.svg'), shown.includes('d.svg')]).toEqual([true, true, true]);
});

it('a file of a folder has its folders as tags, and one that is there is named and left', async () => {
  const editor = await as('editor');
  const put = async (path: string, content = svg('x')) => {
    const name = path.split('/').at(-1) ?? '';
    return JSON.parse((await send(editor, media, [name, content], { path })).text);
  };
  expect(await put('Press/Night, late/Größe.svg')).toMatchObject({ refused: [], to: expect.any(String) });
  expect(await put('other.svg')).toEqual({ refused: [], there: 1 });
  expect(await put(`f/${'n'.repeat(197)}.svg`, svg('y'))).toMatchObject({
    refused: ['Its name has more than 200 characters.'],
  });
  expect(await put(`f/${'n'.repeat(196)}.svg`, svg('y'))).toMatchObject({ refused: [] });
  expect((await all()).map(({ title, tags }) => [title?.slice(0, 5), tags])).toEqual([
    ['Größe', ['Press', 'Night  late']],
    ['nnnnn', ['f']],
  ]);
});
