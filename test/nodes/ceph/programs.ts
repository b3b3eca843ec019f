import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Debian's packages: `apt-get install radosgw ceph-mon ceph-osd ceph-common`. */
export const packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'] as const;

const needed = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'] as const;
export type Program = (typeof needed)[number];

/** Where Ceph's programs are: in `CEPH_ROOT`, or in `.ceph` (`npm run ceph`), into which the packages were unpacked, or `/`. */
export function cephRoot(): string | null {
  const { CEPH_ROOT } = process.env;
  const folders = CEPH_ROOT === undefined || CEPH_ROOT === '' ? [resolve('.ceph'), '/'] : [CEPH_ROOT];
  return folders.find(holds) ?? null;
}

/** @throws where Ceph is not */
export function requireCeph(): string {
  const root = cephRoot();
  if (root !== null) return root;
  const advice = 'on Debian "npm run ceph" gets it; elsewhere install it, or name a folder that holds it in CEPH_ROOT';
  throw new Error(`Ceph is not on this machine: ${advice} (${packages.join(', ')}).`);
}

function holds(root: string): boolean {
  return needed.every((name) => existsSync(join(root, 'usr/bin', name)));
}

/** What the linker and Python need to find what was unpacked and not installed. */
export function environmentOf(root: string): NodeJS.ProcessEnv {
  if (root === '/') return process.env;
  const libraries = ['lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu/ceph'];
  return {
    ...process.env,
    LD_LIBRARY_PATH: libraries.map((path) => join(root, path)).join(delimiter),
    PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
  };
}

/** Lines of `ceph.conf` by which daemons find their plug-ins there. */
export function pluginsOf(root: string): string[] {
  if (root === '/') return [];
  const base = join(root, 'usr/lib/x86_64-linux-gnu');
  return [
    `erasure_code_dir = ${base}/ceph/erasure-code`,
    `plugin_dir = ${base}/ceph`,
    `osd_class_dir = ${base}/rados-classes`,
  ];
}

const execute = promisify(execFile);

/** Runs one of the programs to its end. @returns what it printed */
export async function run(root: string, program: Program, args: readonly string[]): Promise<string> {
  // The script's own first line may name an interpreter that has not the modules of the packages.
  const [file, before] =
    program === 'ceph' ? ['/usr/bin/python3', [join(root, 'usr/bin/ceph')]] : [pathOf(root, program), []];
  const { stdout } = await execute(file, [...before, ...args], { env: environmentOf(root), timeout: 180_000 });
  return stdout;
}

export function pathOf(root: string, program: Program): string {
  return join(root, 'usr/bin', program);
}
