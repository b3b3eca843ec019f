import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { blockTypes } from '../../src/content/blocks/types.js';
import { portal, portalJson } from '../support/cli.js';
import { Server } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { temporaryDirectory } from '../support/git.js';
import { exampleBrands } from '../support/portal.js';

const website = join(exampleBrands, 'website');
/** The portal with the example brand, and what the website has to know of it. */
async function serving() {
  const data = join(temporaryDirectory(), 'data');
  const config = configFile('webhook_allow: [127.0.0.1]\n');
  await portal(['brand', 'import', join(exampleBrands, 'northlight'), '--data', data]);
  const issue = async (rights: string): Promise<string> =>
    (await portalJson(['key', 'issue', 'northlight', '--name', 'Website', '--rights', rights], data)).key;
  const [reader, editor] = [await issue('read'), await issue('read,write')];
  const server = await Server.start(['serve', '--data', data, '--config', config]);
  return { data, config, server, editor, env: { ...process.env, API: server.url, KEY: reader } };
}

it('the example website is made by one call of a script of at most 103 lines', async () => {
  expect(readFileSync(join(website, 'build.mjs'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(103);
  const { env } = await serving();
  const folder = join(temporaryDirectory(), 'site');
  const printed = execFileSync(process.execPath, [join(website, 'build.mjs'), folder], { env, encoding: 'utf8' });
  const pages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(printed).toBe(`${pages.length} pages\n`);
  expect(pages.length).toBeGreaterThan(30);
  const all = pages.map(({ name }) => readFileSync(join(folder, name, 'index.html'), 'utf8')).join('\n');
  for (const { type } of blockTypes.values())
    expect([type, new RegExp(`<div class="${type}">[^<]*<\\w`).test(all)]).toEqual([type, true]);
  expect(all).not.toContain('undefined');
  const [, picture = ''] = /<img src="([^"]*)"/.exec(all) ?? [];
  expect((await fetch(picture.replaceAll('&#38;', '&'))).headers.get('content-type')).toBe('image/webp');
  expect(all).not.toContain('[object');
  // Every link within the site leads to one of its pages, or to one that is not public.
  const home = readFileSync(join(folder, 'index.html'), 'utf8');
  const linked = [...home.matchAll(/<a href="([\w-]+)\/" aria-current/g)].map(([, slug]) => slug);
  expect(linked.sort()).toEqual(pages.map(({ name }) => name).sort());
});

it('the example website makes itself again when a webhook says that something has changed', async () => {
  const { data, config, server, editor, env } = await serving();
  const port = await freePort();
  const at = `http://127.0.0.1:${port}/`;
  const added = await portalJson(['webhook', 'add', 'northlight', at, '--config', config], data);
  const folder = join(temporaryDirectory(), 'site');
  const args = [join(website, 'serve.mjs'), folder, String(port)];
  const site: ChildProcess = spawn(process.execPath, args, { env: { ...env, SECRET: added.secret }, stdio: 'ignore' });
  onTestFinished(() => void site.kill('SIGKILL'));
  const text = async (path: string): Promise<string> => (await fetch(at + path)).text();
  const [page] = (await server.send(editor, 'GET', '/pages?slug=logo')).body;
  await eventually(async () => expect(await text('logo/')).toContain(`<h1>${page.title}</h1>`));
  await server.send(editor, 'PATCH', `/pages/${page.id}`, { title: 'Marks & "signs"' });
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
    const [{ last, failing }] = await portalJson(['webhook', 'list', 'northlight'], data);
    expect([last?.to, failing]).toEqual([expect.any(String), null]);
  });
});

it('the example website follows changes in at most 10 lines, without a webhook', async () => {
  expect(readFileSync(join(website, 'follow.mjs'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(10);
  const { server, editor, env } = await serving();
  const folder = join(temporaryDirectory(), 'site');
  const site = spawn(process.execPath, [join(website, 'follow.mjs'), folder], { env, stdio: 'ignore' });
  onTestFinished(() => void site.kill('SIGKILL'));
  const title = () => /<h1>(.*)<\/h1>/.exec(readFileSync(join(folder, 'logo/index.html'), 'utf8'))?.[1];
  const [page] = (await server.send(editor, 'GET', '/pages?slug=logo')).body;
  await eventually(() => expect(title()).toBe(page.title));
  await server.send(editor, 'PATCH', `/pages/${page.id}`, { title: 'Marks' });
  await eventually(() => expect(title()).toBe('Marks'));
});
