import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { resources } from '../../../src/operations/engine/resource.js';
import { watchChanges } from '../../../src/operations/feed.js';
import { eventually } from '../../support/eventually.js';
import { forcePush, git, pushFiles } from '../../support/git.js';
import { TestPortal } from '../../support/portal.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';

portalForEach({ real: true, config: { streams_per_key: 2 } });

const opened: AbortController[] = [];
afterEach(() => {
  for (const controller of opened.splice(0)) controller.abort();
});

interface Event {
  readonly id: string;
  readonly data: { readonly version: string; readonly changes: readonly { change: string; id: unknown }[] };
}

class Stream {
  readonly events: Event[] = [];
  hasEnded = false;
  readonly status: number;
  readonly headers: Headers;

  constructor({ status, headers, body }: Response) {
    [this.status, this.headers] = [status, headers];
    void this.#read(body);
  }

  get told(): string[] {
    return this.events.flatMap(({ data }) => data.changes.map(({ change, id }) => `${change} ${id}`));
  }

  async #read(body: ReadableStream<Uint8Array> | null): Promise<void> {
    let text = '';
    try {
      for await (const bytes of body ?? []) {
        text += Buffer.from(bytes).toString();
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) this.#take(part);
      }
    } catch {
      // Cut off.
    }
    this.hasEnded = true;
  }

  #take(part: string): void {
    const lines = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s)));
    if ('event' in lines) this.events.push({ ...lines, data: JSON.parse(lines.data) });
  }
}

async function follow(more: Record<string, string> = {}, query = '', { key, portal } = client): Promise<Stream> {
  const controller = new AbortController();
  opened.push(controller);
  const headers = { Authorization: `Bearer ${key}`, ...more };
  const { signal } = controller;
  return new Stream(await fetch(`${portal.url}/api/v1/changes/stream${query}`, { headers, signal }));
}

describe('GET /changes/stream', () => {
  it('tells what changes as it happens, and begins with the version', async () => {
    const stream = await follow();
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    await eventually(() => expect(stream.events).toHaveLength(1));
    expect(stream.events[0]?.data).toEqual({ version: portal.head('acme'), changes: [] });
    const page = await client.page({ title: 'One' });
    await eventually(() => expect(stream.told).toEqual([`created ${page.id}`]));
    await client.delete(`/pages/${page.id}`);
    await eventually(() => expect(stream.told).toEqual([`created ${page.id}`, `deleted ${page.id}`]));
    expect(stream.events.at(-1)?.id).toBe(portal.head('acme'));
  });

  it('looks without hiding a push from the requests of the same turn of the event loop', async () => {
    await client.page({ title: 'One' });
    const gitdir = portal.gitdir('acme');
    const socket = connect(Number(new URL(portal.url).port), '127.0.0.1').setEncoding('utf8');
    onTestFinished(() => void socket.destroy());
    let answers = '';
    socket.on('data', (text) => {
      answers += text;
    });
    const ask = () =>
      socket.write(`GET /api/v1/pages HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${client.key}\r\n\r\n`);
    ask();
    await eventually(() => expect(answers).toContain('"One"'));
    answers = '';
    const commit = git(gitdir, ['commit-tree', 'main~1^{tree}', '-p', 'main', '-m', 'Remove']).trim();
    const look = portal.service.versionNow.bind(portal.service);
    const looking = vi.spyOn(portal.service, 'versionNow').mockImplementation((slug, resource, position) => {
      const version = look(slug, resource, position);
      if (resource === resources.commit && answers === '' && git(gitdir, ['rev-parse', 'main']).trim() !== commit) {
        git(gitdir, ['update-ref', 'refs/heads/main', commit]);
        ask();
      }
      return version;
    });
    onTestFinished(() => looking.mockRestore());
    await follow();
    await eventually(() => expect(answers).toContain('HTTP/1.1 200'));
    expect(answers).not.toContain('"One"');
  });

  it('goes on from Last-Event-ID, and from a push by git', async () => {
    const { body } = await client.get('/changes');
    const page = await client.page({ title: 'One' });
    for (const again of [await follow({ 'Last-Event-ID': body.version }), await follow({}, `?since=${body.version}`)]) {
      await eventually(() => expect(again.told).toEqual([`created ${page.id}`]));
    }
    for (const controller of opened.splice(0)) controller.abort();
    await eventually(async () => expect((await follow()).status).toBe(200));
    const stream = await follow();
    pushFiles(portal.gitdir('acme'), { [`pages/0/${page.id}.json`]: null });
    await eventually(() => expect(stream.told).toEqual([`deleted ${page.id}`]));
  });

  it('ends when its key is revoked, when the history is rewritten, and when the server shuts down', async () => {
    const other = await portal.client('acme', ['read'], 'Other');
    const [ours, theirs] = [await follow(), await follow({}, '', other)];
    await portal.service.keys.revoke(other.keyId);
    await eventually(() => expect(theirs.hasEnded).toBe(true));
    expect(ours.hasEnded).toBe(false);
    const first = portal.head('acme');
    await client.page({ title: 'One' });
    await eventually(() => expect(ours.told).toHaveLength(1));
    forcePush(portal.gitdir('acme'), first);
    await eventually(() => expect(ours.hasEnded).toBe(true));
    const gone = await follow({ 'Last-Event-ID': ours.events.at(-1)?.id ?? '' });
    expect(gone.status).toBe(410);
    const elsewhere = await TestPortal.start();
    await elsewhere.service.provisioning.createEmpty('acme', 'Acme', []);
    const stream = await follow({}, '', await elsewhere.client('acme'));
    await elsewhere.close();
    await eventually(() => expect(stream.hasEnded).toBe(true));
  });

  it('ends when a module is switched, and goes on with what the brand has then', async () => {
    const stream = await follow();
    await eventually(() => expect(stream.events).toHaveLength(1));
    await portal.service.setBrandSettings('acme', { modules: ['brand_agent'] });
    await eventually(() => expect(stream.hasEnded).toBe(true));
    expect((await follow({ 'Last-Event-ID': stream.events.at(-1)?.id ?? '' })).status).toBe(200);
  });

  it('is refused beyond the budget of the key, and for what is no version', async () => {
    await follow();
    await follow();
    const third = await follow();
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '1']);
    opened[0]?.abort();
    await eventually(async () => expect((await follow()).status).toBe(200));
    const other = await portal.client('acme', ['read'], 'Other');
    expect((await follow({ 'Last-Event-ID': 'x' }, '', other)).status).toBe(422);
    expect((await follow({}, '?from=1', other)).status).toBe(422);
    expect((await follow({}, '', await portal.client('acme', ['write'], 'Writer'))).status).toBe(403);
  });

  it('is cut when its client leaves a megabyte unread', async () => {
    // The server's end sends nothing: what a machine keeps of what nobody reads does not have to be filled first.
    const hold = (message: unknown): void => {
      const { request } = message as { request: IncomingMessage };
      if (request.url?.includes('/changes/stream')) request.socket.cork();
    };
    subscribe('http.server.request.start', hold);
    onTestFinished(() => void unsubscribe('http.server.request.start', hold));
    let looks = 0;
    const run = portal.service.run.bind(portal.service);
    // News of one page are as long as those of 5,000: half a megabyte.
    const spy = vi.spyOn(portal.service, 'run').mockImplementation(async (operation, ...rest) => {
      const answer = await run(operation, ...rest);
      if (operation.name !== watchChanges.name) return answer;
      looks += 1;
      const value = answer.value as { changes: readonly unknown[] };
      return { ...answer, value: { ...value, changes: value.changes.flatMap((one) => Array(5000).fill(one)) } };
    });
    onTestFinished(() => spy.mockRestore());
    void follow().catch(() => {});
    const isCut = (): boolean => portal.log.some((line) => line.includes('"/api/v1/changes/stream"'));
    let pages = 0;
    for (; pages < 10 && !isCut(); pages += 1) {
      const before = looks;
      await client.page();
      await eventually(() => expect(isCut() || looks > before).toBe(true));
    }
    expect(isCut()).toBe(true);
    expect(pages).toBeGreaterThan(1);
  });
});
