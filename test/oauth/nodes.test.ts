import { createServer, request } from 'node:http';
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { Service } from '../../src/service/service.js';
import { letIn, signedIn, statusAt, TestAgent } from '../support/agent.js';
import { listenOn } from '../support/loopback.js';
import { ask } from '../support/mcp.js';
import { memoryFileSystem, sanitizer, type TestPortal } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { portalOver } from '../support/shared/nodes.js';

/** One address of two nodes, which get requests in turn. */
async function balanced(): Promise<{ portal: TestPortal; nodes: TestPortal[]; store: MemoryStore }> {
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
    const outgoing = request(
      `${nodes[turn % nodes.length]?.url}${url}`,
      { method, headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      },
    );
    incoming.pipe(outgoing);
  });
  const port = await listenOn(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { portal: Object.create(a, { url: { value: `http://127.0.0.1:${port}` } }), nodes, store };
}

test('two nodes are one server of OAuth: each knows what the other has given and revoked', async () => {
  const { portal, nodes } = await balanced();
  const ada = await signedIn(portal, { acme: 'editor' });
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
  const ada = await signedIn(portal, { acme: 'editor' });
  for (let round = 0; round < 5; round += 1) {
    const { redeem } = await letIn(ada);
    const statuses = (await Promise.all([redeem(), redeem()])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  }
  expect(nodes).toHaveLength(2);
});

test('without the key, clients and tokens are unknown, and the official client registers again', async () => {
  const { portal, nodes, store } = await balanced();
  const ada = await signedIn(portal, { acme: 'editor' });
  const agent = new TestAgent(portal);
  const client = await agent.signIn(ada);
  const [{ asked, redeem, refresh }, { information, kept }] = [await letIn(ada), agent];
  const { body } = await redeem();
  const keys = [...store.objects.keys()].filter((name) => name.endsWith('oauth.key'));
  expect(keys).toHaveLength(1);
  for (const name of keys) store.objects.delete(name);
  nodes.splice(0, 2, await portalOver(store));

  expect(await statusAt(portal, body.access_token)).toBe(401);
  expect(await refresh(body.refresh_token)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  const page = await ada.get(`/authorize?${new URLSearchParams(asked)}`);
  expect([page.status, page.text.includes('(invalid_client)')]).toEqual([400, true]);
  await expect(ask(client, 'list_pages')).rejects.toBeInstanceOf(UnauthorizedError);
  expect(agent.information).not.toEqual(information);
  expect((await ask(await agent.finish(ada), 'list_pages')).total).toBe(0);
  expect(agent.kept?.refresh_token).not.toBe(kept?.refresh_token);
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
