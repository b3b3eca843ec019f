import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { chromiumPath, launchChromium, watchedPage } from '../support/browser.js';
import { projectFolder } from '../support/child-server.js';
import { listenOn } from '../support/loopback.js';
import { TestPortal } from '../support/portal.js';
import { startProgram } from './program.js';

const megabyte = 1_000_000;
const { client } = JSON.parse(readFileSync(join(projectFolder, 'dist/build.json'), 'utf8')) as { client: string };
let folder: string;
let packed: string;
let warnings: string;

/** Installs a package into an empty folder, from the cache of npm where that has what it needs. @returns what npm says of it */
function install(spec: string, ...options: string[]): string {
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...options, spec];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', env: withoutNpm });
  expect([status, stderr]).toEqual([0, expect.anything()]);
  return stderr;
}

/** Settings of an npm that runs the tests are not those of who installs. */
const withoutNpm = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_config_(?!registry|cache)/i.test(name)),
);

/** The program, and a project with its client, as others install them. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brand-portal-package-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const output = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  packed = join(folder, JSON.parse(output)[0].filename);
  warnings = install(packed, '--global', '--prefix', join(folder, 'opt'));
  install(join(projectFolder, 'dist/docs', client));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Not synchronous: the portal answers in this process. */
const run = promisify(execFile);

const installed = (): string => join(folder, 'opt/lib/node_modules/brand-portal');
const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

it('the package is small, and runs no script when it is installed', () => {
  expect(warnings).not.toMatch(/warn/i);
  expect(statSync(packed).size).toBeLessThanOrEqual(6 * megabyte);
  const files = filesBelow(installed());
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThanOrEqual(63 * megabyte);
  const packages = files.filter((file) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file));
  expect(packages.length).toBeLessThanOrEqual(14);
  for (const file of packages) {
    const { scripts = {} } = JSON.parse(readFileSync(file, 'utf8'));
    expect([file, Object.keys(scripts).filter((name) => /^(?:pre|post)?install$/.test(name))]).toEqual([file, []]);
  }
  expect(files.filter((file) => file.startsWith(join(installed(), 'dist')) && file.endsWith('.map'))).toEqual([]);
});

it('the package has the licence of every library in it', () => {
  const text = readFileSync(join(installed(), 'dist/LICENSES.txt'), 'utf8');
  for (const name of ['express', 'jsdom', 'dompurify', 'parse5', 'prosemirror-view', 'swagger-ui-dist']) {
    expect(text).toMatch(new RegExp(`^${name} [\\d.]+ \\(.+\\)$`, 'm'));
  }
});

it('the installed program serves the demo, and the client that it serves', async () => {
  const unit = readFileSync(join(installed(), '.deploy/brand-portal.service'), 'utf8');
  const [, program = ''] = /^ExecStart=\S+ \/opt\/brand-portal\/current\/(\S+) serve/m.exec(unit) ?? [];
  const { HOST: _, PORT: __, ...env } = process.env;
  const data = join(folder, 'data');
  const printed = await startProgram(join(folder, 'opt', program), ['demo', '--port', '0', '--data', data], env);
  const [, url = '', key] = /(http:\S+)\/docs\/connect\?brand=\w+(?:-\w+)*#key=(\S+)/.exec(printed) ?? [];
  const call = (path: string, body?: object): Promise<Response> =>
    fetch(url + path, {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  const html = '<p onclick="run()">Kept <frameset><script>run()</script></p>';
  const created = await call('/api/v1/pages', { title: 'A', blocks: [{ type: 'rich_text', data: { html } }] });
  expect((await created.json()).blocks[0].data.html).toBe('<p>Kept </p>');
  for (const path of ['/-/workspace', '/docs', '/docs/swagger-ui-bundle.js'])
    expect((await call(path)).status).toBe(200);
  expect((await call('/api/v1/media?include=file').then((answer) => answer.json()))[0].file.picture).not.toBeNull();
  const served = Buffer.from(await (await call(`/docs/${client}`)).arrayBuffer());
  expect(served.equals(readFileSync(join(projectFolder, 'dist/docs', client)))).toBe(true);
});

const program = `import { type Block, isKnown, type Medium, type Page, Portal, srcset } from 'brand-portal-client';
const portal = new Portal({ url: process.env.API ?? '', key: process.env.KEY ?? '' });
const { data: page } = await portal.given(portal.api.POST('/pages', { body: { title: 'Packed' } }));
const title: string = page.title;
const { data: summaries } = await portal.given(portal.api.GET('/pages'));
const { data: whole } = await portal.given(portal.api.GET('/pages', { params: { query: { include: 'blocks' } } }));
const query = { include: 'media,blocks', fields: ['title'] } as const;
const { data: titles } = await portal.given(
  portal.api.GET('/pages', { params: { query: { ...query, fields: [...query.fields] } } }),
);
const { data: media } = await portal.given(portal.api.GET('/media', { params: { query: { include: 'file' } } }));
const { data: bare } = await portal.given(portal.api.GET('/media'));
const params = { path: { page: page.id }, query: { include: 'media' } } as const;
const { data: one } = await portal.given(portal.api.GET('/pages/{page}', { params }));
const seen: (string | number | null | undefined)[] = [
  summaries[0]?.slug,
  whole.find(({ blocks }) => blocks.length > 0)?.blocks[0]?.type,
  titles[0]?.title,
  titles[0]?.media.length,
  media[0]?.file?.sha256.length,
  bare[0]?.title,
  one.media.length,
];
const textOf = (block: Block): string => {
  switch (block.type) {
    case 'heading': return block.data.text ?? '';
    case 'rich_text': return block.data.html ?? '';
    default: return block.type;
  }
};
const texts = (shown: Page): string[] => shown.blocks.map((block) => isKnown(block) ? textOf(block) : '');
const widths = (medium: Medium | undefined): string => medium === undefined ? '' : srcset(medium);
seen.push(whole[0] && texts(whole[0])[0], widths(media[0]));
for await (const { changes } of portal.follow()) {
  console.log(title, seen.length, changes.some(({ kind, id }) => kind === 'page' && id === page.id));
  break;
}
`;

/** What does not compile, since it was not asked for. */
const mistakes = [
  ['page.title', 'page.titel'],
  ['summaries[0]?.slug', 'summaries[0]?.blocks.length'],
  ["include: 'blocks'", "include: 'blox'"],
  ['titles[0]?.title', 'titles[0]?.slug'],
  ['bare[0]?.title', 'bare[0]?.file?.name'],
  ["query: { include: 'media' }", 'query: {}'],
  ['block.data.text', 'block.data.html'],
] as const;

it('the packed client compiles with types that follow the query, and works', async () => {
  expect(statSync(join(projectFolder, 'dist/docs', client)).size).toBeLessThanOrEqual(24_000);
  const { dependencies } = JSON.parse(
    readFileSync(join(folder, 'node_modules/brand-portal-client/package.json'), 'utf8'),
  );
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
  const portal = await TestPortal.start();
  onTestFinished(() => portal.close());
  const { key } = await portal.importExample('little-bakery');
  writeFileSync(join(folder, 'site.ts'), program);
  const tools = join(projectFolder, 'test/node_modules');
  const options = '--strict --module nodenext --target es2023 --types node --typeRoots'.split(' ');
  const wrong = mistakes.map(([right, mistake], at) => {
    expect(program).toContain(right);
    writeFileSync(join(folder, `wrong-${at}.ts`), program.replace(right, mistake));
    return `wrong-${at}.ts`;
  });
  const { stdout: complaints } = spawnSync(
    process.execPath,
    [join(tools, 'typescript/bin/tsc'), 'site.ts', ...wrong, ...options, join(tools, '@types')],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(new Set(complaints.match(/^[\w-]+\.ts(?=\()/gm))).toEqual(new Set(wrong));
  const env = { ...process.env, API: portal.url, KEY: key };
  expect((await run(process.execPath, ['site.js'], { cwd: folder, env })).stdout).toBe('Packed 9 true\n');
});
it.skipIf(chromiumPath === undefined)(
  'the packed client works in a page of another origin that is allowed',
  async () => {
    const files: Record<string, string> = {
      '/client.js': 'brand-portal-client/index.js',
      '/openapi-fetch.js': 'openapi-fetch/dist/index.mjs',
    };
    const imports = { 'brand-portal-client': '/client.js', 'openapi-fetch': '/openapi-fetch.js' };
    const site = createServer((request, response) => {
      const file = files[request.url ?? ''];
      response.setHeader('Content-Type', file === undefined ? 'text/html' : 'text/javascript');
      const page = `<link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({ imports })}</script>`;
      response.end(file === undefined ? page : readFileSync(join(folder, 'node_modules', file)));
    });
    onTestFinished(() => void site.close());
    const origin = `http://127.0.0.1:${await listenOn(site)}`;
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const seenBy = async (cors_origins: string[]): Promise<unknown> => {
      const portal = await TestPortal.start({ config: { cors_origins } });
      onTestFinished(() => portal.close());
      const { key } = await portal.importExample('little-bakery');
      const { page } = await watchedPage(browser);
      await page.goto(origin);
      const script = `(async () => {
      const { Portal } = await import('brand-portal-client');
      const portal = new Portal({ url: '${portal.url}', key: '${key}', maxTries: 1 });
      const seen = [];
      for await (const { changes } of portal.follow()) {
        seen.push(changes.length > 0);
        const { data, version } = await portal.given(portal.api.POST('/pages', { body: { title: 'Browser' } }));
        seen.push(data.title, version.length);
        const changed = await portal.change(data.id, () => ({ title: 'Changed' }));
        seen.push(changed.title);
        break;
      }
      return seen;
    })()`;
      return page.evaluate(script).catch((error: Error) => error.message);
    };
    expect(await seenBy([origin])).toEqual([true, 'Browser', 40, 'Changed']);
    expect(await seenBy([])).toContain('Failed to fetch');
  },
);
