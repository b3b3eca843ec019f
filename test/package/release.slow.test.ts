import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder, ServerProcess } from '../support/child-server.js';

let folder: string;
let clone: string;

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const git = (...args: string[]): string => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();

function release(...options: string[]): { status: number | null; stderr: string } {
  const script = join(clone, '.deploy/release.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, ...options], { cwd: clone, encoding: 'utf8' });
  return { status, stderr };
}

/** A clone that makes releases of what is committed here. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-portal-release-test-'));
  clone = join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', '--no-tags', projectFolder, clone]);
  git('checkout', '--quiet', '-B', 'main');
  git('config', 'user.name', 'Release Test');
  git('config', 'user.email', 'release@brand.invalid');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a release is refused, and leaves no tag', () => {
  const changelog = () => join(clone, '.deploy/CHANGELOG.md');

  it.each([
    ['with changed files', () => writeFileSync(join(clone, 'README.md'), 'Changed'), 'files have changed'],
    [
      'without a section of its version',
      () => {
        writeFileSync(changelog(), readFileSync(changelog(), 'utf8').replace(', not released yet', ', soon'));
        git('commit', '--quiet', '--all', '--message', 'A changelog without its section');
      },
      'has no section "## ',
    ],
  ])('%s', (_, prepare, message) => {
    prepare();
    const { status, stderr } = release('--tested');
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    git('reset', '--quiet', '--hard', 'origin/HEAD');
    expect(git('tag', '--list')).toBe('');
  });

  it('into a folder that exists', () => {
    expect(release('--tested', '--out', folder)).toEqual({ status: 1, stderr: expect.stringContaining('exists') });
  });
});

describe('two releases', () => {
  const [version = ''] = json(join(projectFolder, 'package.json')).version.split('-');
  const next = '99.0.0';
  const out = (of: string): string => join(folder, `out-${of}`);
  const program = (of: string): string => join(folder, `opt-${of}`, 'lib/node_modules/brand-portal');

  beforeAll(() => {
    for (const one of [version, next]) {
      if (one === next) {
        const changelog = join(clone, '.deploy/CHANGELOG.md');
        const text = readFileSync(changelog, 'utf8');
        const begun = `## ${next}, not released yet\n`;
        expect(text).toContain(begun);
        writeFileSync(changelog, text.replace(begun, `${begun}\nNothing new.\n`));
        git('commit', '--quiet', '--all', '--message', 'A section');
      }
      expect(release('--tested', '--next', next, '--out', out(one))).toEqual({ status: 0, stderr: '' });
      const options = ['--global', '--prefix', join(folder, `opt-${one}`), '--prefer-offline', '--no-audit'];
      execFileSync('npm', ['install', '--silent', ...options, join(out(one), `brand-portal-${one}.tgz`)]);
    }
  });

  it('have packages, container, SBOM and changes of one version, with checksums', () => {
    const files = readdirSync(out(version)).sort();
    expect(files).toEqual([
      'CHANGES.md',
      'SHA256SUMS',
      `brand-portal-${version}-container.tar.gz`,
      `brand-portal-${version}.cdx.json`,
      `brand-portal-${version}.tgz`,
      `brand-portal-client-${version}.tgz`,
    ]);
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: out(version) });
    const sbom = json(join(out(version), `brand-portal-${version}.cdx.json`));
    const { name, version: described } = sbom.metadata.component;
    expect([sbom.bomFormat, name, described]).toEqual(['CycloneDX', 'brand-portal', version]);
    const names = sbom.components.map((component: { name: string }) => component.name);
    expect(names).toEqual(expect.arrayContaining(['express', 'isomorphic-git', 'libsql']));
    const commit = git('rev-parse', `v${version}^{commit}`);
    const packed = execFileSync(process.execPath, [join(program(version), 'dist/main.js'), '--version']);
    expect(packed.toString()).toBe(`${version} (${commit.slice(0, 12)})\n`);
    const archive = join(out(version), `brand-portal-${version}-container.tar.gz`);
    const dockerfile = execFileSync('tar', ['-xzOf', archive, `brand-portal-${version}/.deploy/Dockerfile`]);
    expect(dockerfile.toString()).toContain(`\nARG COMMIT=${commit}\n`);
    expect([git('status', '--porcelain'), git('tag', '--list')]).toEqual(['', expect.stringContaining(`v${version}`)]);
  });

  it.each([
    ['the client of the release before', (address: string) => `${address}/docs/${released(version)}`],
    ['the client of 1.0.0, at the address without a digest', (address: string) => `${address}/docs/client.tgz`],
  ])('let a website install %s from an empty cache after the upgrade', async (_, specOf) => {
    const website = mkdtempSync(join(folder, 'website-'));
    writeFileSync(join(website, 'package.json'), '{"name":"website","version":"1.0.0"}');
    const npm = async (args: string[]): Promise<void> => {
      const cache = mkdtempSync(join(folder, 'cache-'));
      const child = new ServerProcess(
        ['npm', ...args, '--no-audit', '--no-fund', '--cache', cache, '--prefix', website],
        {},
      );
      expect([await child.exit, child.stderr]).toEqual([0, '']);
    };
    await serving(program(version), 0, async (port, address) => {
      await npm(['install', specOf(address)]);
      rmSync(join(website, 'node_modules'), { recursive: true });
      return port;
    }).then((port) => serving(program(next), port, () => npm(['ci'])));
    expect(json(join(website, 'node_modules/brand-portal-client/package.json')).name).toBe('brand-portal-client');
  });

  /** Name of a release's client in the portal. */
  function released(of: string): string {
    const bytes = readFileSync(join(out(of), `brand-portal-client-${of}.tgz`));
    return `client-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.tgz`;
  }

  async function serving<T>(
    folderOfProgram: string,
    port: number,
    use: (port: number, address: string) => Promise<T>,
  ): Promise<T> {
    const data = join(folder, 'data');
    mkdirSync(data, { recursive: true });
    const command = [process.execPath, join(folderOfProgram, 'dist/main.js'), 'serve', '--data', data];
    const server = new ServerProcess([...command, '--port', String(port), '--host', '127.0.0.1'], {});
    try {
      await server.until(() => / serves .*\n/.test(server.stdout));
      const [, address = ''] = / at (http:\S+)\/api\/v1/.exec(server.stdout) ?? [];
      return await use(Number(new URL(address).port), address);
    } finally {
      await server.end('SIGTERM');
    }
  }
});
