import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse as parseDockerfile } from 'docker-file-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { projectFolder } from '../support/child-server.js';
import { effort } from '../support/effort.js';
import { freePort } from '../support/free-port.js';
import { exampleBrands } from '../support/portal.js';
import { startProgram } from './program.js';

interface Ignore {
  add(patterns: string): { createFilter(): (path: string) => boolean };
}

// Its types know it as a module of another kind than it is.
const dockerignore = createRequire(import.meta.url)('@balena/dockerignore') as () => Ignore;
const deploy = (name: string): string => readFileSync(join(projectFolder, '.deploy', name), 'utf8');
const instructions = parseDockerfile(deploy('Dockerfile'));
const only = (name: string) => instructions.findLast((one) => one.name === name)?.args;

let folder: string;
/** Root folders of the stages, by their names; the last has none. */
const stages = new Map<string, string>();

/** Copies what the context has into an empty folder. */
function copyContext(to: string): void {
  const filter = dockerignore().add(deploy('Dockerfile.dockerignore')).createFilter();
  const walk = (path: string): void => {
    for (const entry of readdirSync(join(projectFolder, path), { withFileTypes: true })) {
      const inner = join(path, entry.name);
      // Exceptions of this file name entries of the project's folder, so nothing below what is left out is let in.
      if (!filter(inner)) continue;
      if (entry.isDirectory()) walk(inner);
      else cpSync(join(projectFolder, inner), join(to, inner), { recursive: true, verbatimSymlinks: true });
    }
  };
  walk('');
}

/** Runs the stages as far as a folder can stand for a root file system: what the last one does to its system is left out. */
function build(context: string): void {
  let [root, directory] = ['', '/'];
  const inRoot = (path: string): string => join(root, path.startsWith('/') ? path : join(directory, path));
  for (const { name, args } of instructions) {
    if (name === 'FROM') {
      const stage = / AS (\w+)/.exec(String(args))?.[1] ?? '';
      [root, directory] = [join(folder, `stage-${stage}`), '/'];
      stages.set(stage, root);
    } else if (name === 'WORKDIR') {
      directory = String(args);
      mkdirSync(inRoot('.'), { recursive: true });
    } else if (name === 'COPY') {
      const paths = (args as string[]).filter((path) => !path.startsWith('--from='));
      const from = (args as string[]).find((path) => path.startsWith('--from='))?.slice('--from='.length);
      const to = paths.pop() as string;
      const source = from === undefined ? context : (stages.get(from) as string);
      for (const path of paths) {
        const target = to.endsWith('/') ? join(inRoot(to), path) : inRoot(to);
        mkdirSync(dirname(target), { recursive: true });
        // Of an earlier stage no later one needs it.
        if (from !== undefined) execFileSync('mv', [join(source, path), target]);
        else cpSync(join(source, path), target, { recursive: true, verbatimSymlinks: true });
      }
    } else if (name === 'RUN' && !/^apt-get |^ln -s /.test(String(args))) {
      // As the lock file says, which is what is installed here: npm installs it once more with full effort.
      if (args === 'npm ci' && effort === 'sampled') {
        execFileSync('cp', ['--archive', join(projectFolder, 'node_modules'), inRoot('.')]);
        continue;
      }
      // From the cache of npm where that has what the lock file names.
      const env = { ...process.env, npm_config_prefer_offline: 'true' };
      execFileSync('sh', ['-c', String(args)], { cwd: inRoot('.'), env, stdio: ['ignore', 'ignore', 'inherit'] });
    }
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-portal-image-'));
  const context = join(folder, 'context');
  mkdirSync(context);
  copyContext(context);
  build(context);
}, 900_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the image is built from what its context has, and its server is healthy', async () => {
  const { PORT: _, HOST: __, ...environment } = only('ENV') as Record<string, string>;
  const [data, config, port] = [join(folder, 'data'), join(folder, 'portal.yaml'), await freePort()];
  const program = join(stages.get('') as string, 'opt/brand-portal/dist/main.js');
  const { configs, services } = parseYaml(deploy('compose.yaml'));
  writeFileSync(config, configs.portal.content.replaceAll(/\$\{PORTAL_HOST.*?\}/g, 'portal.example'));
  execFileSync(program, ['brand', 'import', join(exampleBrands, 'northlight'), '--data', data]);
  expect(only('ENTRYPOINT')).toEqual(['tini', '--', 'brand-portal']);
  expect(services.portal.command.slice(0, 2)).toEqual([...(only('CMD') as string[]), '--config']);
  const env = { ...process.env, ...environment, BRAND_PORTAL_DATA: data, HOST: '127.0.0.1', PORT: String(port) };
  await startProgram(program, ['serve', '--config', config], env);
  const command = /CMD (\[.*\])/s.exec(String(only('HEALTHCHECK')))?.[1] ?? '';
  const [node = '', ...args] = JSON.parse(command);
  execFileSync(node, args, { env });
  const closed = { ...env, PORT: String(await freePort()) };
  expect(() => execFileSync(node, args, { env: closed })).toThrow();
});

it('the image has git, no tools of the build or the tests, and runs without rights', () => {
  const installed = String(instructions.find(({ args }) => String(args).startsWith('apt-get'))?.args);
  expect(installed).toMatch(/ git tini /);
  expect(String(only('USER'))).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  for (const { args } of instructions.filter(({ name }) => name === 'FROM')) expect(args).toMatch(/^node:2\d-slim\b/);
  const image = join(stages.get('') as string, 'opt/brand-portal');
  for (const name of ['test', 'src', 'node_modules/rolldown'])
    expect([name, existsSync(join(image, name))]).toEqual([name, false]);
});

it('the proxy of compose.yaml has a certificate, and only it is reached from outside', () => {
  const { services, volumes } = parseYaml(deploy('compose.yaml'));
  expect(
    existsSync(join(projectFolder, '.deploy', services.portal.build.context, services.portal.build.dockerfile)),
  ).toBe(true);
  expect([services.portal.ports, services.proxy.ports]).toEqual([undefined, expect.arrayContaining(['443:443'])]);
  const mounted = [...services.portal.volumes, ...services.proxy.volumes].map((volume: string) => volume.split(':')[0]);
  expect(mounted.sort()).toEqual(Object.keys(volumes).sort());
});
