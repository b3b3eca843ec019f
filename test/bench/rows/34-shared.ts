import { join } from 'node:path';
import { S3Store } from '../../../src/store/shared/s3-store.js';
import { CephCluster } from '../../nodes/ceph/cluster.js';
import { cephRoot } from '../../nodes/ceph/programs.js';
import { slug } from '../data.js';
import { type Context, type Measurement, milliseconds, type Row, sideBySide } from '../harness.js';
import { Client, Load } from '../load.js';
import { configFile, issueKey, portal, type ServeChild, serve } from '../processes.js';
import { pageBytes } from '../writers.js';

const pages = 1000;

/** A store, and the keys of the configuration that name it. Its credentials are in the environment until the row is over. */
async function startStore(context: Context, root: string) {
  const ceph = await CephCluster.start({ root, folder: join(await context.folder(), 'ceph') });
  context.atEnd(() => ceph.stop());
  await ceph.createBucket('bench');
  const credentials = { accessKeyId: ceph.accessKey, secretAccessKey: ceph.secretKey };
  const place = { region: 'us-east-1', pathStyle: true, timeoutMs: 2000, endpoint: ceph.endpoint, credentials };
  const bare = new S3Store({ bucket: 'bench', prefix: 'bare', ...place });
  const environment = { AWS_ACCESS_KEY_ID: ceph.accessKey, AWS_SECRET_ACCESS_KEY: ceph.secretKey };
  Object.assign(process.env, environment);
  context.atEnd(() => {
    bare.close();
    for (const name of Object.keys(environment)) delete process.env[name];
  });
  const shared = { shared_store: 's3://bench/portal', shared_endpoint: ceph.endpoint, shared_path_style: true };
  return { bare, shared };
}

async function run(context: Context): Promise<readonly Measurement[]> {
  const root = cephRoot();
  if (root === null) {
    context.progress('left out: Ceph is not on this machine');
    return [];
  }
  const data = await context.data(pages, pageBytes);
  const key = await issueKey(data, slug);
  const { bare, shared } = await startStore(context, root);
  await portal('shared', 'init', '--data', data, '--config', await configFile(context, shared));
  const node = async (more: Readonly<Record<string, number>>): Promise<ServeChild> =>
    serve(context, join(await context.folder(), 'cache'), { ...shared, ...more });
  const [strict, relaxed] = [await node({}), await node({ shared_read_staleness_ms: 1000 })];
  const embedded = await serve(context, data);
  // The first request reads the catalog, and of a node what others have written.
  const warm = async ({ url }: ServeChild): Promise<void> => {
    const client = new Client(url, key);
    await client.get('/pages');
    client.close();
  };
  for (const server of [strict, relaxed, embedded]) await warm(server);
  const [reader, writer] = [new Load(context), new Load(context)];
  const authorization = `Bearer ${key}`;
  const writes =
    ({ url }: ServeChild, connections: number) =>
    (): Promise<number> =>
      writer.perSecond(`${url}/api/v1/pages`, { authorization }, { patchPages: pages, connections });
  const reads =
    ({ url }: ServeChild, connections: number) =>
    (): Promise<number> =>
      reader.perSecond(`${url}/api/v1/pages/7`, { authorization }, { connections });
  const bytes = Buffer.alloc(8 * 1024);
  const perSecond = (work: () => Promise<unknown>) => async (): Promise<number> => {
    let count = 0;
    const took = await milliseconds(async () => {
      for (const end = performance.now() + context.seconds * 1000; performance.now() < end; count += 1) await work();
    });
    return (count / took) * 1000;
  };
  let created = 0;
  const create = perSecond(async () => {
    created += 1;
    await bare.create(`bare/${created}`, bytes);
  });
  const measured = async (
    part: string,
    [ours, theirs]: readonly [() => Promise<number>, () => Promise<number>],
    target: Measurement['target'],
  ): Promise<Measurement> => {
    context.progress(part);
    const both = await sideBySide(context, ours, theirs);
    return { part, measured: both.ours / both.theirs, ...both, ...(target === undefined ? {} : { target }) };
  };
  const parts = [
    await measured('PATCH by one, against bare creates of 8 KB one after another', [writes(strict, 1), create], {
      atLeast: 1 / 1.5,
    }),
    await measured('PATCH by one, against one machine', [writes(strict, 1), writes(embedded, 1)], { atLeast: 1 / 3 }),
    await measured('PATCH by 64, against one machine', [writes(strict, 64), writes(embedded, 64)], { atLeast: 0.5 }),
    await measured(
      'GET by one at staleness 0, against bare HEADs of what is not there',
      [reads(strict, 1), perSecond(() => bare.has('none'))],
      { atLeast: 1 / 2.5 },
    ),
  ];
  await warm(relaxed);
  const cached = await measured(
    'GET by 64 at staleness 1 s, against one machine',
    [reads(relaxed, 64), reads(embedded, 64)],
    {
      atLeast: 0.95,
    },
  );
  return [...parts, cached];
}

export const row: Row = {
  id: 34,
  work: 'many machines: one node over Ceph with one OSD, a brand of 1,000 pages',
  comparedWith: 'each part says it',
  target: {},
  unit: '/s',
  run,
};
