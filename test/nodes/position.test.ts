import { describe, expect, test } from 'vitest';
import { MemoryStore } from '../support/shared/memory-store.js';
import { at as clientAt, portalOver } from '../support/shared/nodes.js';

/** Two nodes whose reads may be a minute old. */
async function staleNodes(stalenessMs = 60_000) {
  const store = new MemoryStore();
  const start = () => portalOver(store, { real: true, node: { stalenessMs } });
  const a = await start();
  const onA = await a.importExample('little-bakery');
  const b = await start();
  return { b, onA, onB: clientAt(b, onA) };
}

const at = (position: string | null): { headers: Record<string, string> } => {
  return { headers: { 'Portal-Position': position ?? 'none' } };
};

describe('where reads may be older', () => {
  test('whoever sends the position of its write back sees it on every node', async () => {
    const { onA, onB } = await staleNodes();
    const path = '/pages/1';
    // Twice: the second answer comes from the response cache.
    for (const _ of [1, 2]) expect((await onB.get(path)).headers.get('portal-position')).toBe('1');
    const written = await onA.patch(path, { title: 'New' });
    expect(written.headers.get('portal-position')).toBe('2');
    expect((await onB.get(path)).body.title).not.toBe('New');
    const read = await onB.get(path, at(written.headers.get('portal-position')));
    expect(read.body.title).toBe('New');
    expect(read.headers.get('portal-position')).toBe('2');
    const cached = await onB.get(path, at('2'));
    expect(cached.body.title).toBe('New');
  });

  test('a position that does not come is refused after a while, and so is a malformed one', async () => {
    const { onA } = await staleNodes();
    await onA.get('/pages');
    const ahead = await onA.get('/pages', at('7'));
    expect(ahead.status).toBe(503);
    expect(ahead.body.message).toContain('at position 1, and position 7 has not come');
    for (const wrong of ['-1', '1.5', 'x', '01', '9'.repeat(16)]) {
      expect((await onA.get('/pages', at(wrong))).status).toBe(400);
    }
  });

  test('a version that one node has answered is known to every other', async () => {
    const { b, onA, onB } = await staleNodes();
    /** @param use with the commit of a change that the second node does not know of */
    const named = async (title: string, use: (commit: string) => Promise<unknown>) => {
      await onB.get('/pages/1');
      await onA.patch('/pages/1', { title });
      await use((await onA.get('/changes')).body.version);
    };
    await named('One', async (commit) => {
      expect((await onB.get(`/changes?since=${commit}`)).body).toEqual({ version: commit, changes: [] });
    });
    await named('Two', async (commit) => expect((await onB.get(`/pages/1?at=${commit}`)).body.title).toBe('Two'));
    await named('Three', async () => {
      const base = (await onA.get('/pages/1')).headers.get('etag')?.replaceAll('"', '');
      expect((await onB.post('/pages/1/save', { base, title: 'Newer' })).body.title).toBe('Newer');
    });
    await named('Four', async () => {
      const made = await onA.post('/pages/1/blocks', { type: 'heading', data: { text: 'A' } });
      const block = made.body.blocks.at(-1).id;
      expect((await onB.patch(`/pages/1/blocks/${block}`, { data: { text: 'B' } })).status).toBe(200);
    });
    await named('Five', async (commit) => {
      const headers = { Authorization: `Bearer ${onB.key}`, 'Last-Event-ID': commit };
      const stop = new AbortController();
      const stream = await fetch(`${b.url}/api/v1/changes/stream`, { headers, signal: stop.signal });
      expect(stream.status).toBe(200);
      stop.abort();
    });
  });

  test('the stream, too, takes the position of a write', async () => {
    const { b, onA, onB } = await staleNodes();
    await onB.get('/pages/1');
    const written = await onA.patch('/pages/1', { title: 'New' });
    const open = async (position: string) => {
      const headers = { Authorization: `Bearer ${onB.key}`, 'Portal-Position': position };
      const stop = new AbortController();
      const { status, body } = await fetch(`${b.url}/api/v1/changes/stream`, { headers, signal: stop.signal });
      const part = await body?.getReader().read();
      stop.abort();
      return [status, new TextDecoder().decode(part?.value)];
    };
    const { version } = (await onA.get('/changes')).body;
    const position = written.headers.get('portal-position') ?? '';
    expect(await open(position)).toEqual([200, expect.stringContaining(version)]);
    expect(await open('x')).toEqual([400, expect.any(String)]);
  });

  test('answers have no position where reads are never old', async () => {
    const { onA } = await staleNodes(0);
    const { status, headers } = await onA.get('/pages', at('99'));
    expect(status).toBe(200);
    expect(headers.has('portal-position')).toBe(false);
  });
});
