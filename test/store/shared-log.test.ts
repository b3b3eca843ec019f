import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gitObject } from '../../src/store/git/object.js';
import { encodePack } from '../../src/store/git/pack.js';
import { decodeEntry, EntryError, encodeEntry, inlineBytes, type LogEntry } from '../../src/store/log/entry.js';
import { SharedLog } from '../../src/store/log/log.js';
import { newestDue } from '../../src/store/log/shared-portal.js';
import { runs, tried, tries } from '../support/effort.js';
import { type Fault, faults, MemoryStore } from '../support/shared/memory-store.js';

/** The waits between attempts are no part of what is decided. */
const atOnce = async (): Promise<void> => {};

const oid = (digit: string): string => digit.repeat(40);

function entry(id: string, n = 1, content = Buffer.from(id)): LogEntry {
  const pack = encodePack([gitObject('blob', content)]);
  const [previous, parent] = n === 1 ? [null, null] : [`e${n - 1}`, oid('1')];
  return { n, id, by: 'node', previous, parent, tip: oid('2'), pack };
}

const forEver = (): AbortSignal => new AbortController().signal;
const appending = () => ({ timeout: forEver(), closing: forEver() });

function sequences(length: number): Fault[][] {
  if (length === 0) return [[]];
  return sequences(length - 1).flatMap((rest) => faults.map((fault) => [fault, ...rest]));
}

const scripts = [1, 2, 3, 4].slice(0, tries(4, 3)).flatMap(sequences);

test.each(['free', "another's", "another's, later"] as const)(
  'an append is told the truth, whatever the store answers, of a slot that is %s',
  async (slot) => {
    for (const script of scripts) {
      const store = new MemoryStore();
      const log = new SharedLog(store, 'brands/a', atOnce);
      const rival = encodeEntry(entry('rival'));
      const own = encodeEntry(entry('own'));
      const key = 'brands/a/log/000000000001';
      if (slot === "another's") store.objects.set(key, rival.bytes);
      store.script = [...script];
      // A rival that comes in between, after the first attempt and before it is looked at.
      if (slot === "another's, later") {
        const get = store.get.bind(store);
        store.get = async (asked) => {
          if (!store.objects.has(key)) store.objects.set(key, rival.bytes);
          return get(asked);
        };
      }
      const decision = await log.append(own, appending());
      store.land();
      const found = store.objects.get(key);
      const isOwn = found?.equals(own.bytes) === true;
      const context = `${slot}: ${script.join(', ')}`;
      expect(decision.outcome, context).toBe(isOwn ? 'won' : 'lost');
      if (decision.outcome === 'lost') expect(decision.winner.id, context).toBe('rival');
    }
    tried({ 'decisions about slots': scripts.length });
  },
);

describe('an entry', () => {
  test.each([
    ['in line', 1000],
    ['in an object of its own', inlineBytes + 1],
  ])('with its pack %s comes back as it was', async (where, size) => {
    const store = new MemoryStore();
    const log = new SharedLog(store, 'a');
    const sent = entry('own', 1, randomBytes(size));
    await log.append(encodeEntry(sent), appending());
    expect(store.objects.size).toBe(where === 'in line' ? 1 : 2);
    const found = await log.read(1, forEver());
    expect({ ...found, pack: null }).toEqual({ ...sent, pack: null });
    // Compared as bytes: a difference of megabytes cannot be shown.
    const { pack } = found as LogEntry;
    expect(pack.pack.equals(sent.pack.pack) && pack.index.equals(sent.pack.index)).toBe(true);
    expect(sent.pack.pack.length > inlineBytes).toBe(where !== 'in line');
  });

  const whole = encodeEntry(entry('own', 7)).bytes;
  const line = whole.subarray(0, whole.indexOf(0x0a)).toString();
  const rest = whole.subarray(whole.indexOf(0x0a));
  const withLine = (text: string): Buffer => Buffer.concat([Buffer.from(text), rest]);
  test.each([
    ['of another slot', 8, whole],
    ['cut short', 7, whole.subarray(0, whole.length - 1)],
    ['with a byte changed', 7, Buffer.concat([whole.subarray(0, -1), Buffer.from([(whole.at(-1) ?? 0) ^ 1])])],
    ['that is empty', 7, Buffer.alloc(0)],
    ['that is no JSON', 7, withLine('none')],
    ['of a newer format', 7, withLine(line.replace('"format":1', '"format":2'))],
    ['without a tip', 7, withLine(line.replace('"tip"', '"top"'))],
    ['without the entry before', 7, withLine(line.replace('"e6"', 'null'))],
  ])('%s is refused', async (_, n, bytes) => {
    await expect(decodeEntry(n, bytes, async () => null)).rejects.toBeInstanceOf(EntryError);
  });

  test('of a version that did not say who sent it is taken', async () => {
    expect((await decodeEntry(7, whole, async () => null)).by).toBe('node');
    const older = withLine(line.replace('"by":"node",', ''));
    expect(older.length).toBeLessThan(whole.length);
    expect(await decodeEntry(7, older, async () => null)).toMatchObject({ n: 7, id: 'own', by: null });
  });
});

test.each([1, 2, 3, 5, 9])(
  'a notice finds the end of a log of %d entries to which others append at every look',
  async (taken) => {
    const store = new MemoryStore();
    const log = new SharedLog(store, 'registry', atOnce);
    const key = (n: number): string => `registry/log/${String(n).padStart(12, '0')}`;
    const put = (n: number): void => void store.objects.set(key(n), encodeEntry(entry(`e${n}`, n)).bytes);
    for (let n = 1; n <= taken; n += 1) put(n);
    const { has } = store;
    let rivals = 4;
    store.has = async (asked) => {
      const isTaken = await has.call(store, asked);
      if (!isTaken && rivals > 0) {
        rivals -= 1;
        // Two more, behind the last: the slot that was just found empty is taken, and the one beyond.
        const last = store.objects.size;
        put(last + 1);
        put(last + 2);
      }
      return isTaken;
    };
    await log.appendNotice({ by: 'node', usedSlot: 1, registry: undefined, timeout: forEver() });
    expect(rivals).toBeLessThan(4);
    const numbers = [...store.objects.keys()].map((name) => Number(name.slice(-12))).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(JSON.parse(String(store.objects.get(key(numbers.length))))).toMatchObject({ format: 2 });
  },
);

test('checkpoints take a bounded multiple of a log, and leave a bounded part of it to be read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), (reached) => {
      const due = newestDue(reached);
      expect(due).toBeGreaterThanOrEqual(1);
      expect(reached - due).toBeLessThanOrEqual(Math.max(1, due / 4));
      expect(newestDue(due)).toBe(due);
      let room = 0;
      for (let at = due; at > 0; at = newestDue(at - 1)) room += at;
      expect(room).toBeLessThanOrEqual(6 * due + 30);
    }),
    runs(500),
  );
});
