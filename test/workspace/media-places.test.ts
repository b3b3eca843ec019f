import { expect, it } from 'vitest';
import { listAllMedia, setMedia } from '../../src/operations/media.js';
import { mp4, photoWithPlace, sha256Of, svg } from '../support/files.js';
import { upload } from '../support/media.js';
import { operate, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient, words } from '../support/workspace.js';
import { fieldsOf, fill } from '../support/workspace-forms.js';
import { as, follow } from '../support/workspace-people.js';

portalForEach({ real: true, pictures: true });

const media = '/brands/acme/media';
const all = () => operate(listAllMedia);

/** Stores files as they are. @returns their ids */
async function keep(...files: readonly (readonly [name: string, content: Buffer | string])[]): Promise<number[]> {
  const ids: number[] = [];
  for (const [name, content] of files) ids.push((await upload(portal, content, { name, keepsPlace: true })).value.id);
  return ids;
}

/** Ids of the media that an address lists. */
async function listed(editor: WorkspaceClient, query: string): Promise<number[]> {
  const { text } = await editor.get(`${media}?${query}`);
  return [...text.matchAll(/name="medium" value="(\d+)"/g)].map(([, id]) => Number(id));
}

it('files that tell their place are found, and marked where they are released', async () => {
  const editor = await as('editor');
  expect((await editor.get(media)).text).not.toContain('show=placed');
  await keep(['logo.svg', svg(1)]);
  expect((await editor.get(media)).text).not.toContain('show=placed');
  const [photo = 0, film = 0] = await keep(['photo.jpg', await photoWithPlace()], ['film.mp4', mp4()]);
  const clean = (await upload(portal, await photoWithPlace(50), { name: 'clean.jpg' })).value.id;
  expect((await editor.get(media)).text).toContain('show=placed');
  expect(await listed(editor, 'show=placed')).toEqual([photo]);
  const again = (await keep(['again.jpg', await photoWithPlace(60)]))[0];
  expect(await listed(editor, 'show=placed')).toEqual([again, photo]);

  const page = async (id: number) => words((await editor.get(`${media}/${id}`)).text);
  expect(await page(photo)).toMatch(/This photo contains its location\..*Release/);
  expect(await page(film)).toMatch(/May contain a place: .*Release/);
  expect(await page(clean)).not.toMatch(/location|May contain/);
});

it('looks at some files in each page, and at each once', async () => {
  const ids = await keep(['a.jpg', await photoWithPlace(11)], ['b.jpg', await photoWithPlace(12)], ['c.svg', svg(2)]);
  const { pictures } = portal.service;
  const files = (await all()).flatMap(({ file }) => file ?? []);
  const paths: string[] = [];
  const pathOf = async (sha256: string) => {
    paths.push(sha256);
    return (await portal.service.files('acme').find(sha256))?.path ?? null;
  };
  const left: (number | undefined)[] = [];
  for (let round = 0; round < 4; round += 1) left.push(await pictures?.findPlaces(files, pathOf, -1));
  expect([left, paths.length, ids.length]).toEqual([[2, 1, 0, 0], 2, 3]);
  expect(files.map(({ sha256 }) => pictures?.hasPlace(sha256))).toEqual([true, true, false]);
});

it('the use of a medium that ends soon, or has ended, is made longer by one form, which the overview leads to', async () => {
  const editor = await as('editor');
  const [id = 0] = await keep(['logo.svg', svg(3)]);
  const at = `${media}/${id}`;
  const set = (valid_until: string | null) => operate(setMedia, { id: String(id) }, { valid_until });
  const shown = async () => {
    const fields = fieldsOf((await editor.get(at)).text, 'extend');
    return fields.valid_until;
  };
  for (const [day, next] of [
    ['2026-03-31', '2027-03-31'],
    ['2026-03-01', '2027-03-01'],
    ['2025-01-01', '2027-03-01'],
  ] as const) {
    await set(day);
    expect([day, await shown()]).toEqual([day, next]);
  }
  for (const day of ['2026-04-01', null]) {
    await set(day);
    expect((await editor.get(at)).text).not.toContain('id="extend"');
  }
  await set('2026-03-10');
  await fill(editor, at, 'release');
  expect((await editor.get('/brands/acme')).text).toContain(`/media/${id}#extend"`);
  const done = await fill(editor, at, 'extend', { valid_until: '2028-01-31' });
  expect((await follow(editor, done)).text).toContain('Saved');
  expect(await all()).toMatchObject([{ valid_until: '2028-01-31', released: true }]);
  await set('2026-03-10');
  expect((await fill(editor, at, 'extend', { valid_until: 'soon' })).status).toBe(422);
});

it('a PDF is shown by the browser on its page, in a sandbox; no other file is', async () => {
  const editor = await as('editor');
  const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
  const [fares = 0, logo = 0] = await keep(['fares.pdf', pdf], ['logo.svg', svg(4)]);
  const page = await editor.get(`${media}/${fares}`);
  const shown = /<object[^>]* data="([^"]+)"/.exec(page.text)?.[1] ?? '';
  expect(page.headers.get('content-security-policy')).toContain("object-src 'self'");
  const { headers, text } = await editor.get(shown);
  expect(sha256Of(text)).toBe(sha256Of(pdf));
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toBe('inline; filename="fares.pdf"');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'self'");
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  const saved = await editor.get(`${media}/${fares}/file`);
  expect(saved.headers.get('content-disposition')).toBe('attachment; filename="fares.pdf"');
  const other = await editor.get(`${media}/${logo}/file?shown=yes`);
  expect(other.headers.get('content-disposition')).toBe('attachment; filename="logo.svg"');
  const guest = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Vi', { acme: 'viewer' }));
  expect((await guest.get(shown)).status).toBe(404);
});
