import { randomBytes } from 'node:crypto';
import * as nodeFs from 'node:fs';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { tries } from '../support/effort.js';
import { shortLimit } from '../support/eventually.js';
import { checkRepository, clone, commitAndPush, temporaryDirectory } from '../support/git.js';
import { logName, node, sharedStore, twoBranches } from '../support/shared/nodes.js';
import { brokenDisk, change, filesOf, headOf } from '../support/store.js';

const slot = (n: number): string => `${logName}/log/${String(n).padStart(12, '0')}`;

describe('a branch over a log', () => {
  test('lets in a node that begins to write while another has many writers', async () => {
    const store = await sharedStore();
    store.delayMs = 2;
    const [busy, late] = [await node(store), await node(store)];
    await late.repository.read();
    const slots = (): number => [...store.objects.keys()].filter((key) => key.includes('/log/')).length;
    let isOver = false;
    const keepWriting = async (name: string): Promise<void> => {
      for (let at = 0; !isOver; at += 1) await busy.repository.write(change({ [`${name}.txt`]: `${at}` }));
    };
    const writing = Array.from({ length: 32 }, (_, at) => keepWriting(`busy-${at}`));
    await expect.poll(slots).toBeGreaterThan(30);
    // All at once: the batch that is drafted again each time is large.
    const names = Array.from({ length: 64 }, (_, at) => `late-${at}.txt`);
    await Promise.all(names.map((name) => late.repository.write(change({ [name]: name }))));
    isOver = true;
    await Promise.all(writing);
    expect(Object.keys(await filesOf(busy.repository))).toEqual(expect.arrayContaining(names));
    for (const { gitdir } of [busy, late]) checkRepository(gitdir);
  });

  test('stands by a refusal only on what is newest', async () => {
    const { a, b } = await twoBranches();
    await b.repository.read();
    await a.repository.write(change({ 'b.txt': 'there' }));
    const refuse = b.repository.write((draft) => {
      if (!draft.snapshot.catalog.has('b.txt')) throw new Error('not there');
      return change({ 'c.txt': 'found' })(draft);
    });
    await expect(refuse).resolves.toMatchObject({ isCommitted: true });
    const missing = b.repository.write(() => Promise.reject(new Error('refused')));
    await expect(missing).rejects.toThrow('refused');
  });

  test('does not know about a write that is not decided when the node ends', shortLimit, async () => {
    const store = await sharedStore();
    const a = await node(store, { timeoutMs: 300 });
    await a.repository.write(change({ 'a.txt': 'zero' }));
    store.beforeCreate = () => {
      store.outage = 'unanswered';
    };
    const writing = a.repository.write(change({ 'a.txt': 'two' }));
    const [outcome] = await Promise.allSettled([writing, a.repository.close()]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'undecided' } });
  });

  test(
    'does not know about a write whose large pack took its time, once the entry is sent and not answered',
    shortLimit,
    async () => {
      const store = await sharedStore();
      const { repository } = await node(store, { timeoutMs: 300 });
      const put = store.put.bind(store);
      store.put = async (key, bytes) => {
        store.delayMs = 500;
        await put(key, bytes);
        store.delayMs = 0;
        store.outage = 'unanswered';
      };
      const write = repository.write(change({ 'a.txt': randomBytes(4 * 1024 * 1024).toString('latin1') }));
      await expect(write).rejects.toMatchObject({ code: 'undecided' });
      store.outage = null;
    },
  );

  test('does not know about a write when what comes for its slot is no entry', async () => {
    const { store, a, b } = await twoBranches();
    store.script = ['time-out stored'];
    const get = store.get.bind(store);
    vi.spyOn(store, 'get').mockImplementation(async (key) =>
      key === slot(2) && a.repository.pendingWrites > 0 ? Buffer.from('<html>maintenance</html>') : get(key),
    );
    await expect(a.repository.write(change({ 'a.txt': 'two' }))).rejects.toMatchObject({ code: 'undecided' });
    expect(await filesOf(b.repository)).toEqual({ 'a.txt': 'two' });
  });

  test('serves what it has for as long as it may be old, and no longer', shortLimit, async () => {
    const { store, a, b } = await twoBranches({ stalenessMs: 5000, timeoutMs: 200 });
    await b.repository.read();
    await a.repository.write(change({ 'a.txt': 'two' }));
    store.outage = 'unanswered';
    expect(await filesOf(b.repository)).toEqual({ 'a.txt': 'one' });
    await expect.poll(() => b.repository.current()).toBeNull();
    await expect(b.repository.read()).rejects.toMatchObject({ code: 'unavailable' });
    store.outage = null;
    expect(await filesOf(b.repository)).toEqual({ 'a.txt': 'two' });
  });

  test('gives the position of a write also when the cache cannot take it yet', async () => {
    const store = await sharedStore();
    let isFull = false;
    const fs = brokenDisk(({ name }) => (isFull && name === 'link' ? 'ENOSPC' : null));
    const a = await node(store, { stalenessMs: 60_000, fs });
    await a.repository.read();
    isFull = true;
    expect((await a.repository.write(change({ 'a.txt': 'two' }))).isCommitted).toBe(true);
    expect(a.repository.branch.position).toBe(2);
    expect(a.branch.applied.n).toBe(1);
    await expect(a.repository.read()).rejects.toMatchObject({ code: 'unavailable' });
    isFull = false;
    expect(await filesOf(a.repository)).toEqual({ 'a.txt': 'two' });
  });

  test.each([2, 3, 4])('is not opened with a hole at slot %d: that slot could be won again', async (hole) => {
    const store = await sharedStore();
    const a = await node(store);
    for (const text of ['two', 'three', 'four', 'five']) await a.repository.write(change({ 'a.txt': text }));
    store.objects.delete(slot(hole));
    await expect(node(store)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: `slot ${hole} is missing, and there are slots after it` },
    });
    expect(store.objects.has(slot(hole))).toBe(false);
    expect(await filesOf(a.repository)).toEqual({ 'a.txt': 'five' });
  });

  test.each([
    ['with no note', null],
    ['with a note that is cut short', '{"format":1'],
    ['of another portal', '"test-portal"'],
    ['from before the start of the machine', 'boot'],
  ])('%s is made again', async (_, what) => {
    const [store, directory] = [await sharedStore(), temporaryDirectory()];
    const a = await node(store, { directory });
    await a.repository.write(change({ 'a.txt': 'two' }));
    await a.repository.close();
    const path = join(a.gitdir, 'shared-log.json');
    const note = readFileSync(path, 'utf8');
    if (what === null) rmSync(path);
    else if (what === 'boot') writeFileSync(path, note.replace(/"boot":"\w+"/, '"boot":"00000000"'));
    else if (what.startsWith('{')) writeFileSync(path, what);
    else writeFileSync(path, note.replace(what, '"other"'));
    writeFileSync(join(a.gitdir, 'old'), '');
    const again = await node(store, { directory });
    expect(await filesOf(again.repository)).toEqual({ 'a.txt': 'two' });
    expect(nodeFs.existsSync(join(a.gitdir, 'old'))).toBe(false);
  });

  test('may be made by two processes at once', async () => {
    const store = await sharedStore();
    for (let at = 0; at < tries(20, 5); at += 1) {
      const directory = temporaryDirectory();
      const [a, b] = await Promise.all([node(store, { directory }), node(store, { directory })]);
      await a.repository.write(change({ 'a.txt': `a${at}` }));
      expect(await filesOf(b.repository)).toEqual({ 'a.txt': `a${at}` });
      await b.repository.write(change({ 'a.txt': `b${at}` }));
      expect(await filesOf(a.repository)).toEqual({ 'a.txt': `b${at}` });
      expect(nodeFs.readdirSync(directory)).toEqual(['brand.git']);
    }
  });

  test('shows native git nothing that is not in the log', async () => {
    const store = await sharedStore();
    const a = await node(store);
    const head = headOf({ fs: nodeFs, gitdir: a.gitdir });
    const work = clone(a.gitdir);
    writeFileSync(join(work, 'foreign.txt'), 'foreign');
    const pushed = commitAndPush(work, 'Foreign');
    expect(headOf({ fs: nodeFs, gitdir: a.gitdir })).toBe(pushed);
    expect(await filesOf(a.repository)).toEqual({ 'a.txt': 'one' });
    await a.repository.branch.settleCache();
    expect(headOf({ fs: nodeFs, gitdir: a.gitdir })).toBe(head);
    expect(a.problems).toEqual([expect.stringContaining('was undone')]);
    const slotOfPush = await a.portal.publish({ log: logName, gitdir: a.gitdir }, { source: join(work, '.git') });
    expect(slotOfPush).toBe(2);
    expect(await filesOf(a.repository)).toEqual({ 'a.txt': 'one', 'foreign.txt': 'foreign' });
  });

  test('needs no checkpoint that is whole', async () => {
    const store = await sharedStore();
    const a = await node(store);
    for (let at = 0; at < 11; at += 1) await a.repository.write(change({ [`${at}.txt`]: `${at}` }));
    await a.portal.checkpoint({ log: logName, gitdir: a.gitdir }, new AbortController().signal);
    for (const key of store.objects.keys()) if (key.endsWith('/pack.0')) store.objects.set(key, Buffer.from('damaged'));
    const b = await node(store);
    expect(Object.keys(await filesOf(b.repository))).toHaveLength(12);
    checkRepository(b.gitdir);
  });
});
