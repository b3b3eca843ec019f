import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { spawnPortal } from '../support/command.js';
import { tried, tries } from '../support/effort.js';
import { readMetrics, total } from '../support/prometheus.js';
import { childrenOf, oneForEach, Pinned, type Served, serving } from './serving.js';

const unlimited = 'requests_per_minute: 0\nwrites_per_minute: 0\n';
const create = (title: string) => ({ title, slug: title.toLowerCase().replace(/[^a-z0-9]+/g, '-') });
const git = (data: string, ...args: string[]): string =>
  execFileSync('git', ['--git-dir', join(data, 'brands/acme.git'), ...args], { encoding: 'utf8' });

async function newPage(client: Pinned, title: string): Promise<number> {
  const { status, body } = await client.send('POST', '/pages', create(title));
  expect(status).toBe(201);
  return body.id;
}

describe('reads at any process', () => {
  it('see what was acknowledged by another before, at once', async () => {
    const served = await serving(3, unlimited);
    const clients = await oneForEach(served, 3);
    expect(clients.map((client) => client.process)).toEqual([1, 2, 3]);
    const page = await newPage(clients[0] as Pinned, 'Counter');
    const rounds = tries(600, 300);
    let stale = 0;
    let reads = 0;
    for (let n = 1; n <= rounds; n += 1) {
      const writer = clients[n % 3] as Pinned;
      const written = await writer.send('PATCH', `/pages/${page}`, { title: `n ${n}` });
      expect(written.status).toBe(200);
      const others = clients.filter((client) => client !== writer);
      // A GET of the page comes of the response cache, the list does not.
      const seen = await Promise.all(others.map((client) => client.send('GET', `/pages/${page}`)));
      for (const { body, headers } of seen) {
        reads += 1;
        if (body.title !== `n ${n}` || headers.etag !== written.headers.etag) stale += 1;
      }
    }
    tried({ writes: rounds, reads });
    expect(stale).toBe(0);
  });

  it('never go back: what one has shown, all show from then on', async () => {
    const served = await serving(2, unlimited);
    const clients = await oneForEach(served, 2);
    const page = await newPage(clients[0] as Pinned, 'Counter');
    const seen: { readonly from: number; readonly to: number; readonly n: number }[] = [];
    const numberOf = (title: string): number => Number(/^n (\d+)$/.exec(title)?.[1] ?? 0);
    let [n, isOver] = [0, false];
    const write = async (): Promise<void> => {
      for (const end = performance.now() + tries(6000, 2500); performance.now() < end; ) {
        n += 1;
        const sent = performance.now();
        await (clients[n % 2] as Pinned).send('PATCH', `/pages/${page}`, { title: `n ${n}` });
        seen.push({ from: sent, to: performance.now(), n });
      }
      isOver = true;
    };
    const read = async (client: Pinned): Promise<void> => {
      while (!isOver) {
        const from = performance.now();
        const { body } = await client.send('GET', `/pages/${page}`);
        seen.push({ from, to: performance.now(), n: numberOf(body.title) });
      }
    };
    const readers = [...(await oneForEach(served, 2)), ...(await oneForEach(served, 2))];
    await Promise.all([write(), ...readers.map(read)]);
    // One order of all: an operation that began after another had ended shows no less.
    const ends = [...seen].sort((a, b) => a.to - b.to);
    let [newest, at, back] = [0, 0, 0];
    for (const { from, n: shown } of [...seen].sort((a, b) => a.from - b.from)) {
      for (; at < ends.length && (ends[at]?.to ?? 0) < from; at += 1) newest = Math.max(newest, ends[at]?.n ?? 0);
      if (shown < newest) back += 1;
    }
    tried({ writes: n, reads: seen.length - n });
    expect(back).toBe(0);
    expect(seen.length - n).toBeGreaterThan(100);
  });

  it('refuse a key from the moment that it is revoked', async () => {
    const served = await serving(2, unlimited);
    const clients = await oneForEach(served, 2);
    for (let round = 0; round < tries(5, 2); round += 1) {
      const issued = await spawnPortal([
        'key',
        'issue',
        'acme',
        '--name',
        'Reader',
        '--rights',
        'read',
        '--json',
        '--data',
        served.data,
      ]);
      const { key, id } = JSON.parse(issued.stdout);
      const readers = clients.map((client) => ({ send: client.send.bind(client) }));
      const ask = () =>
        Promise.all(readers.map(({ send }) => send('GET', '/brand', undefined, { Authorization: `Bearer ${key}` })));
      for (const { status } of await ask()) expect(status).toBe(200);
      expect((await spawnPortal(['key', 'revoke', id, '--data', served.data])).code).toBe(0);
      for (const { status } of await ask()) expect(status).toBe(401);
    }
  });
});

describe('limits of several processes', () => {
  it('are those of one: no request more, whichever process it comes to', async () => {
    const served = await serving(3, 'requests_per_minute: 60\nwrites_per_minute: 5\nfailed_logins_per_minute: 7\n');
    const clients = await oneForEach(served, 3);
    const used = 60 - Number((await clients[0]?.send('GET', '/brand'))?.headers['x-ratelimit-remaining']);
    const each = <T>(count: number, work: (client: Pinned, at: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: count }, (_, at) => work(clients[at % 3] as Pinned, at)));
    const wrong = await each(20, (client) =>
      client.send('GET', '/brand', undefined, { Authorization: 'Bearer bp_no' }),
    );
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(7);
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(13);
    const writes = await each(12, (client, at) => client.send('POST', '/pages', create(`Page ${at}`)));
    expect(writes.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(writes.filter(({ status }) => status === 429)).toHaveLength(7);
    const reads = await each(80, (client) => client.send('GET', '/brand'));
    expect(reads.filter(({ status }) => status === 200)).toHaveLength(60 - used - 12);
    const left = reads.filter(({ status }) => status === 200).map(({ headers }) => headers['x-ratelimit-remaining']);
    expect(new Set(left).size).toBe(left.length);
  });

  it('hold for streams of changes, too, and their places are free again when a process dies', async () => {
    const served = await serving(2, 'streams_per_key: 3\n');
    const stream = async (): Promise<{ readonly status: number; end(): void }> => {
      const ending = new AbortController();
      const headers = { Authorization: `Bearer ${served.key}`, Connection: 'close' };
      const { status } = await fetch(`${served.server.url}/changes/stream`, { headers, signal: ending.signal });
      return { status, end: () => ending.abort() };
    };
    const open = [await stream(), await stream(), await stream()];
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await stream()).status).toBe(429);
    for (const pid of childrenOf(served.server.pid)) process.kill(pid, 'SIGKILL');
    await served.server.until(() => (served.server.stderr.match(/was replaced/g) ?? []).length === 2);
    expect((await stream()).status).toBe(200);
    for (const { end } of open) end();
  });
});

describe('an Idempotency-Key', () => {
  it('is known to every process: one commit, and one answer for all who repeat it', async () => {
    const served = await serving(3, unlimited);
    const clients = await oneForEach(served, 3);
    for (let round = 0; round < tries(40, 10); round += 1) {
      const headers = { 'Idempotency-Key': `"key-${round}"` };
      const post = (client: Pinned) => client.send('POST', '/pages', create(`Page ${round}`), headers);
      const replies = await Promise.all([...clients, ...clients].map(post));
      for (const { status } of replies) expect([201, 409]).toContain(status);
      const made = replies.filter(({ status }) => status === 201);
      expect(made.filter((reply) => reply.headers['idempotency-replayed'] === undefined)).toHaveLength(1);
      // Once done, it is replayed at once, by whichever process.
      for (const client of clients) {
        const { status, headers: sent, body } = await post(client);
        expect([status, sent['idempotency-replayed'], body]).toEqual([201, 'true', made[0]?.body]);
      }
      expect(Number(git(served.data, 'rev-list', '--count', 'main'))).toBe(round + 2);
    }
  });
});

/** Writes to every process until it is told to stop. @returns titles that were acknowledged, and those that were not */
function writers(served: Served, count: number) {
  const ledger = { acknowledged: [] as string[], unknown: [] as string[], refused: [] as string[] };
  let isOver = false;
  const write = async (writer: number): Promise<void> => {
    let client = new Pinned(served.server.url, served.key);
    for (let at = 0; !isOver; at += 1) {
      const title = `Page ${writer} ${at}`;
      try {
        const { status } = await client.send('POST', '/pages', create(title));
        (status === 201 ? ledger.acknowledged : ledger.refused).push(title);
      } catch {
        ledger.unknown.push(title);
        client = new Pinned(served.server.url, served.key);
        await sleep(5);
      }
    }
  };
  const all = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)));
  return {
    ledger,
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}

async function expectLedger(data: string, ledger: ReturnType<typeof writers>['ledger']): Promise<void> {
  const subjects = git(data, 'log', '--format=%s', 'main').split('\n');
  const made = subjects.flatMap((subject) => /^Add page \d+ "(.*)"$/.exec(subject)?.[1] ?? []);
  expect(new Set(made).size).toBe(made.length);
  const all = new Set(made);
  expect(ledger.acknowledged.filter((title) => !all.has(title))).toEqual([]);
  expect(ledger.refused).toEqual([]);
  const known = new Set([...ledger.acknowledged, ...ledger.unknown]);
  expect(made.filter((title) => !known.has(title))).toEqual([]);
  // Native git does not stand that packs are merged while it looks, as the server may do: then it looks again.
  await vi.waitFor(() => git(data, 'fsck', '--full', '--strict'), { timeout: 20_000, interval: 500 });
}

describe('a process that ends', () => {
  it('is replaced, and nothing that was acknowledged is lost', async () => {
    const served = await serving(2, unlimited);
    const { ledger, stop } = writers(served, 8);
    const kills = tries(8, 2);
    const tookMs: number[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      await sleep(randomInt(200, 2300));
      const [pid = 0] = childrenOf(served.server.pid).sort(() => Math.random() - 0.5);
      const before = performance.now();
      process.kill(pid, 'SIGKILL');
      await served.server.until(() => (served.server.stderr.match(/was replaced/g) ?? []).length === kill);
      tookMs.push(performance.now() - before);
    }
    await sleep(300);
    await stop();
    await expectLedger(served.data, ledger);
    tried({ kills, 'acknowledged writes': ledger.acknowledged.length });
    expect(ledger.acknowledged.length).toBeGreaterThan(20);
    console.info(`replaced within ${tookMs.map((ms) => Math.round(ms)).join(', ')} ms`);
    expect((await fetch(new URL('/readyz', served.server.url))).status).toBe(200);
    expect(childrenOf(served.server.pid)).toHaveLength(2);
  });

  it('ends the server when it ends again and again', async () => {
    const { server } = await serving(2);
    const killing = setInterval(() => {
      for (const pid of childrenOf(server.pid).slice(-1)) process.kill(pid, 'SIGKILL');
    }, 50);
    const code = await server.exit.finally(() => clearInterval(killing));
    expect(code).toBe(1);
    expect(server.stderr).toMatch(/error: Process \d ended 8 times in a row soon after its start, .* SIGKILL\./);
  });
});

describe('the end of the server', () => {
  it('answers what is running, loses nothing, and leaves no process', async () => {
    const served = await serving(2, unlimited);
    const children = childrenOf(served.server.pid);
    const { ledger, stop } = writers(served, 8);
    await sleep(700);
    const code = served.server.stop();
    await sleep(20);
    await Promise.all([stop(), code]);
    expect(await code).toBe(0);
    await expectLedger(served.data, ledger);
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('comes to the workers, too, when it is killed', async () => {
    const { server } = await serving(2);
    const children = childrenOf(server.pid);
    server.signal('SIGKILL');
    await server.exit;
    for (const pid of children) {
      await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('what a server of several processes says of itself', () => {
  it('is summed, also over a process that has ended', async () => {
    const served = await serving(2, `${unlimited}metrics_port: 0\n`);
    const [, url = ''] = /"url":"(http[^"]+\/metrics)"/.exec(served.server.stderr) ?? [];
    const scrape = async () => readMetrics(await (await fetch(url)).text());
    const clients = await oneForEach(served, 2);
    const before = total(await scrape(), 'brand_portal_http_requests_total', { route: '/api/v1/brand' }) ?? 0;
    for (const client of clients) for (let at = 0; at < 5; at += 1) await client.send('GET', '/brand');
    for (const client of clients) await client.send('POST', '/pages', create(`By ${client.process}`));
    const requests = async () => total(await scrape(), 'brand_portal_http_requests_total', { route: '/api/v1/brand' });
    expect(await requests()).toBe(before + 10);
    const figures = await scrape();
    expect(total(figures, 'brand_portal_commit_batch_size_count')).toBe(2);
    expect(total(figures, 'brand_portal_processes')).toBe(2);
    expect(total(figures, 'brand_portal_brands', { state: 'registered' })).toBe(1);
    process.kill(childrenOf(served.server.pid)[1] as number, 'SIGKILL');
    await served.server.until(() => served.server.stderr.includes('was replaced'));
    expect(await requests()).toBe(before + 10);
    expect(total(await scrape(), 'brand_portal_replaced_processes_total')).toBe(1);
  });

  it('is what is wrong with any of them', async () => {
    const served = await serving(2);
    // One connection waits for a process that is halted; others go elsewhere.
    const ready = async (): Promise<unknown> => {
      const asked = { headers: { Connection: 'close' }, signal: AbortSignal.timeout(4000) };
      return (await fetch(new URL('/readyz', served.server.url), asked).catch(() => null))?.json();
    };
    expect(await ready()).toEqual({ status: 'ready' });
    const [, second = 0] = childrenOf(served.server.pid);
    process.kill(second, 'SIGSTOP');
    try {
      await expect
        .poll(ready, { timeout: 20_000 })
        .toMatchObject({ status: 'degraded', reasons: ['1 of 2 processes do not answer'] });
    } finally {
      process.kill(second, 'SIGCONT');
    }
    await expect.poll(ready, { timeout: 10_000 }).toEqual({ status: 'ready' });
  });
});

describe('a server of several processes that cannot start', () => {
  it('says why, once', async () => {
    const { server, data } = await serving(2);
    const port = new URL(server.url).port;
    const busy = await spawnPortal(['serve', '--data', data, '--port', port, '--processes', '2']);
    expect(busy.code).toBe(1);
    expect(busy.stderr).toMatch(/^error: Cannot listen on 127\.0\.0\.1:\d+: the port is in use\. .*\n$/);
    const nowhere = await spawnPortal(['serve', '--data', '/proc/none', '--port', '0', '--processes', '2']);
    expect(nowhere.code).toBe(1);
    expect(nowhere.stderr).toMatch(/^error: The data directory \/proc\/none cannot be used: .*\n$/);
  });
});
