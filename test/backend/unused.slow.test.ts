import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ChildServer } from '../support/child-server.js';
import { temporaryDirectory } from '../support/git.js';

/** Writes the address of every module that is loaded to the file that LOADED names. */
const hooks = `
  import { appendFileSync } from 'node:fs';
  export async function load(url, context, next) {
    appendFileSync(process.env.LOADED, url + '\\n');
    return next(url, context);
  }`;

const inline = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

test('nothing of the backend is loaded before its first request', async () => {
  const folder = temporaryDirectory();
  const loaded = join(folder, 'loaded.txt');
  writeFileSync(loaded, '');
  const register = `import { register } from 'node:module'; register(${JSON.stringify(inline(hooks))});`;
  const env = { LOADED: loaded, NODE_OPTIONS: `--import="${inline(register)}"` };
  const server = await ChildServer.start({ program, data: join(folder, 'data'), env, lifetimeMs: 60_000 });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  const dist = dirname(program);
  const own = readdirSync(dist).filter((name) => /\.js$/.test(name));
  // The layout of its pages, and the library that draws them.
  const backend = own.filter((name) => /Skip to the content/.test(readFileSync(join(dist, name), 'utf8')));
  const isLoaded = (): boolean[] => {
    const urls = readFileSync(loaded, 'utf8');
    return [...backend, 'main.js'].map((name) => urls.includes(`/${name}\n`));
  };
  expect(backend).toHaveLength(1);
  expect((await fetch(`${server.url}/api/v1/brand`)).status).toBe(401);
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(isLoaded()).toEqual([false, true]);
  expect((await fetch(`${server.url}/backend/sign-in`)).status).toBe(200);
  expect(isLoaded()).toEqual([true, true]);
});
