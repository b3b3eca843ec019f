import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import createClient from 'openapi-fetch';
import { beforeAll, expect, it } from 'vitest';
import type { components, paths } from '../../../src/client/api.mjs';
import { temporaryDirectory } from '../../support/git.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';

let key: string;

portalForAll();
beforeAll(async () => {
  key = (await portal.importExample('northlight')).key;
});

/** What a call gave, or the failure of the test. */
function given<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(`${response.status} ${JSON.stringify(error)}`);
  return data;
}

it('the types of the client are those of the description', async () => {
  const made = join(temporaryDirectory(), 'api.d.mts');
  const script = fileURLToPath(new URL('generate-client.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [script, made]);
  const kept = new URL('../../../src/client/api.d.mts', import.meta.url);
  expect(readFileSync(kept, 'utf8') === readFileSync(made, 'utf8'), 'run "npm run openapi"').toBe(true);
});

it('a client generated from the description drives a whole editing session', async () => {
  const api = createClient<paths, 'application/json'>({
    baseUrl: `${portal.url}/api/v1`,
    headers: { Authorization: `Bearer ${key}` },
  });
  const brand = given(await api.GET('/brand'));
  expect([brand.name, brand.theme.palette[0]?.hex]).toEqual(['Northlight', expect.stringMatching(/^#/)]);
  const voice = given(await api.GET('/brand/cl/{section}', { params: { path: { section: 'voice' } } }));
  expect(voice.voice?.summary).toEqual(expect.any(String));
  const facts = given(await api.GET('/brand/context', { params: { query: { category: 'company' } } }));
  expect(facts[0]?.category_label).toEqual(expect.any(String));
  const [logo] = given(await api.GET('/media'));

  const chapter = given(await api.POST('/pages', { body: { title: 'Vehicles', type: 'container' } }));
  const blocks: components['schemas']['NewBlock'][] = [
    { type: 'heading', data: { text: 'On trains', level: 2 } },
    { type: 'alert', data: { variant: 'info', body: '<p>Ask <b>first</b>.</p>' } },
    { type: 'image', data: { media_id: logo?.id as number } },
    { type: 'columns', data: { columns: [{ width: 50, blocks: [{ type: 'button', data: { label: 'Ask' } }] }] } },
    { type: 'table', data: { header: ['Where'], rows: [['Door']] } },
  ];
  const made = await api.POST('/pages', { body: { title: 'Stickers', parent_id: chapter.id, blocks } });
  const page = given(made);
  expect(made.response.headers.get('location')).toBe(`/api/v1/pages/${page.id}`);
  const path = { page: page.id };
  const block = page.blocks[0]?.id as string;

  const change = { params: { path: { page: page.id, block } }, body: { data: { text: 'On buses' } } };
  expect(given(await api.PATCH('/pages/{page}/blocks/{block}', change)).blocks[0]).toMatchObject({
    id: block,
    data: { text: 'On buses', level: 2 },
  });
  const added = await api.POST('/pages/{page}/blocks', {
    params: { path },
    body: { type: 'rich_text', data: { html: '<p>Thin.</p>' }, after: block },
  });
  expect(given(added).blocks.map(({ type }) => type)).toContain('rich_text');

  const shown = await api.GET('/pages/{page}', { params: { path } });
  const header = { 'If-Match': shown.response.headers.get('etag') as string };
  const reversed = given(shown).blocks.toReversed();
  const kept = given(await api.PUT('/pages/{page}/content', { params: { path, header }, body: { blocks: reversed } }));
  expect(kept.blocks).toEqual(reversed);
  const late = await api.PATCH('/pages/{page}', { params: { path, header }, body: { title: 'Too late' } });
  expect([late.response.status, late.error?.message]).toEqual([412, expect.any(String)]);
  const wrong = await api.PATCH('/pages/{page}', { params: { path }, body: { title: '' } });
  expect(wrong.error).toEqual({ message: expect.any(String), errors: { title: [expect.any(String)] } });

  given(await api.DELETE('/pages/{page}/blocks/{block}', { params: { path: { page: page.id, block } } }));
  expect((await api.DELETE('/pages/{page}', { params: { path } })).response.status).toBe(204);
  expect(given(await api.GET('/pages')).some(({ id }) => id === page.id)).toBe(false);
});
