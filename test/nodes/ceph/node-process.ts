import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ChildServer } from '../../support/child-server.js';
import type { CephCluster } from './cluster.js';

const run = promisify(execFile);

export interface NodeSettings {
  /** Everything that the node keeps; its cache is `data` below. */
  readonly folder: string;
  /** Of its way to the store. */
  readonly endpoint: string;
  /** `s3://bucket/prefix`. */
  readonly store: string;
  readonly ceph: CephCluster;
  readonly program: string;
  /** Further lines of its configuration. */
  readonly lines?: readonly string[];
  readonly lifetimeMs?: number;
}

/** The configuration file of a node, and the environment in which it finds its credentials. */
function configured({ folder, endpoint, store, ceph, lines = [] }: NodeSettings) {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'portal.yaml');
  const text = [
    `shared_store: ${store}`,
    `shared_endpoint: ${endpoint}`,
    'shared_path_style: true',
    'requests_per_minute: 0',
    'writes_per_minute: 0',
    'failed_logins_per_minute: 0',
    ...lines,
    '',
  ];
  writeFileSync(config, text.join('\n'));
  const env = { AWS_ACCESS_KEY_ID: ceph.accessKey, AWS_SECRET_ACCESS_KEY: ceph.secretKey };
  return { config, env, data: join(folder, 'data') };
}

/** A node of the built program. It can be killed, and started again with its cache. */
export async function startNode(settings: NodeSettings): Promise<ChildServer> {
  const { config, env, data } = configured(settings);
  const { program, folder, lifetimeMs = 10 * 60_000 } = settings;
  return ChildServer.start({ program, data, config, env, log: join(folder, 'log'), lifetimeMs });
}

/** Runs a command of the built program. @returns what it printed */
export async function command(settings: NodeSettings, args: readonly string[]): Promise<string> {
  const { config, env, data } = configured(settings);
  const inherited = { PATH: process.env.PATH ?? '' };
  const all = [settings.program, ...args, '--data', data, '--config', config];
  const { stdout } = await run(process.execPath, all, {
    env: { ...inherited, ...env },
    timeout: 300_000,
    maxBuffer: 1024 ** 3,
  });
  return stdout;
}
