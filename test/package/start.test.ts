import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../support/child-server.js';
import { git, temporaryDirectory } from '../support/git.js';

const built = join(projectFolder, 'src/built.mjs');

/** A build that says that it ran, with the stamp of the real one. */
const build = `import * as fs from 'node:fs';
import { sourcesDigest, stampPath } from './built.mjs';
fs.rmSync('dist', { recursive: true, force: true });
fs.mkdirSync('dist');
fs.writeFileSync('dist/main.js', 'console.log(process.argv.slice(2).join())');
if (!fs.existsSync('src/broken')) fs.writeFileSync(stampPath, sourcesDigest());
console.log('Building');
`;

/** An npm that only runs the scripts that a start runs: the real one takes longer than all else here. */
const npm = `#!/bin/sh
for script; do :; done
case $script in setup) ;; build) exec node src/build.mjs ;; *) exit 9 ;; esac
`;

/** A checkout with the start of the project and nothing to install. */
function checkout() {
  const folder = temporaryDirectory();
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  cpSync(built, join(folder, 'src/built.mjs'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
  for (const path of ['package-lock.json', 'LICENSE', 'src/a.ts', 'src/b.ts']) write(path, '{}');
  write('src/build.mjs', build);
  write('package.json', '{"type":"module"}');
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
  const start = (): string =>
    execFileSync('sh', ['-c', `${scripts.start} --port 1`], { cwd: folder, env, encoding: 'utf8' });
  return { folder, write, start };
}

it('npm start builds when what it builds from has changed, and only then', () => {
  const { folder, write, start } = checkout();
  const [isBuilt, isNot] = ['Building\ndemo,--port,1\n', 'demo,--port,1\n'];
  expect([start(), start()]).toEqual([isBuilt, isNot]);
  // An older file in place of the one that was built.
  write('src/a.ts', 'older');
  utimesSync(join(folder, 'src/a.ts'), 1, 1);
  expect([start(), start()]).toEqual([isBuilt, isNot]);
  rmSync(join(folder, 'src/b.ts'));
  expect(start()).toBe(isBuilt);
  write('package-lock.json', '{"lockfileVersion":3}');
  expect(start()).toBe(isBuilt);
  git(folder, ['init', '--quiet']);
  git(folder, ['-c', 'user.name=a', '-c', 'user.email=a', 'commit', '--quiet', '--allow-empty', '-m', 'a']);
  expect([start(), start()]).toEqual([isBuilt, isNot]);
  write('src/broken', '');
  expect([start(), start()]).toEqual([isBuilt, isBuilt]);
  rmSync(join(folder, 'src/broken'));
  expect([start(), start()]).toEqual([isBuilt, isNot]);
});

it('another major version of node is another build, and the real build leaves its stamp', () => {
  const script = `const { sourcesDigest: of } = await import(${JSON.stringify(built)});
    console.log(of('20.19.0') === of('20.20.0'), of('20.19.0') === of('22.0.0'))`;
  expect(execFileSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8' })).toBe('true false\n');
  expect(readFileSync(join(projectFolder, 'dist/.built-from'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
});
