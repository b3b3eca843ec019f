import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { projectFolder } from '../docs/markdown.js';
import { chromiumPath, launchChromium, watchedPage } from '../support/browser.js';
import { TestPortal } from '../support/portal.js';

let folder: string;

/** A project in which the packed package is installed, with the one other that its client imports. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-portal-test-'));
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: projectFolder,
      encoding: 'utf8',
    }),
  );
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'brand-portal'), { recursive: true });
  execFileSync('tar', [
    'xzf',
    join(folder, packed.filename),
    '--strip-components=1',
    '-C',
    join(modules, 'brand-portal'),
  ]);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', 'typescript', '@types']) {
    symlinkSync(join(projectFolder, 'node_modules', name), join(modules, name));
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Not synchronous: the portal answers in this process. */
const run = promisify(execFile);

const program = `import { Portal } from 'brand-portal/client';
const portal = new Portal({ url: process.env.API ?? '', key: process.env.KEY ?? '' });
const { data: page } = await portal.given(portal.api.POST('/pages', { body: { title: 'Packed' } }));
const title: string = page.title;
for await (const { changes } of portal.follow()) {
  console.log(title, changes.some(({ kind, id }) => kind === 'page' && id === page.id));
  break;
}
`;

it('the packed client compiles with its types, and works', async () => {
  const portal = await TestPortal.start();
  onTestFinished(() => portal.close());
  const { key } = await portal.importExample('little-bakery');
  writeFileSync(join(folder, 'site.ts'), program);
  const wrong = program.replace('page.title', 'page.titel');
  writeFileSync(join(folder, 'wrong.ts'), wrong);
  const compile = (file: string): string =>
    execFileSync(process.execPath, [join(projectFolder, 'node_modules/typescript/bin/tsc'), file, ...options], {
      cwd: folder,
      encoding: 'utf8',
    });
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  compile('site.ts');
  expect(() => compile('wrong.ts')).toThrow();
  const env = { ...process.env, API: portal.url, KEY: key };
  expect((await run(process.execPath, ['site.js'], { cwd: folder, env })).stdout).toBe('Packed true\n');
});

it.skipIf(chromiumPath === undefined)(
  'the packed client works in a page of another origin that is allowed',
  async () => {
    const files: Record<string, string> = {
      '/client.js': 'brand-portal/dist/client/index.js',
      '/openapi-fetch.js': 'openapi-fetch/dist/index.mjs',
    };
    const imports = { 'brand-portal/client': '/client.js', 'openapi-fetch': '/openapi-fetch.js' };
    const site = createServer((request, response) => {
      const file = files[request.url ?? ''];
      response.setHeader('Content-Type', file === undefined ? 'text/html' : 'text/javascript');
      const page = `<link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({ imports })}</script>`;
      response.end(file === undefined ? page : readFileSync(join(folder, 'node_modules', file)));
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void site.close());
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const seenBy = async (cors_origins: string[]): Promise<unknown> => {
      const portal = await TestPortal.start({ config: { cors_origins } });
      onTestFinished(() => portal.close());
      const { key } = await portal.importExample('little-bakery');
      const { page } = await watchedPage(browser);
      await page.goto(origin);
      const script = `(async () => {
      const { Portal } = await import('brand-portal/client');
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
