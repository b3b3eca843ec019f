import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Service } from '../../src/service/service.js';
import { letIn, statusAt } from '../support/agent.js';
import { memoryFileSystem, sanitizer, type TestPortal } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { portalOver } from '../support/shared/nodes.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';

/** One address of two nodes, which get requests in turn. */
async function balanced(): Promise<{ portal: TestPortal; nodes: readonly TestPortal[] }> {
  const store = new MemoryStore();
  const nodes = [await portalOver(store), await portalOver(store)];
  const [a] = nodes;
  if (a === undefined) throw new Error('no node');
  await a.service.provisioning.createEmpty('acme', 'Acme', []);
  let turn = 0;
  // Connections outlast the test: one that ends while it is reused is an error.
  const server = createServer({ keepAliveTimeout: 600_000 }, (incoming, response) => {
    turn += 1;
    const { method, headers, url } = incoming;
    const outgoing = request(`${nodes[turn % 2]?.url}${url}`, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { portal: Object.create(a, { url: { value: `http://127.0.0.1:${port}` } }), nodes };
}

test('two nodes are one server of OAuth: each knows what the other has given and revoked', async () => {
  const { portal, nodes } = await balanced();
  const ada = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Lind', { acme: 'editor' }));
  const { redeem, refresh } = await letIn(ada);
  const { body } = await redeem();
  const statuses = async () => [await statusAt(portal, body.access_token), await statusAt(portal, body.access_token)];
  expect(await statuses()).toEqual([200, 200]);
  const tokens = [await refresh(body.refresh_token), await refresh(body.refresh_token)];
  expect(tokens.map((one) => one.body.refresh_token)).toEqual([body.refresh_token, body.refresh_token]);

  for (const node of nodes) node.clock.advance({ seconds: 3600 });
  const rotated = await Promise.all([refresh(body.refresh_token), refresh(body.refresh_token)]);
  const [one, two] = rotated.map(({ body: { refresh_token } }) => refresh_token);
  expect(one).toBe(two);
  const { access_token } = rotated[0]?.body ?? {};
  const [grant] = (await nodes[0]?.service.grants.list({ brand: 'acme' })) ?? [];
  const by = { id: ada.person?.id ?? '', name: 'Ada Lind', brand: '' };
  await nodes[0]?.service.grants.revoke(grant?.id ?? '', by);
  expect([await statusAt(portal, access_token), await statusAt(portal, access_token)]).toEqual([401, 401]);
});

test('two nodes that redeem one code at once make one grant at most', async () => {
  const { portal, nodes } = await balanced();
  const ada = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Lind', { acme: 'editor' }));
  for (let round = 0; round < 5; round += 1) {
    const { redeem } = await letIn(ada);
    const statuses = (await Promise.all([redeem(), redeem()])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  }
  expect(nodes).toHaveLength(2);
});

test('two servers on one data directory make one key', async () => {
  const [fs, data] = [memoryFileSystem(), '/data'];
  const log = (await portalOver(undefined)).logger;
  const services = await Promise.all([1, 2, 3].map(() => Service.open({ fs, data, log, sanitizer })));
  onTestFinished(async () => void (await Promise.all(services.map((one) => one.close()))));
  const seals = await Promise.all(services.map((one) => one.grants.seals()));
  const [first] = seals;
  for (const other of seals) expect(other.unseal('code', first?.seal('code', 'a text') ?? '')).toBe('a text');
  expect(fs.statSync(`${data}/oauth.key`).mode & 0o777).toBe(0o600);
});
