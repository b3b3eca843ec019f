import { expect, it } from 'vitest';
import { translatePage } from '../../src/content/translations/apply.js';
import { countTexts, packOverlay, packSources } from '../../src/content/translations/counts.js';
import { fingerprintOf } from '../../src/content/translations/fingerprint.js';
import { textsOfPage } from '../../src/content/translations/texts.js';
import { pushFiles } from '../support/git.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { translatedBrand } from '../support/translations.js';

portalForAll({ real: true });

const captionsIn = ({ blocks }: { blocks: { data: { items?: { caption: string }[]; caption?: string } }[] }) =>
  blocks.flatMap(({ data }) => [
    ...(data.items ?? []).map(({ caption }) => caption),
    ...(data.caption === undefined ? [] : [data.caption]),
  ]);

const gallery = (...captions: string[]) => ({
  type: 'gallery',
  data: { items: captions.map((caption) => ({ caption })) },
});

it('a caption has the prefix of its source in every language, and its translation has none', async () => {
  const client = await translatedBrand(portal);
  const { id, blocks } = await client.page({
    title: 'Misuse',
    blocks: [gallery('Do: With air', 'Don’t: Without air', 'Never:\n Turned', 'Doing: as it is'), gallery("Don't:")],
  });
  const at = `/pages/${id}`;
  const [first] = blocks.map((block: { id: string }) => block.id);
  const german = ['Do: Mit Luft', 'Ohne Luft', 'Nie: Gedreht', 'Machend: wie es ist'];
  const sent = await client.patch(`${at}/blocks/${first}?lang=de`, { data: gallery(...german).data });
  expect(sent.status).toBe(200);
  const read = ['Do: Mit Luft', 'Don’t: Ohne Luft', 'Never: Gedreht', 'Machend: wie es ist', "Don't:"];
  expect(captionsIn(sent.body)).toEqual(read);
  expect(captionsIn((await client.get(`${at}?lang=de`)).body)).toEqual(read);
  expect(captionsIn((await client.get(at)).body)[1]).toBe('Don’t: Without air');
  const overlay = await (await portal.service.brands.get(client.brand)).readFile(`languages/de/pages/0/${id}.json`);
  const texts = JSON.parse(String(overlay?.bytes)).blocks[first];
  expect(Object.values(texts).map((text) => (text as { text: string }).text)).toEqual([
    'Mit Luft',
    'Ohne Luft',
    'Gedreht',
    'Machend: wie es ist',
  ]);

  // Translators get the words; those that they send back with a prefix are taken without it.
  const units = (await client.get('/languages/de/texts.xlf')).text;
  expect(units).toContain('With air');
  expect(units).not.toMatch(/(?:Do|Don.t|Don.+;t|Never):/);

  // Another prefix leaves the translation as it is.
  await client.patch(`${at}/blocks/${first}`, {
    data: gallery("Don't: With air", 'Without air', 'Do: Turned', 'Doing: as it is').data,
  });
  const changed = ["Don't: Mit Luft", 'Ohne Luft', 'Do: Gedreht', 'Machend: wie es ist', "Don't:"];
  expect(captionsIn((await client.get(`${at}?lang=de`)).body)).toEqual(changed);
  const todo = (await client.get('/languages/de/texts.xlf?state=todo')).text;
  expect(todo).not.toContain('air');
});

it('overlays from before, with prefixes in texts and fingerprints, stay current', async () => {
  const client = await translatedBrand(portal);
  const image = { type: 'image', data: { caption: 'Never: Stars' } };
  const { id, blocks } = await client.page({ title: 'Misuse', blocks: [gallery('Do: Snow', 'Never: Arcs'), image] });
  const [list, single] = blocks.map((block: { id: string }) => block.id);
  const text = (source: string, words: string, more = {}) => ({
    text: words,
    of: fingerprintOf(source, false).of,
    by: 'person' as const,
    ...more,
  });
  const overlay = {
    title: text('Misuse', 'Fehler'),
    blocks: {
      [list]: {
        'items.0.caption': text('Do: Snow', 'Richtig: Schnee', { in: [2] }),
        'items.1.caption': text('Never: Arcs', 'Nie: Bögen', { in: [2] }),
      },
      [single]: { caption: text('Never: Stars', 'Nie: Sterne') },
    },
  };
  pushFiles(portal.gitdir(client.brand), { [`languages/de/pages/0/${id}.json`]: overlay });
  const { body, headers } = await client.get(`/pages/${id}?lang=de`);
  expect(captionsIn(body)).toEqual(['Do: Schnee', 'Never: Bögen', 'Never: Sterne']);
  expect(headers.get('x-untranslated')).toBeNull();

  const source = {
    id,
    slug: 'misuse',
    summary: null,
    cover: null,
    language: null,
    ...(await client.get(`/pages/${id}`)).body,
  };
  const { texts } = translatePage(source, 'en', [{ language: 'de', overlay }]);
  expect([...texts.values()].flat().map(({ state, shown }) => `${state} ${shown}`)).toEqual([
    'current Fehler',
    'current Schnee',
    'current Bögen',
    'current Sterne',
  ]);
  const counted = countTexts(packSources(textsOfPage(source)), packOverlay(overlay));
  expect(counted).toEqual({ texts: 4, missing: 0, outdated: 0 });
});
