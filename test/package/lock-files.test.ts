import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../support/child-server.js';
import { importsIn } from '../support/imports.js';

interface Package {
  readonly version: string;
  readonly resolved?: string;
  readonly engines?: { readonly node?: string };
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const json = (path: string) => JSON.parse(readFileSync(join(projectFolder, path), 'utf8'));
const packagesOf = (path: string): [string, Package][] => Object.entries(json(path).packages);

it.each(['package-lock.json', 'test/package-lock.json'])('%s names no registry', (path) => {
  expect(packagesOf(path).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(readFileSync(join(projectFolder, path), 'utf8')).not.toContain('://registry');
});

it('every native package has a build for Linux on amd64 and arm64 with glibc', () => {
  const packages = packagesOf('package-lock.json');
  const native = packages.filter(
    ([, { cpu, optionalDependencies = {} }]) =>
      cpu?.length !== 1 && Object.keys(optionalDependencies).some((name) => /linux-x64/.test(name)),
  );
  expect(native.map(([path]) => path)).toEqual(expect.arrayContaining(['node_modules/libsql', 'node_modules/sharp']));
  for (const [path, { optionalDependencies = {} }] of native) {
    for (const cpu of ['x64', 'arm64']) {
      const builds = packages.filter(
        ([build, { os, cpu: cpus, libc = ['glibc'] }]) =>
          Object.hasOwn(optionalDependencies, build.split('node_modules/').at(-1) as string) &&
          (os?.includes('linux') ?? false) &&
          (cpus?.includes(cpu) ?? false) &&
          libc.includes('glibc') &&
          !/musl/.test(build),
      );
      expect([path, cpu, builds.length > 0]).toEqual([path, cpu, true]);
    }
  }
});

it('nothing that is shipped has a script for its installation, and nothing at all one that runs', () => {
  const scripts = packagesOf('package-lock.json').filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(scripts.filter(([, { dev }]) => dev !== true)).toEqual([]);
  const { allowScripts } = json('package.json');
  for (const [path] of scripts) expect(allowScripts).toHaveProperty([path.replace('node_modules/', '')], false);
});

it('a package that tests import is the one that the program imports', () => {
  const files = readdirSync(join(projectFolder, 'test'), { recursive: true, encoding: 'utf8' });
  const texts = files.filter((path) => /^(?!\.bench|node_modules).*\.ts$/.test(path)).map((path) => `test/${path}`);
  const imported = new Set(texts.flatMap((path) => importsIn(readFileSync(join(projectFolder, path), 'utf8'))));
  const { dependencies, devDependencies, optionalDependencies } = json('package.json');
  const own = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const shadowed = own.filter(
    (name) => imported.has(name) && existsSync(join(projectFolder, 'test/node_modules', name)),
  );
  const version = (path: string): string => json(`${path}/package.json`).version;
  for (const name of shadowed)
    expect([name, version(`test/node_modules/${name}`)]).toEqual([name, version(`node_modules/${name}`)]);
});
