import { expect, it } from 'vitest';
import type { Reply } from '../../support/portal.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { putLanguages } from '../../support/translations.js';

portalForAll({ example: 'northlight' });

/** Block ids are random: the same in every run, so that examples compare. */
function withFixedIds(value: unknown): unknown {
  const text = JSON.stringify(value);
  const ids = [...new Set([...text.matchAll(/"(?:block_)?id":"([0-9a-z]{12})"/g)].map((match) => match[1] as string))];
  return JSON.parse(ids.reduce((done, id, at) => done.replaceAll(id, `b${String(at + 1).padStart(11, '0')}`), text));
}

const first = (reply: Reply, count: number): unknown[] => reply.body.slice(0, count);
const ok = ({ status, body, text }: Reply): unknown => {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
};
const refused = async (method: string, path: string, body?: unknown): Promise<unknown> =>
  (await client.refused(422, method, path, { body })).body;

it('the examples are what the example brand answers', async () => {
  const brand = (await client.get('/brand')).body;
  const tokens = (await client.get('/brand/tokens')).body;
  const polarNight = 'polar-night';
  const check = { text: 'Ask the conductor about NL0401.' };
  const checked = (await client.post('/brand/check', check)).body;
  const withCommit = (finding: object) => ({ ...finding, commit: '5c9a3b2f6d1e4a7b8c0d9e8f7a6b5c4d3e2f1a0b' });
  const section = { summary: 'Calm, clear, awake.', tone: ['calm', 'clear'], dos: ['Say what happens next.'] };
  const create = {
    title: 'Stickers',
    blocks: [
      { type: 'heading', data: { text: 'On trains', level: 2 } },
      { type: 'alert', data: { variant: 'info', title: 'New', body: '<p>Ask <strong>first</strong>.</p>' } },
    ],
  };
  const created = (await client.post('/pages', create)).body;
  const path = `/pages/${created.id}`;
  const shown = await client.get(path);
  const add = { type: 'image', data: { media_id: 101, alt: 'The logo on a door' }, after: created.blocks[0].id };
  const added = ok(await client.post(`${path}/blocks`, add));
  const change = { data: { text: 'On trains and buses' } };
  const changed = ok(await client.patch(`${path}/blocks/${created.blocks[0].id}`, change));
  const update = { title: 'Stickers and labels', parent_id: null };
  const updated = ok(await client.patch(path, update));
  const content = {
    blocks: [created.blocks[0], { type: 'color_palette', data: { title: 'Colours', color_ids: [1] } }],
  };
  const replaced = (await client.put(`${path}/content`, content)).body;
  const block = `${path}/blocks/${replaced.blocks[1].id}`;
  const emptied = ok(await client.delete(block));
  const save = { base: '5c9a3b2f6d1e4a7b8c0d9e8f7a6b5c4d3e2f1a0b', title: 'Labels', note: 'As agreed' };
  const tag = (await client.get(path)).headers.get('ETag') ?? '';
  const saved = ok(await client.post(`${path}/save`, { ...save, base: tag.slice(1, -1) }));
  const chapter = (await client.get('/pages')).body.find(({ type }: { type: string }) => type === 'container');

  await putLanguages(portal, client.brand, [{ tag: 'de', shown: true, fallback: null }]);
  const texts = { texts: [{ block: null, field: 'title' }] };
  const confirmed = ok(await client.post(`${path}/still-correct?lang=de`, texts));
  const languages = ok(await client.get('/languages'));
  const queue = first(await client.get('/languages/de/queue'), 2);

  const examples = {
    'translations.still_correct': {
      request: texts,
      response: confirmed,
      invalid: await refused('POST', `${path}/still-correct`, texts),
    },
    'languages.list': { response: languages },
    'languages.queue': { response: queue, invalid: await refused('GET', '/languages/xx/queue') },
    'brand.show': { response: { ...brand, theme: { ...brand.theme, palette: brand.theme.palette.slice(0, 2) } } },
    'brand.tokens': { response: { ...tokens, color: { [polarNight]: tokens.color[polarNight] } } },
    'colors.list': {
      response: first(await client.get('/brand/colors'), 3),
      invalid: await refused('GET', '/brand/colors?expand=all'),
    },
    'colors.show': { response: ok(await client.get('/brand/colors/1')) },
    'language.show': { response: ok(await client.get('/brand/cl')) },
    'language.section.show': { response: ok(await client.get('/brand/cl/company_name')) },
    'language.section.replace': {
      request: section,
      response: ok(await client.patch('/brand/cl/voice', section)),
      invalid: await refused('PATCH', '/brand/cl/voice', { tone: 'calm' }),
    },
    'brand.check': { request: check, response: { ...checked, findings: checked.findings.map(withCommit) } },
    'context.list': {
      response: first(await client.get('/brand/context'), 2),
      invalid: await refused('GET', '/brand/context?category=weather'),
    },
    'pages.list': { response: first(await client.get('/pages'), 4) },
    'pages.create': { request: create, response: created, invalid: await refused('POST', '/pages', { title: '' }) },
    'pages.show': { response: shown.body },
    'pages.update': { request: update, response: updated, invalid: await refused('PATCH', path, {}) },
    'pages.delete': { invalid: await refused('DELETE', `/pages/${chapter.id}`) },
    'pages.content.replace': {
      request: content,
      response: replaced,
      invalid: await refused('PUT', `${path}/content`, { blocks: [{ type: 'poem' }] }),
    },
    'pages.save': {
      request: save,
      response: saved,
      invalid: await refused('POST', `${path}/save`, { ...save, conflicts: 'ours' }),
    },
    'blocks.add': {
      request: add,
      response: added,
      invalid: await refused('POST', `${path}/blocks`, { type: 'image', data: { media_id: 999 } }),
    },
    'blocks.update': {
      request: change,
      response: changed,
      invalid: await refused('PATCH', `${path}/blocks/${created.blocks[0].id}`, { data: { level: 9 } }),
    },
    'blocks.delete': { response: emptied },
    'media.list': { response: first(await client.get('/media'), 3) },
    search: {
      response: first(await client.get('/search?q=clear+spce'), 2),
      invalid: await refused('GET', '/search?q=logo&kind=page'),
    },
  };
  const text = `${JSON.stringify(withFixedIds(examples), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../../src/http/api/openapi/generated/examples.json');
});
