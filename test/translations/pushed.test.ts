import { expect, it } from 'vitest';
import { check } from '../../src/admin/check.js';
import { pushFiles } from '../support/git.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { translatedBrand } from '../support/translations.js';

portalForAll({ real: true });

const of = '0123456789abcdef';

it('pushed translations are checked by the kind that they say', async () => {
  const client = await translatedBrand(portal);
  const { id, blocks } = await client.page({
    title: 'Space',
    blocks: [
      { type: 'rich_text', data: { html: '<p>One</p>' } },
      { type: 'heading', data: { text: 'Two' } },
    ],
  });
  const [rich, heading] = blocks.map((block: { id: string }) => block.id);
  const path = `languages/de/pages/0/${id}.json`;
  const html = (text: string | string[]) => ({ html: text, of, by: 'person' });
  pushFiles(portal.gitdir(client.brand), {
    [path]: {
      title: { text: 'Raum\nund <b>mehr</b>', of, by: 'person' },
      slug: 'Raum & mehr',
      blocks: {
        [rich]: { html: html(['<p>Eins.</p>', '<script>alert(1)</script><p onclick="x()">Mehr</p>']) },
        // The source has plain text there.
        [heading]: { text: html('<p>Zwei</p>') },
      },
    },
    'languages/de/colors/1.json': { texts: { name: { text: 'a', html: 'b', of, by: 'person' } } },
    'languages/de/pages/0/7.json': { blocks: { a: { 'x y': { text: 'a', of, by: 'person' } } } },
    'languages/DE/pages/0/1.json': { blocks: {} },
    'languages/de/pages/1/1.json': { blocks: {} },
    'languages/de/elsewhere.json': {},
  });
  const shown = await client.get(`/pages/${id}?lang=de`);
  expect(shown.body).toMatchObject({ title: 'Raum und <b>mehr</b>', slug: 'raum-and-mehr' });
  expect(shown.body.blocks.map(({ data }: { data: object }) => data)).toEqual([
    { html: '<p>Eins.</p><p>Mehr</p>' },
    { text: 'Two' },
  ]);
  expect(shown.headers.get('x-untranslated')).toBe(heading);
  const { problems, altered } = (await (await portal.service.brands.get(client.brand)).read()).catalog;
  expect([...problems.keys()].sort()).toEqual([
    'languages/DE/pages/0/1.json',
    'languages/de/colors/1.json',
    'languages/de/elsewhere.json',
    'languages/de/pages/0/7.json',
    'languages/de/pages/1/1.json',
  ]);
  expect([...altered.keys()]).toEqual([path]);
  const { findings } = await check({ fs: portal.fs, data: portal.data, brand: client.brand, now: portal.clock.read() });
  expect(findings.map((finding) => finding.path)).toContain(path);
});

it('pushed settings that are none count as absent', async () => {
  const client = await translatedBrand(portal);
  const repository = await portal.service.brands.get(client.brand);
  const brand = JSON.parse((await repository.readFile('brand.json'))?.bytes.toString() ?? '');
  const language = (tag: string, fallback: string | null = null) => ({ tag, shown: true, fallback });
  const languages = [language('DE', 'fr'), language('de'), language('x y'), language('fr', 'de'), language('it', 'nl')];
  pushFiles(portal.gitdir(client.brand), { 'brand.json': { ...brand, languages } });
  const listed = (await client.get('/languages')).body.map(({ tag, fallback }: { tag: string; fallback: string }) => [
    tag,
    fallback,
  ]);
  expect(listed).toEqual([
    ['en', null],
    ['de', null],
    ['fr', 'de'],
    ['it', null],
  ]);
});
