import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { blockTypes } from '../../src/content/blocks/types.js';
import { portal as command } from '../support/cli.js';
import { running } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { temporaryDirectory } from '../support/git.js';
import { exampleBrands, type TestClient } from '../support/portal.js';
import { portal } from '../support/portal-fixture.js';
import { program, programForAll } from '../support/program.js';
import { projectFolder } from './markdown.js';

programForAll({ webhook_allow: ['127.0.0.1'] }, {});
let client: TestClient;
beforeAll(async () => {
  await command(['brand', 'import', join(exampleBrands, 'northlight'), '--data', portal.data]);
  client = await portal.client('northlight');
});

const website = join(exampleBrands, 'website');
const linesOf = (name: string): number => readFileSync(join(website, name), 'utf8').trimEnd().split('\n').length;

/** What a script of the website has to know of the portal. */
async function environment(): Promise<Record<string, string>> {
  const { key } = await portal.client('northlight', ['read']);
  return { API: `${program.url}/api/v1`, KEY: key };
}

it('the example website is made by one call of a script of at most 80 lines, with 80 for the blocks', async () => {
  for (const name of ['build.mjs', 'blocks.mjs']) expect(linesOf(name)).toBeLessThanOrEqual(80);
  const folder = join(temporaryDirectory(), 'site');
  const options = { env: { ...process.env, ...(await environment()) }, encoding: 'utf8' } as const;
  const printed = execFileSync(process.execPath, [join(website, 'build.mjs'), folder], options);
  const inGerman = join(folder, 'de');
  const pages = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'de',
  );
  expect(printed).toBe(`${pages.length} pages\n`);
  expect(pages.length).toBeGreaterThan(30);
  const all = pages.map(({ name }) => readFileSync(join(folder, name, 'index.html'), 'utf8')).join('\n');
  for (const { type } of blockTypes.values())
    expect([type, new RegExp(`<div class="${type}">[^<]*<\\w`).test(all)]).toEqual([type, true]);
  expect(all).not.toMatch(/undefined|\[object/);
  const [, picture = ''] = /<img src="([^"]*)"/.exec(all) ?? [];
  const [, widths = ''] = /<img [^>]*srcset="([^"]*)"/.exec(all) ?? [];
  const largest = widths.split(', ').at(-1)?.split(' ')[0] ?? '';
  for (const address of [picture, largest])
    expect((await fetch(address.replaceAll('&#38;', '&'))).headers.get('content-type')).toBe('image/webp');
  // Every link within the site leads to one of its pages, or to one that is not public.
  const home = readFileSync(join(folder, 'index.html'), 'utf8');
  const linked = [...home.matchAll(/<a href="([\w-]+)\/" aria-current/g)].map(([, slug]) => slug);
  expect(linked.sort()).toEqual(pages.map(({ name }) => name).sort());
  // German is shown, French is not.
  const german = readFileSync(join(inGerman, 'logo/index.html'), 'utf8');
  expect([...german.matchAll(/hreflang="(\w+)"/g)].map(([, tag]) => tag)).toEqual(['en', 'de']);
  expect(german).toMatch(/<html lang="de"[\s\S]*<base href="..\/..\/">/);
});

it('the example for Eleventy, of at most 120 lines, builds a page for each of the brand, with its pictures', async () => {
  const [configuration, template] = ['eleventy/eleventy.config.mjs', 'eleventy/page.liquid'].map(linesOf);
  expect((configuration ?? 0) + (template ?? 0)).toBeLessThanOrEqual(120);
  const folder = join(temporaryDirectory(), 'site');
  const eleventy = join(projectFolder, 'test/node_modules/@11ty/eleventy/cmd.cjs');
  const options = { cwd: join(website, 'eleventy'), env: { ...process.env, ...(await environment()) } };
  execFileSync(process.execPath, [eleventy, '--quiet', `--output=${folder}`], options);
  const { body: pages } = await client.get('/pages?visibility=public');
  const slugs: string[] = pages.map(({ slug }: { slug: string }) => slug);
  expect(readdirSync(folder).sort()).toEqual(slugs.sort());
  const all = slugs.map((slug) => readFileSync(join(folder, slug, 'index.html'), 'utf8')).join('\n');
  expect(all).not.toMatch(/undefined|\[object|\{\{/);
  const [, picture = ''] = /<img src="([^"]*)"/.exec(all) ?? [];
  expect((await fetch(picture)).headers.get('content-type')).toBe('image/webp');
  for (const tag of ['<h2>', '<p>', '<aside>', '<figcaption>']) expect(all).toContain(tag);
});

it('the example website makes itself again when a webhook says that something has changed', async () => {
  const port = await freePort();
  const at = `http://127.0.0.1:${port}/`;
  const hook = { brand: 'northlight', url: at, events: null, allow: ['127.0.0.1'], version: portal.head('northlight') };
  const { webhooks } = portal.service;
  const { record, secret } = await webhooks.add(hook);
  const env = { ...(await environment()), SECRET: secret };
  running([join(website, 'serve.mjs'), join(temporaryDirectory(), 'site'), String(port)], env);
  const text = async (path: string): Promise<string> => (await fetch(at + path)).text();
  const [page] = (await client.get('/pages?slug=logo')).body;
  await eventually(async () => expect(await text('logo/')).toContain(`<h1>${page.title}</h1>`));
  await client.patch(`/pages/${page.id}`, { title: 'Marks & "signs"' });
  await eventually(async () => expect(await text('logo/')).toContain('<h1>Marks &#38; &#34;signs&#34;</h1>'));
  expect(await text('style.css')).toContain('--accent');
  for (const path of ['nothing/', '..%2f..%2fetc/passwd', '%00']) expect((await fetch(at + path)).status).toBe(404);
  const forged = {
    'webhook-id': 'msg_x',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': 'v1,AAAA',
  };
  for (const headers of [{}, forged])
    expect((await fetch(at, { method: 'POST', body: '{}', headers })).status).toBe(401);
  await eventually(async () => {
    const position = await webhooks.files.readPosition(record.id);
    expect([position?.last?.to, position?.failing]).toEqual([expect.any(String), null]);
  });
});

it('the example website shows a translation within 2 s, and no other page is another', async () => {
  const folder = join(temporaryDirectory(), 'site');
  running([join(website, 'follow.mjs'), folder], await environment());
  const read = (path: string): string => readFileSync(join(folder, path, 'index.html'), 'utf8');
  const page = (await client.get('/pages?slug=logo')).body[0];
  await eventually(() => expect(read('de/logo')).toContain('<h1>'));
  const before = read('logo');
  await client.patch(`/pages/${page.id}?lang=de`, { title: 'Bildmarke & „Zeichen“', replace: true });
  await eventually(() => expect(read('de/logo')).toContain('<h1>Bildmarke &#38; „Zeichen“</h1>'));
  expect(read('logo')).toBe(before);
});

it('the example website follows changes in at most 10 lines, without a webhook', async () => {
  expect(linesOf('follow.mjs')).toBeLessThanOrEqual(10);
  const folder = join(temporaryDirectory(), 'site');
  running([join(website, 'follow.mjs'), folder], await environment());
  const title = () => /<h1>(.*)<\/h1>/.exec(readFileSync(join(folder, 'logo/index.html'), 'utf8'))?.[1];
  const [page] = (await client.get('/pages?slug=logo')).body;
  await client.patch(`/pages/${page.id}`, { title: 'Signs' });
  await eventually(() => expect(title()).toBe('Signs'));
  await client.patch(`/pages/${page.id}`, { title: 'Marks' });
  await eventually(() => expect(title()).toBe('Marks'));
});
