import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { program, projectFolder } from '../support/child-server.js';
import { startBalancer } from './balancer.js';
import { CephCluster } from './ceph/cluster.js';
import { command, type NodeSettings, startNode } from './ceph/node-process.js';
import { requireCeph } from './ceph/programs.js';

const { values: options } = parseArgs({ options: { port: { type: 'string', default: '3000' } } });
const port = Number(options.port);
if (!(port >= 0 && port <= 65_535)) throw new Error('--port is a number from 0 to 65535');

const fixtures = join(projectFolder, 'content-fixtures/northlight');
const folder = mkdtempSync(join(tmpdir(), 'brand-portal-cluster-'));
const dayMs = 24 * 60 * 60 * 1000;
/** Ctrl-C reaches Ceph and the nodes, too: what fails from then on is no failure. */
const stopping = new AbortController();
const { signal } = stopping;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());
const say = (text: string): void => void process.stdout.write(`${text}\n`);
let stop = async (): Promise<void> => {};

async function start(): Promise<void> {
  const root = requireCeph();
  say('Starting Ceph …');
  const ceph = await CephCluster.start({ root, folder: join(folder, 'ceph'), signal });
  stop = () => ceph.stop();
  await ceph.createBucket('portals');
  const settings = (name: string): NodeSettings => {
    const place = { folder: join(folder, name), endpoint: ceph.endpoint, store: 's3://portals/try' };
    return { ...place, ceph, program, lifetimeMs: dayMs };
  };
  const operator = settings('operator');
  await command({ ...operator, folder: `${operator.folder}-first` }, ['shared', 'init']);
  await command(operator, ['brand', 'import', fixtures]);
  const { key } = JSON.parse(
    await command(operator, ['key', 'issue', 'northlight', '--name', 'Try', '--rights', 'read,write', '--json']),
  );
  const nodes = await Promise.all(['node1', 'node2', 'node3'].map((name) => startNode(settings(name))));
  // All that they hold is deleted: there is nothing to wait for.
  stop = async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await ceph.stop();
  };
  const urls = nodes.map(({ url }) => url);
  const balancer = await startBalancer(urls, port);
  const stopNodes = stop;
  stop = async () => {
    balancer.close();
    balancer.closeAllConnections();
    await stopNodes();
  };
  const address = balancer.address();
  const at = typeof address === 'object' && address !== null ? address.port : port;
  for (const [n, { url, pid }] of nodes.entries())
    say(`node ${n + 1}: ${url}, process ${pid}, cache ${folder}/node${n + 1}/data`);
  say(`balancer: http://127.0.0.1:${at} (the answer's X-Node says which node it was)`);
  say(`commands: AWS_ACCESS_KEY_ID=${ceph.accessKey} AWS_SECRET_ACCESS_KEY=${ceph.secretKey} \\`);
  say(`  node dist/main.js shared status --config ${folder}/operator/portal.yaml --data ${folder}/operator/data`);
  say(`try: curl -i -H 'Authorization: Bearer ${key}' http://127.0.0.1:${at}/api/v1/pages/11`);
  say('Ctrl-C stops and deletes all of it.');
  if (!signal.aborted) await once(signal, 'abort');
}

try {
  await start();
} catch (error) {
  if (!signal.aborted) {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
