import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { S3Store } from '../../src/store/log/s3-store.js';
import { CephCluster } from '../nodes/ceph/cluster.js';
import { listenOn } from '../support/loopback.js';
import type { Context } from './harness.js';
import { configFile, portal, type Settings } from './processes.js';
import { type Served, type ServedOptions, served } from './served.js';

/** A real Ceph with one OSD. */
export interface Store {
  /** A client of it, signed as nodes sign. */
  readonly bare: S3Store;
  readonly endpoint: string;
}

/** Its credentials are in the environment until the row is over. */
export async function startStore(context: Context, root: string): Promise<Store> {
  context.progress('starting Ceph');
  const starting = CephCluster.start({ root, folder: join(await context.folder(), 'ceph') });
  context.atEnd(async () => (await starting).stop());
  const ceph = await starting;
  await ceph.createBucket('bench');
  const { endpoint, accessKey, secretKey } = ceph;
  const bare = new S3Store({
    ...{ bucket: 'bench', prefix: 'bare', region: 'us-east-1', pathStyle: true, timeoutMs: 10_000, endpoint },
    credentials: () => ({ accessKeyId: accessKey, secretAccessKey: secretKey }),
  });
  const environment = { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey };
  Object.assign(process.env, environment);
  context.atEnd(() => {
    bare.close();
    for (const name of Object.keys(environment)) delete process.env[name];
  });
  return { bare, endpoint };
}

type NewNode = (key: string, settings?: Settings, options?: ServedOptions) => Promise<Served>;

/** Publishes a data directory in the store. @returns what starts a node of it, whose cache is empty */
export async function publish(context: Context, { endpoint }: Store, name: string, data: string): Promise<NewNode> {
  const shared = { shared_store: `s3://bench/${name}`, shared_endpoint: endpoint, shared_path_style: true };
  await portal('shared', 'init', '--data', data, '--config', await configFile(context, shared));
  return async (key, settings = {}, options = {}) => {
    const cache = join(await context.folder(), 'cache');
    return served(context, cache, { key, settings: { ...shared, ...settings }, ...options });
  };
}

/** Passes requests to the store, each later by the delay. @returns where it listens */
export async function startProxy(context: Context, { endpoint }: Store, delayMs: number): Promise<string> {
  const { hostname, port } = new URL(endpoint);
  const proxy = createServer({ noDelay: true }, (incoming) => {
    const outgoing = connect({ host: hostname, port: Number(port), noDelay: true });
    incoming.on('data', (bytes: Buffer) => setTimeout(() => outgoing.write(bytes), delayMs));
    outgoing.pipe(incoming);
    for (const [socket, other] of [[incoming, outgoing] as const, [outgoing, incoming] as const]) {
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  context.atEnd(() => proxy.close());
  return `http://127.0.0.1:${await listenOn(proxy)}`;
}
