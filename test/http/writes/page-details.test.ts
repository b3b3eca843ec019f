import { beforeEach, expect, it } from 'vitest';
import { setMedia } from '../../../src/operations/media.js';
import { setPortal } from '../../../src/operations/portal.js';
import { mp4, svg } from '../../support/files.js';
import { client, expectInvalid, operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { openPortal, visiblePage, visit } from '../../support/portal-visitors.js';
import { putFile } from '../../support/put-file.js';
import { as } from '../../support/workspace-people.js';

portalForEach({ real: true });

const unknown = 999;
let picture: number;
let other: number;

beforeEach(async () => {
  picture = (await putFile(client, 'sign.svg', svg('sign'))).id;
  other = (await putFile(client, 'film.mp4', mp4())).id;
});

const detailsOf = async (id: number) => {
  const { summary, cover } = (await client.get(`/pages/${id}?include=summary,cover`)).body;
  return { summary, cover };
};
const versionOf = async (id: number) => (await client.get(`/pages/${id}`)).headers.get('ETag')?.slice(1, -1);

it('a page gets, keeps and loses a summary and a cover, which answers have only where they are asked for', async () => {
  const { id } = await client.page({ title: 'Signs', summary: '  What the sign says.  ', cover: picture });
  const set = { summary: 'What the sign says.', cover: picture };
  expect(await detailsOf(id)).toEqual(set);
  const shown = (await client.get(`/pages/${id}`)).body;
  expect(['summary', 'cover'].some((name) => name in shown)).toBe(false);
  const listed = (await client.get('/pages?include=cover,summary&fields=id')).body;
  expect(listed).toContainEqual({ id, ...set });
  await client.patch(`/pages/${id}`, { title: 'Signs' });
  await client.send('PUT', `/pages/${id}/content`, { body: { blocks: [] } });
  expect(await detailsOf(id)).toEqual(set);
  const base = await versionOf(id);
  await client.patch(`/pages/${id}`, { title: 'Signs', cover: null });
  const saved = await client.send('POST', `/pages/${id}/save`, { body: { base, summary: 'Another.' } });
  expect([saved.status, await detailsOf(id)]).toEqual([200, { summary: 'Another.', cover: null }]);
  await client.patch(`/pages/${id}`, { title: 'Signs', summary: '' });
  expect(await detailsOf(id)).toEqual({ summary: null, cover: null });
});

it('a save refuses a summary that both sides changed, with the other value', async () => {
  const { id } = await client.page({ title: 'Signs', summary: 'One.' });
  const base = await versionOf(id);
  await client.patch(`/pages/${id}`, { title: 'Signs', summary: 'Theirs.' });
  const { status, body } = await client.send('POST', `/pages/${id}/save`, { body: { base, summary: 'Mine.' } });
  expect([status, body.conflicts]).toEqual([
    412,
    [{ block: null, field: 'summary', kind: 'both', base: 'One.', mine: 'Mine.', theirs: 'Theirs.' }],
  ]);
  expect(body.merged.summary).toBe('Theirs.');
});

it('a comparison names the picture', async () => {
  const { id } = await client.page({ title: 'Signs' });
  await operate(setMedia, { id: String(picture) }, { title: 'The sign' });
  const before = portal.head('acme');
  await client.patch(`/pages/${id}`, { title: 'Signs', cover: picture });
  const editor = await as('editor');
  const { location } = await editor.get(`/brands/acme/pages/${id}/compare?from=${before}`);
  const { text } = await editor.open(location ?? '');
  expect(text).toMatch(new RegExp(`Cover: .*?image ${picture} “The sign”`));
});

it('bad summaries and covers are refused, and change nothing', async () => {
  const { id } = await client.page({ title: 'Signs', summary: 'x'.repeat(300) });
  const at = [['PATCH', `/pages/${id}`] as const, ['POST', '/pages'] as const];
  for (const [method, path] of at) {
    const refused = (field: string, value: unknown, error: unknown) =>
      expectInvalid(method, path, { title: 'Signs', [field]: value }, { [field]: error });
    await refused('summary', 'x'.repeat(301), expect.stringContaining('300'));
    await refused('summary', 'two\nlines', expect.stringContaining('line'));
    await refused('summary', 'a\u0007b', expect.anything());
    await refused('cover', unknown, expect.stringContaining('it does not exist'));
    await refused('cover', other, expect.stringContaining('has no picture'));
  }
  expect(await detailsOf(id)).toEqual({ summary: 'x'.repeat(300), cover: null });
});

it('a medium that is a cover is in use', async () => {
  const { id } = await client.page({ title: 'Signs', cover: picture });
  const { body } = await client.get('/pages?include=media,cover&slug=signs');
  expect(body[0].media).toMatchObject([{ id: picture }]);
  expect(id).toBe(body[0].id);
});

it('readers and search engines get the summary, else the first sentence', async () => {
  await openPortal(portal, 'acme');
  const descriptionOf = async (slug: string) =>
    /<meta name="description" content="([^"]*)"/.exec(await (await visit(portal, `/brands/acme/${slug}`)).text())?.[1];
  const page = await visiblePage({ title: 'Logo', slug: 'logo' });
  await operate(setPortal, {}, { sentence: 'How Acme looks.' });
  const html = '<h2>Head</h2><p>We run e.g. night trains. All of them.</p>';
  await client.send('PUT', `/pages/${page.id}/content`, { body: { blocks: [{ type: 'rich_text', data: { html } }] } });
  expect(await descriptionOf(page.slug)).toBe('We run e.g. night trains.');
  const long = `<p>${'word '.repeat(80)}</p>`;
  await client.send('PUT', `/pages/${page.id}/content`, {
    body: { blocks: [{ type: 'rich_text', data: { html: long } }] },
  });
  const cut = await descriptionOf(page.slug);
  expect([cut?.endsWith('word…'), Number(cut?.length) <= 300]).toEqual([true, true]);
  await client.patch(`/pages/${page.id}`, { title: page.title, summary: 'Why we run at night.' });
  expect(await descriptionOf(page.slug)).toBe('Why we run at night.');
  expect(await descriptionOf('')).toBe('How Acme looks.');
});
