import { type ClientRequest, request } from 'node:http';
import { expect } from 'vitest';
import { maxNetworks, RateLimits } from '../../src/http/admission/rate-limit.js';
import { checkedUrl } from '../../src/registry/webhook-url.js';
import { holdWrites } from '../support/hold-writes.js';
import { type TestClient, unlimited } from '../support/portal.js';
import { anotherPortal } from '../support/portal-fixture.js';
import { type Reach, reachedIn, until } from './rows.js';

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
  'keys of a brand that work': async () => {
    const { portal, keyId } = await anotherPortal();
    const { keys } = portal.service;
    const key = { brand: 'acme', name: 'K', rights: ['read'], expiresAt: null } as const;
    await Promise.all(Array.from({ length: 999 }, () => keys.issue(key)));
    const full = 'The brand acme has 1,000 keys that work, the most it may have';
    await expect(keys.issue(key)).rejects.toThrow(full);
    await expect(keys.rotate({ id: keyId, overlapMs: 1000 })).rejects.toThrow(full);
    await keys.rotate({ id: keyId, overlapMs: 0 });
  },
  'people of a portal who are not disabled': reachedIn('workspace/sign-in-oidc.test.ts', 'a portal has at most 10,000'),
  'pages of portals that a network of guests asks for': reachedIn('portal/hosts.test.ts', 'a network of guests'),
  'requests of a network to `/-/mcp/public`': reachedIn('portal/hosts.test.ts', 'tools for guests have a'),
  'files of a ZIP': reachedIn('portal/zip.test.ts', 'has at most 1,000 files of 4 GiB together'),
  'what an import of media reads from a ZIP': reachedIn(
    'cli/media-import.test.ts',
    'takes 10,000 entries, and names of 200 characters',
  ),
  'what an import of pages reads': reachedIn('workspace/import-pages.test.ts', '1,000 documents are read, 1,001 are'),
  'ZIPs that are sent at once': reachedIn('portal/zip.test.ts', 'a network has two at once, all have eight; a client'),
  'share links of a brand that work; preview links': reachedIn('portal/sharing.test.ts', 'a brand has at most 200 %s'),
  'open proposals of a brand': reachedIn('operations/proposal-limits.test.ts', 'a brand has a number of open'),
  'open proposals of an author': reachedIn('operations/proposal-limits.test.ts', 'an author has a number of open'),
  'files of a proposal': reachedIn('operations/proposal-limits.test.ts', 'a proposal has a number of files'),
  'comments on a proposal': reachedIn('operations/proposal-limits.test.ts', 'a proposal has a number of comments'),
  'webhooks of a brand': reachedIn('webhooks/deliveries.test.ts', 'has at most ten for a brand'),
  'address of a webhook': async () => {
    const address = (length: number): string => `https://site.example/${'a'.repeat(length - 21)}`;
    expect(checkedUrl(address(2048))).toHaveLength(2048);
    expect(() => checkedUrl(address(2049))).toThrow('more than 2,048 characters');
  },
  'changes in a message of a webhook': reachedIn('webhooks/deliveries.test.ts', 'says how to get the rest when much'),
  'requests to webhooks at once': reachedIn('webhooks/failures.slow.test.ts', 'at most 32 requests are under way, the'),
  'time for a request to a webhook': reachedIn('webhooks/failures.slow.test.ts', 'does not answer is left after a'),
  "answer of a webhook's receiver": reachedIn('webhooks/failures.slow.test.ts', 'answers without end has answered: no'),
  'requests of a key': reachedIn('http/protocol/rate-limit.test.ts', 'is told on every answer, remembered answers'),
  'files that a network asks for': reachedIn('http/files/public.test.ts', 'a network may ask for so many files a'),
  'objects in a request of git-lfs': reachedIn('http/clones/lfs.slow.test.ts', 'refuses what it does not do, in words'),
  'objects that a key downloads at once': reachedIn('http/clones/lfs.slow.test.ts', 'of many files at once by one key'),
  'address of an object': reachedIn('http/clones/lfs.slow.test.ts', 'gives addresses for ten minutes, to one key and'),
  'an upload without progress': reachedIn('http/protocol/body-deadline.test.ts', 'an upload goes on while it makes'),
  'streams of changes that a key, or a person who writes, has open': reachedIn(
    'http/reads/change-stream.test.ts',
    'is refused beyond the budget of the key, and for what is no version',
  ),

  'reads of the past waiting in a brand': reachedIn('http/reads/as-of.slow.test.ts', 'is bounded for a brand: beyond'),
  'writes of a key': reachedIn('http/protocol/rate-limit.test.ts', 'is told for writes as a second pair'),
  'failed logins': reachedIn('http/protocol/rate-limit.test.ts', 'are limited by the address they come from only'),
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
    'many clones are served so many at once, the last place',
  ),
  'requests of git that a key sends at once': reachedIn('http/clones/git-clone.slow.test.ts', 'a request has its'),
  'processor time for a clone': reachedIn('http/clones/git-misuse.slow.test.ts', 'the processor time of git is'),
  'requests at once': async () => {
    const client = await anotherPortal({ config: { requests_at_once: 2 } });
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
  },

  'writes waiting in a brand': async () => {
    const client = await anotherPortal({ limits: { waitingWrites: 2 } });
    const { isStuck, letGo } = holdWrites(client);
    const post = () => client.post('/pages', { title: 'A' });
    const first = post();
    await until(isStuck);
    const refused: number[] = [];
    const others = Array.from({ length: 5 }, async () => {
      const reply = await post();
      if (reply.status === 503) {
        expect([reply.headers.get('retry-after'), reply.body.message]).toEqual([
          '1',
          expect.stringContaining('writes'),
        ]);
        refused.push(reply.status);
      }
      return reply;
    });
    await until(() => refused.length === 3);
    letGo();
    const all = await Promise.all([first, ...others]);
    expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 201, 503, 503, 503]);
    expect((await client.get('/pages')).body).toHaveLength(3);
  },
};
