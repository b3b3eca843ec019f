import { expect, it } from 'vitest';
import { paths } from '../../../src/content/catalog/paths.js';
import { firstProvisionalId } from '../../../src/content/catalog/provisional.js';
import { pushFiles, storedFile } from '../../support/git.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ real: true });

it('pushed content of any shape and length leaves the brand readable: runs of blanks, comments, times that are none, the last id', async () => {
  const { id } = await client.page({ title: 'Page' });
  const gitdir = portal.gitdir('acme');
  const stored = storedFile(gitdir, `pages/0/${id}.json`);
  const heading = (text: string) => [{ id: 'h', type: 'heading', data: { text } }];
  const odd = [
    { title: `a${' '.repeat(1_000_000)}b` },
    { blocks: heading('<!>'.repeat(150_000)) },
    { updated_at: 'soon' },
    { updated_at: '2026-01-31T09:30:00.123+01:00' },
  ].map((fields, at) => ({ ...stored, slug: `odd-${at}`, id: 90 + at, ...fields }));
  pushFiles(gitdir, Object.fromEntries(odd.map((page) => [`pages/0/${page.id}.json`, page])));
  const pages: { id: number; updated_at: string }[] = (await client.get('/pages?include=blocks')).body;
  const times = pages.filter((page) => page.id >= 90).map((page) => [page.id, page.updated_at]);
  expect(times).toEqual([
    [91, '2026-03-01T12:00:00Z'],
    [92, null],
    [93, '2026-01-31T08:30:00Z'],
  ]);
  const sent = { title: 'x', blocks: [{ type: 'alert', data: { title: `a${' '.repeat(500_000)}b\nc` } }] };
  await client.refused(422, 'POST', '/pages', { body: sent });
  const comments = { title: 'x', blocks: [{ type: 'rich_text', data: { html: `<p>${'<!>'.repeat(150_000)}</p>` } }] };
  expect((await client.post('/pages', comments)).status).toBe(422);
  const provisional = [firstProvisionalId, Number.MAX_SAFE_INTEGER].flatMap((page) => [
    [paths.page(page), { ...stored, id: page, slug: `at-${page}` }] as const,
    [paths.color(page), { id: page, name: 'Night', hex: '#123456' }] as const,
  ]);
  const ids = { [paths.ids]: { page_id: firstProvisionalId }, 'pages/0/90.json': null };
  pushFiles(gitdir, { ...Object.fromEntries(provisional), ...ids });
  const { problems, highestIds } = (await (await portal.service.openBrand('acme')).read()).catalog;
  const reason = 'ids from 1099511627776 on are those of proposals';
  for (const [path] of provisional) expect([path, problems.get(path)]).toEqual([path, reason]);
  expect([problems.has(paths.ids), highestIds]).toEqual([true, { page: 93, color: 0, media: 0, collection: 0 }]);
  expect((await client.page()).id).toBe(94);
  pushFiles(gitdir, { [paths.page(firstProvisionalId - 1)]: { ...stored, id: firstProvisionalId - 1, slug: 'last' } });
  const { body } = await client.refused(422, 'POST', '/pages', { body: { title: 'One more' } });
  expect(body.message).toContain('There is no page id left');
});
