import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { type S3Options, S3Store } from '../../../src/store/log/s3-store.js';
import { CephCluster } from '../../nodes/ceph/cluster.js';
import { type Context, milliseconds } from '../harness.js';
import { configFile, portal, type ServeChild, serve } from '../processes.js';

/** A real Ceph with one OSD. */
export interface BenchStore {
  /** A client of it, signed as nodes sign. */
  readonly bare: S3Store;
  readonly endpoint: string;
  /** Where a portal is in it. */
  portal(name: string): S3Options;
}

/** Its credentials are in the environment until the row is over. */
export async function startStore(context: Context, root: string): Promise<BenchStore> {
  context.progress('starting Ceph');
  const starting = CephCluster.start({ root, folder: join(await context.folder(), 'ceph') });
  context.atEnd(async () => (await starting).stop());
  const ceph = await starting;
  await ceph.createBucket('bench');
  const { endpoint, accessKey, secretKey } = ceph;
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const place = {
    bucket: 'bench',
    region: 'us-east-1',
    pathStyle: true,
    timeoutMs: 10_000,
    endpoint,
    credentials: () => credentials,
  };
  const bare = new S3Store({ ...place, prefix: 'bare' });
  const environment = { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey };
  Object.assign(process.env, environment);
  context.atEnd(() => {
    bare.close();
    for (const name of Object.keys(environment)) delete process.env[name];
  });
  return { bare, endpoint, portal: (name) => ({ ...place, prefix: name }) };
}

/** A portal in the store, and nodes of it. */
export class BenchPortal {
  private constructor(
    private readonly context: Context,
    private readonly keys: Readonly<Record<string, string | boolean>>,
  ) {}

  /** Publishes a data directory. */
  static async publish(context: Context, { endpoint }: BenchStore, name: string, data: string): Promise<BenchPortal> {
    const keys = { shared_store: `s3://bench/${name}`, shared_endpoint: endpoint, shared_path_style: true };
    await portal('shared', 'init', '--data', data, '--config', await configFile(context, keys));
    return new BenchPortal(context, keys);
  }

  /** A new node: its cache is empty. */
  async node(more: Readonly<Record<string, number | string>> = {}): Promise<ServeChild> {
    return serve(this.context, join(await this.context.folder(), 'cache'), { ...this.keys, ...more });
  }
}

export interface StoreProxy {
  readonly endpoint: string;
  /** All requests so far. */
  requests(): number;
}

/** Passes requests to the store, each so much later. */
export async function startProxy(context: Context, { endpoint }: BenchStore, delayMs = 0): Promise<StoreProxy> {
  const { hostname, port } = new URL(endpoint);
  let requests = 0;
  const between = createServer({ noDelay: true }, (incoming) => {
    const outgoing = connect({ host: hostname, port: Number(port), noDelay: true });
    incoming.on('data', (bytes: Buffer) => {
      if (/^(HEAD|GET|PUT) \//.test(bytes.toString('latin1', 0, 6))) requests += 1;
      if (delayMs === 0) outgoing.write(bytes);
      else setTimeout(() => outgoing.write(bytes), delayMs);
    });
    outgoing.pipe(incoming);
    for (const [socket, other] of [[incoming, outgoing] as const, [outgoing, incoming] as const]) {
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  context.atEnd(() => between.close());
  return { endpoint: `http://127.0.0.1:${(between.address() as AddressInfo).port}`, requests: () => requests };
}

/** How often something is done in a row. */
export function perSecond(context: Context, work: () => Promise<unknown>): () => Promise<number> {
  return async () => {
    let count = 0;
    const took = await milliseconds(async () => {
      for (const end = performance.now() + context.seconds * 1000; performance.now() < end; count += 1) await work();
    });
    return (count / took) * 1000;
  };
}
