import { describe, expect, it } from 'vitest';
import { BrandNotes, type SentNote } from '../../src/notes/brand-notes.js';
import { copyKept, type KeptFiles, KeptFolder } from '../../src/notes/kept-files.js';
import { KeptObjects } from '../../src/notes/kept-objects.js';
import { noteLimits } from '../../src/notes/note.js';
import type { FileSystem } from '../../src/store/file-system.js';
import { memoryFileSystem, TestClock } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';

const ada = { kind: 'person', id: 'ada1', name: 'Ada Lind', grant: null, client: null } as const;

const question = (more: Partial<SentNote> = {}): SentNote => ({
  ...{ page: 1, block: 'b-1', quote: 'Minimum size', by: null, kind: 'question', text: 'CSS pixels?', mentions: [] },
  ...more,
});

const objects = (store = new MemoryStore()) => new KeptObjects(store, 'notes/acme/', 60_000);
const folder = (fs = memoryFileSystem()) => new KeptFolder(fs, '/data/notes/acme');

describe.each([
  ['a folder', folder],
  ['objects', objects],
] as [string, () => KeptFiles][])('notes in %s', (_, place) => {
  it('a note keeps its comments until it is removed, with its number, which no other gets', async () => {
    const clock = new TestClock();
    const notes = new BrandNotes(place(), clock.read);
    const { number } = await notes.add(question());
    await notes.comment(number, { by: ada, text: 'CSS pixels.', mentions: ['bea1'] });
    await notes.resolve(number, ada);
    expect(await notes.one(number)).toMatchObject({
      text: 'CSS pixels?',
      comments: [{ text: 'CSS pixels.' }],
      version: 3,
    });
    expect((await notes.index()).notes).toMatchObject([{ comments: 1, resolved: '2026-03-01T12:00:00Z', meant: [] }]);
    await notes.remove(number);
    await expect(notes.one(number)).rejects.toMatchObject({ code: 'not_found' });
    expect((await notes.add(question())).number).toBe(number + 1);
  });

  it('two processes that write at once lose nothing, and number each note once', async () => {
    const files = place();
    const clock = new TestClock();
    const both = [new BrandNotes(files, clock.read), new BrandNotes(files, clock.read)] as const;
    const { number } = await both[0].add(question());
    const writes = Array.from({ length: 24 }, (_, at) => {
      const notes = both[at % 2 ? 1 : 0];
      return at < 12
        ? notes.add(question({ text: `Question ${at}` }))
        : notes.comment(number, { by: ada, text: `Answer ${at}`, mentions: [] });
    });
    await Promise.all(writes);
    for (const notes of both) {
      const { notes: rows } = await notes.index();
      expect(rows.map((row) => row.number)).toEqual(Array.from({ length: 13 }, (_, at) => at + 1));
      expect((await notes.one(number)).comments.map(({ text }) => text).sort()).toEqual(
        Array.from({ length: 12 }, (_, at) => `Answer ${at + 12}`),
      );
    }
  });

  it('an index that is missing is made again from the files', async () => {
    const files = place();
    const notes = new BrandNotes(files, new TestClock().read);
    await notes.add(question());
    const { number } = await notes.add(question({ text: 'Second' }));
    await notes.comment(number, { by: ada, text: 'Yes.', mentions: ['bea1'] });
    const before = (await notes.index()).notes;
    const copy = place();
    for (const name of (await files.list()).filter((name) => !name.startsWith('index')))
      await copy.create(name, (await files.read(name)) ?? '');
    const again = new BrandNotes(copy, new TestClock().read);
    expect((await again.index()).notes).toEqual(before);
    expect((await again.add(question())).number).toBe(number + 1);
  });

  it('goes with its page and with its time, and the address 30 days after the answer', async () => {
    const files = place();
    const clock = new TestClock();
    const notes = new BrandNotes(files, clock.read);
    const { number: gone } = await notes.add(question({ page: 2 }));
    const { number: answered } = await notes.add(question({ address: 'guest@reader.example' }));
    await notes.answered(answered);
    await notes.resolve(answered, ada);
    const { number: silent } = await notes.add(question({ address: 'other@reader.example' }));
    const isThere = (page: number) => page === 1;
    const kept = async () => (await notes.index()).notes.map((row) => row.number);
    expect(await notes.sweep(isThere)).toEqual([gone]);
    clock.advance({ days: 29 });
    await notes.sweep(isThere);
    expect(await notes.addressOf(answered)).toBe('guest@reader.example');
    clock.advance({ days: 2 });
    await notes.sweep(isThere);
    expect([await notes.addressOf(answered), await notes.addressOf(silent)]).toEqual([null, 'other@reader.example']);
    clock.advance({ days: 335 });
    await notes.sweep(isThere);
    expect(await kept()).toEqual([silent]);
    clock.advance({ days: 366 });
    await notes.sweep(isThere);
    expect(await kept()).toEqual([]);
    expect((await files.list()).filter((name) => !name.startsWith('index'))).toEqual([]);
  });

  it('a form that is sent twice is stored once', async () => {
    const notes = new BrandNotes(place(), new TestClock().read);
    const sent = question({ form: 'f1' });
    const numbers = (await Promise.all([notes.add(sent), notes.add(sent)])).map(({ number }) => number);
    expect(numbers).toEqual([1, 1]);
  });

  it('takes no more than it may, and says so', async () => {
    const clock = new TestClock();
    const notes = new BrandNotes(place(), clock.read);
    const agent = { kind: 'key', id: 'k1', name: 'Agent', grant: null, client: null } as const;
    const refused = (sent: SentNote) => expect(notes.add(sent)).rejects.toMatchObject({ code: 'invalid' });
    for (let at = 0; at < noteLimits.openPerAgent; at += 1) await notes.add(question({ kind: 'problem', by: agent }));
    await refused(question({ kind: 'problem', by: agent }));
    for (let at = noteLimits.openPerAgent; at < noteLimits.openPerPage; at += 1) await notes.add(question());
    await refused(question());
    for (let at = noteLimits.openPerPage; at < noteLimits.newPerDay; at += 1) await notes.add(question({ page: 2 }));
    await refused(question({ page: 3 }));
    clock.advance({ days: 1 });
    const { number } = await notes.add(question({ page: 3 }));
    for (let at = 0; at < noteLimits.comments; at += 1)
      await notes.comment(number, { by: ada, text: `Reason ${at}`, mentions: [] });
    await expect(notes.comment(number, { by: ada, text: 'x', mentions: [] })).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  it('a copy has the same notes, and none that were removed', async () => {
    const [files, copy] = [place(), place()];
    const clock = new TestClock();
    const notes = new BrandNotes(files, clock.read);
    const { number } = await notes.add(question({ address: 'guest@reader.example' }));
    await notes.add(question({ text: 'Second' }));
    await copyKept(files, copy);
    await notes.remove(number);
    await copyKept(files, copy);
    expect((await copy.list()).sort()).toEqual((await files.list()).sort());
    expect((await new BrandNotes(copy, clock.read).index()).notes).toMatchObject([{ number: 2 }]);
  });
});

it('waits for who is mentioned, and for its writer once it is answered, until they write or it is resolved', async () => {
  const notes = new BrandNotes(folder(), new TestClock().read);
  const { number } = await notes.add(question({ kind: 'comment', by: ada, mentions: ['bea1', 'cid1'] }));
  const meant = async () => (await notes.index()).notes[0]?.meant;
  expect(await meant()).toEqual(['bea1', 'cid1']);
  await notes.comment(number, { by: { ...ada, id: 'bea1' }, text: 'Yes.', mentions: [] });
  expect(await meant()).toEqual(['cid1', 'ada1']);
  await notes.resolve(number, ada);
  expect(await meant()).toEqual([]);
});

/** A file system whose process is killed before the n-th call that changes something. */
function killedAt(fs: FileSystem, n: number): FileSystem {
  let left = n;
  const dead = new Error('killed');
  const guarded =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (left <= 0) throw dead;
      left -= 1;
      return run(...args);
    };
  const { promises } = fs;
  const names = ['open', 'link', 'rm', 'mkdir'] as const;
  const calls = names.map((name) => [name, guarded((promises[name] as () => Promise<unknown>).bind(promises))]);
  return { ...fs, promises: { ...promises, readFile: promises.readFile.bind(promises), ...Object.fromEntries(calls) } };
}

it('a process that is killed at any moment leaves each write whole or undone, and what it acknowledged', async () => {
  let kills = 0;
  for (let n = 0; ; n += 1) {
    const fs = memoryFileSystem();
    const clock = new TestClock();
    const killed = new BrandNotes(folder(killedAt(fs, n)), clock.read);
    const acknowledged: string[] = [];
    const attempt = async (name: string, work: () => Promise<unknown>) => {
      await work();
      acknowledged.push(name);
    };
    const died = await attempt('added', () => killed.add(question({ address: 'guest@reader.example' })))
      .then(() => attempt('answered', () => killed.comment(1, { by: ada, text: 'Yes.', mentions: [] })))
      .then(() => attempt('removed', () => killed.remove(1)))
      .then(
        () => false,
        () => true,
      );
    const notes = new BrandNotes(folder(fs), clock.read);
    const [note] = await notes.read([1]);
    if (acknowledged.includes('removed')) expect(note).toBeUndefined();
    else if (acknowledged.includes('answered')) expect(note?.comments.length ?? 1).toBe(1);
    else if (acknowledged.includes('added')) expect(note?.text).toBe('CSS pixels?');
    clock.advance({ days: 1 });
    await notes.sweep(() => true);
    const left = (await folder(fs).list()).filter((name) => !name.startsWith('index'));
    expect(left.length).toBe(note === undefined ? 0 : 2);
    expect((await notes.add(question())).number).toBe((await notes.index()).next - 1);
    if (!died) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(20);
});
