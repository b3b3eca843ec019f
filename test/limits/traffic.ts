import { type ClientRequest, request } from 'node:http';
import { expect } from 'vitest';
import { maxNetworks, RateLimits } from '../../src/http/admission/rate-limit.js';
import { checkedUrl } from '../../src/registry/webhook-url.js';
import { holdWrites } from '../support/hold-writes.js';
import { type PortalOptions, type TestClient, TestPortal } from '../support/portal.js';
import { type Reach, reachedIn, until } from './rows.js';

/** With an empty brand on a portal of its own. */
async function withPortal(options: PortalOptions, work: (client: TestClient) => Promise<void>): Promise<void> {
  const portal = await TestPortal.start(options);
  try {
    await portal.service.provisioning.createEmpty('acme', 'Acme', []);
    await work(await portal.client('acme'));
  } finally {
    await portal.close();
  }
}

const unlimited = { requestsPerKey: 0, writesPerKey: 0, failedLoginsPerAddress: 0 };

/** A write whose headers are there and whose body is not, until it is ended. */
async function hold(client: TestClient): Promise<{ request: ClientRequest; status: Promise<number | undefined> }> {
  const headers = {
    Authorization: `Bearer ${client.key}`,
    'Content-Type': 'application/json',
    Expect: '100-continue',
  };
  const held = request(`${client.portal.url}/api/v1/pages`, { method: 'POST', headers });
  const status = new Promise<number | undefined>((resolve, reject) => {
    held.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  await new Promise<void>((resolve) => held.on('continue', resolve).flushHeaders());
  return { request: held, status };
}

/** How much may happen at once, or in a minute. */
export const trafficLimits: Readonly<Record<string, Reach>> = {
  'keys of a brand that work': () =>
    withPortal({}, async ({ portal: { service }, keyId }) => {
      const key = { brand: 'acme', name: 'K', rights: ['read'], expiresAt: null } as const;
      for (let count = 1; count < 1000; count += 1) await service.keys.issue(key);
      const full = 'The brand acme has 1,000 keys that work, the most it may have';
      await expect(service.keys.issue(key)).rejects.toThrow(full);
      await expect(service.keys.rotate({ id: keyId, overlapMs: 1000 })).rejects.toThrow(full);
      await service.keys.rotate({ id: keyId, overlapMs: 0 });
    }),
  'people of a portal who are not disabled': reachedIn(
    'workspace/sign-in-oidc.test.ts',
    'a portal has at most 10,000 people who are not disabled, whichever way they come',
  ),
  'pages of portals that a network of guests asks for': reachedIn(
    'portal/guest-budget.test.ts',
    'a network of guests has a budget, of which pages from memory and the gate take their part',
  ),
  'requests of a network to `/-/mcp/public`': reachedIn(
    'portal/guest-budget.test.ts',
    'tools for guests have a budget of each network, over all brands and hosts',
  ),
  'files of a ZIP': reachedIn('portal/zip.test.ts', 'has at most 1,000 files of 2 GiB together'),
  'ZIPs that are sent at once': reachedIn(
    'portal/zip.test.ts',
    'a network has two at once, all have eight; a client that leaves ends its own',
  ),
  'share links of a brand that work; preview links': reachedIn(
    'portal/sharing.test.ts',
    'a brand has at most 200 %s links that work',
  ),
  'open proposals of a brand': reachedIn(
    'operations/proposal-limits.slow.test.ts',
    'a brand has a number of open proposals, whoever wrote them',
  ),
  'open proposals of an author': reachedIn(
    'operations/proposal-limits.test.ts',
    'an author has a number of open proposals, and a closed one makes room',
  ),
  'files of a proposal': reachedIn('operations/proposal-limits.slow.test.ts', 'a proposal has a number of files'),
  'comments on a proposal': reachedIn('operations/proposal-limits.slow.test.ts', 'a proposal has a number of comments'),
  'webhooks of a brand': reachedIn('webhooks/deliveries.test.ts', 'has at most ten for a brand'),
  'address of a webhook': async () => {
    const address = (length: number): string => `https://site.example/${'a'.repeat(length - 21)}`;
    expect(checkedUrl(address(2048))).toHaveLength(2048);
    expect(() => checkedUrl(address(2049))).toThrow('more than 2,048 characters');
  },
  'changes in a message of a webhook': reachedIn(
    'webhooks/deliveries.test.ts',
    'says how to get the rest when much has changed',
  ),
  'requests to webhooks at once': reachedIn(
    'webhooks/failures.slow.test.ts',
    'at most 32 requests are under way, the others wait',
  ),
  'time for a request to a webhook': reachedIn(
    'webhooks/failures.slow.test.ts',
    'does not answer is left after a while',
  ),
  "answer of a webhook's receiver": reachedIn(
    'webhooks/failures.slow.test.ts',
    'answers without end has answered: no more than 64 KiB of it are read',
  ),
  'requests of a key': reachedIn(
    'http/protocol/rate-limit.test.ts',
    'is told on every answer, remembered answers included, and ends in 429',
  ),

  'files that a network asks for': reachedIn(
    'http/files/public.test.ts',
    'a network may ask for so many files a minute',
  ),

  'objects in a request of git-lfs': reachedIn('http/clones/lfs.slow.test.ts', 'refuses what it does not do, in words'),

  'objects that a key downloads at once': reachedIn(
    'http/clones/lfs.slow.test.ts',
    'of many files at once by one key is served whole',
  ),

  'address of an object': reachedIn(
    'http/clones/lfs.slow.test.ts',
    'gives addresses for ten minutes, to one key and one object; a revoked key and a withdrawn medium end them',
  ),

  'an upload without progress': reachedIn(
    'http/protocol/body-deadline.test.ts',
    'an upload goes on while it makes progress, and is cut after %i bytes in an interval',
  ),

  'streams of changes that a key, or a person who writes, has open': reachedIn(
    'http/reads/change-stream.test.ts',
    'is refused beyond the budget of the key, and for what is no version',
  ),

  'reads of the past waiting in a brand': reachedIn(
    'http/reads/as-of.slow.test.ts',
    'is bounded for a brand: beyond so many that wait, requests are told to come again',
  ),

  'writes of a key': reachedIn('http/protocol/rate-limit.test.ts', 'is told for writes as a second pair'),

  'failed logins': reachedIn(
    'http/protocol/rate-limit.test.ts',
    'are limited by the address they come from only, however many they are; a request without any key is not',
  ),

  'networks remembered for failed logins': async () => {
    const limits = new RateLimits({ ...unlimited, failedLoginsPerAddress: 1 });
    const network = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    for (let n = 0; n < 100_000; n += 1) limits.takeFailure(network(n));
    // Asking about one makes room for it: the longest remembered is asked first.
    expect(limits.takeFailure(network(100_000 - maxNetworks))).toMatchObject({ isExceeded: true });
    expect(limits.takeFailure(network(100_000 - maxNetworks - 1))).toMatchObject({ isExceeded: false });
    expect(limits.takeFailure(network(99_999))).toMatchObject({ isExceeded: true });
  },

  'clones at once': reachedIn(
    'http/clones/git-clone.slow.test.ts',
    'are served so many at once; the others are told to come again',
  ),

  'requests of git that a key sends at once': reachedIn(
    'http/clones/git-clone.slow.test.ts',
    'a request has its place only when its body is there, and leaves it however it ends',
  ),

  'processor time for a clone': reachedIn(
    'http/clones/git-misuse.slow.test.ts',
    'is bounded for a request, that of the process that makes the pack, too',
  ),

  'requests at once': () =>
    withPortal({ config: { requests_at_once: 2 } }, async (client) => {
      await client.get('/pages');
      const held = [await hold(client), await hold(client)];
      const { headers, body } = await client.refused(503, 'GET', '/brand');
      expect(headers.get('retry-after')).toBe('1');
      expect(body).toEqual({ message: expect.stringContaining('2 requests') });
      expect((await client.get('/pages')).status).toBe(200);
      expect((await client.get('/openapi.json')).status).toBe(200);
      for (const probe of ['/healthz', '/readyz'])
        await expect.poll(async () => (await fetch(client.portal.url + probe)).status).toBe(200);
      for (const { request } of held) request.end('{"title":"Held"}');
      expect(await Promise.all(held.map(({ status }) => status))).toEqual([201, 201]);
      expect((await client.get('/brand')).status).toBe(200);
      expect(client.portal.log.filter((line) => JSON.parse(line).level > 40)).toEqual([]);
    }),

  'writes waiting in a brand': () =>
    withPortal({ limits: { waitingWrites: 2 } }, async (client) => {
      const { isStuck, letGo } = holdWrites(client);
      const post = () => client.post('/pages', { title: 'A' });
      const first = post();
      await until(isStuck);
      const refused: number[] = [];
      const others = Array.from({ length: 5 }, async () => {
        const { status, headers, body } = await post();
        if (status === 503) {
          expect([headers.get('retry-after'), body.message]).toEqual(['1', expect.stringContaining('writes')]);
          refused.push(status);
        }
        return status;
      });
      await until(() => refused.length === 3);
      letGo();
      expect(
        [await first, ...(await Promise.all(others)).map((status) => ({ status }))].map(({ status }) => status).sort(),
      ).toEqual([201, 201, 201, 503, 503, 503]);
      expect((await client.get('/pages')).body).toHaveLength(3);
    }),
};
