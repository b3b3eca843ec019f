import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { portal, portalJson, type Served, serve } from '../support/cli.js';
import { outcomeOf, running } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { fileIn } from '../support/files.js';
import { freePort } from '../support/free-port.js';
import { git, temporaryDirectory } from '../support/git.js';
import { exampleBrands } from '../support/portal.js';
import { codeBlocks, projectFolder, readDocument } from './markdown.js';

let imported: string;
beforeAll(async () => {
  imported = mkdtempSync(join(tmpdir(), 'brand-portal-calls-'));
  await portal(['brand', 'import', join(exampleBrands, 'northlight'), '--data', imported]);
});
afterAll(() => rmSync(imported, { recursive: true }));

/** A server with the example brand, and a key that may write. */
async function serving(): Promise<{ server: Served; key: string; gitdir: string }> {
  const data = join(temporaryDirectory(), 'data');
  cpSync(imported, data, { recursive: true });
  const { key } = await portalJson(['key', 'issue', 'northlight', '--name', 'Website', '--rights', 'read,write'], data);
  const server = await serve(data);
  return { server, key, gitdir: join(data, 'brands/northlight.git') };
}

/** In a shell that ends at the first failure. @returns what it printed */
async function shell(script: string, cwd: string, more: Record<string, string> = {}): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', ...more };
  const { code, stdout, stderr } = await outcomeOf('bash', ['-c', `set -euo pipefail\n${script}`], { cwd, env });
  if (code !== 0) throw new Error(`${script}: ${code}\n${stdout}\n${stderr}`);
  return stdout;
}

it("the README's five calls do what they say", async () => {
  const { server, key, gitdir } = await serving();
  const { origin } = new URL(server.url);
  const block = codeBlocks(readDocument('README.md')).find(({ code }) => code.includes('export KEY='));
  const script = (block?.code ?? '').replace('bp_…', key).replaceAll('http://127.0.0.1:3000', origin);
  expect(script.match(/# \d\. /g)).toHaveLength(5);
  const folder = temporaryDirectory();
  const printed = await shell(script, folder);
  const shown = ['Welcome aboard 👋"', 'Clear space and minimum size","slug"', 'Clear space","slug"', 'Stickers"'];
  for (const title of shown) expect(printed).toContain(`"title":"${title}`);
  expect(printed).not.toContain('"title":"Lost update"');
  expect(printed).toMatch(/Add page \d+ "Stickers"/);
  expect(git(gitdir, ['log', '--format=%s', 'main']).trim().split('\n')).toEqual([
    expect.stringMatching(/^Add page \d+ "Stickers"$/),
    expect.stringMatching(/^Change page 11 /),
    'Import brand with 58 pages',
  ]);
  expect(git(join(folder, 'northlight'), ['config', '--list'])).not.toContain(key);
});

it('the calls of the HTTP document do what they say: writes, reads of the past, a write that is sent again, a search', async () => {
  const { server, key, gitdir } = await serving();
  const blocks = codeBlocks(readDocument('src/http/README.md')).map(({ code }) => code);
  const call = /^call\(\).*$/m.exec(blocks.join('\n'))?.[0];
  const folder = temporaryDirectory();
  const run = (script = '') => shell(script, folder, { API: server.url, KEY: key });
  const subjects = () => git(gitdir, ['log', '--format=%s', 'main']).trim().split('\n');
  const blockWith = (text: string) => blocks.find((code) => code.includes(text));

  const at = blocks.findIndex((code) => code.includes('/search?q='));
  const shown: object[] = JSON.parse(blocks[at + 1] ?? '');
  expect(JSON.parse(await run(blocks[at]))).toEqual(
    shown.map((one) => ({ ...one, block_id: expect.stringMatching(/^[0-9a-z]{12}$/) })),
  );

  const printed = await run(blockWith('voice.json'));
  expect(printed).not.toContain('"message"');
  expect(printed).toContain('"title":"New this year"');
  expect(subjects().slice(1, -1)).toEqual([
    expect.stringMatching(/^Edit alert/),
    expect.stringMatching(/^Add page \d+ "Labels"$/),
    expect.stringContaining('section "voice"'),
  ]);
  const voice = JSON.parse(git(gitdir, ['show', 'main:corporate-language/voice.json']));
  expect(voice).toMatchObject({ summary: 'Calm, clear, awake.', tone: expect.arrayContaining(['calm']) });

  expect(JSON.parse(await run(`${call}\n${blockWith('at=$COMMIT')}\ncall $API/pages/1`)).title).toBe('Renamed');
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const { title } = read('page.json');
  expect([typeof title, title === 'Renamed']).toEqual(['string', false]);
  expect(read('pages.json').find(({ id }: { id: number }) => id === 1)).toEqual({ id: 1, title });

  const before = subjects().length;
  const twice = await run(`${call}\n${blockWith('ONCE=')}`);
  expect(twice.match(/^HTTP\/1\.1 201 Created/gm)).toHaveLength(2);
  expect(new Set(twice.match(/^ETag: .*/gm)).size).toBe(1);
  expect(twice.match(/^Idempotency-Replayed: true/gm)).toHaveLength(1);
  expect([subjects().length, subjects()[0]]).toEqual([before + 1, expect.stringMatching(/^Add page \d+ "Just once"$/)]);
});

it('the calls of the HTTP document make a proposal, send it for review, withdraw it, and begin an empty one', async () => {
  const { server, key } = await serving();
  const blocks = codeBlocks(readDocument('src/http/README.md')).map(({ code }) => code);
  const call = /^call\(\).*$/m.exec(blocks.join('\n'))?.[0];
  const block = blocks.find((code) => code.includes('/submit'));
  const printed = await shell(`${call}\n${block}`, temporaryDirectory(), { API: server.url, KEY: key });
  expect(printed).toMatch(/^proposal: 1\r?$/im);
  expect(printed.match(/"state":"\w+"/g)).toEqual(['"state":"open"', '"state":"withdrawn"', '"state":"draft"']);
  expect(printed).toContain('"title":"Spring"');
});

/** A folder of a program that has installed the client. */
function folderWithClient(): string {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(projectFolder, 'dist/client'), join(folder, 'node_modules/brand-portal-client'));
  return folder;
}

it('the sync of a folder makes a commit for what is new, and none the second time', async () => {
  const { server, key, gitdir } = await serving();
  const folder = folderWithClient();
  const pages = join(folder, 'pages');
  mkdirSync(pages);
  const write = (slug: string, text: string): void => {
    const blocks = [{ type: 'rich_text', data: { html: `<p>${text} <script>x</script></p>` } }, { type: 'heading' }];
    writeFileSync(join(pages, `${slug}.json`), JSON.stringify({ title: slug.toUpperCase(), blocks }));
  };
  cpSync(join(exampleBrands, 'website/sync.mjs'), join(folder, 'sync.mjs'));
  const sync = (): Promise<string> =>
    shell(`"${process.execPath}" sync.mjs pages`, folder, { API: server.url, KEY: key });
  const commits = (): number => Number(git(gitdir, ['rev-list', '--count', 'main']));
  const before = commits();
  write('one', 'First');
  write('two', 'Second');
  await sync();
  expect(commits()).toBe(before + 2);
  await sync();
  expect(commits()).toBe(before + 2);
  write('two', 'Another');
  await sync();
  expect(commits()).toBe(before + 3);
});

it('the site of the HTTP document follows what changes', async () => {
  const { server, key } = await serving();
  const block = codeBlocks(readDocument('src/http/README.md')).find(({ code }) => code.includes('portal.follow()'));
  const folder = folderWithClient();
  const site = running([fileIn(folder, 'site.mjs', block?.code ?? '')], { API: server.url, KEY: key });
  const seen = (text: string) => site.until(() => site.stdout.includes(text));
  await seen('everything 58');
  await server.send(key, 'POST', '/pages', { title: 'Stickers' });
  await seen(' 59\n');
});

it('the receiver of the document on webhooks takes what is signed, and nothing else', async () => {
  const block = codeBlocks(readDocument('src/webhooks/README.md')).find(({ language }) => language === 'js');
  const folder = mkdtempSync(join(projectFolder, 'dist/receiver-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = fileIn(folder, 'receive.mjs', block?.code ?? '');
  const port = await freePort();
  const data = join(temporaryDirectory(), 'data');
  const config = fileIn(temporaryDirectory(), 'portal.yaml', 'webhook_allow: [127.0.0.1]\n');
  await portal(['brand', 'import', join(exampleBrands, 'little-bakery'), '--data', data]);
  const address = `http://127.0.0.1:${port}/`;
  const { id, secret } = await portalJson(['webhook', 'add', 'little-bakery', address, '--config', config], data);
  const receiver = running([script, String(port)], { SECRET: secret });
  const test = (): Promise<{ code: number | null }> =>
    portal(['webhook', 'test', 'little-bakery', id, '--data', data, '--config', config]);
  await eventually(async () => expect((await test()).code).toBe(0));
  await eventually(() => expect(receiver.stdout).toMatch(/^test [0-9a-f]{40} undefined\n$/));
  expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(401);
});
