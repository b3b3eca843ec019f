import { expect, test } from 'vitest';
import { PortalError } from '../../src/lib/errors.js';
import { tried } from '../support/effort.js';
import { git } from '../support/git.js';
import { faults } from '../support/shared/memory-store.js';
import { type Node, node, sharedStore } from '../support/shared/nodes.js';
import { change } from '../support/store.js';
import { judge, type Told } from './ceph/judge.js';

const file = 'a.txt';

async function read({ repository }: Node): Promise<Told> {
  const startMs = performance.now();
  const value = (await repository.read()).catalog.get(file) ?? '';
  return { kind: 'read', startMs, endMs: performance.now(), outcome: 'done', value };
}

/** @param on the value that must be the newest, as with If-Match */
async function write({ repository }: Node, value: string, on: string | undefined): Promise<Told> {
  const bare = { kind: 'write', startMs: performance.now(), value } as const;
  const said = { ...bare, ...(on === undefined ? {} : { on }) };
  const work = change({ [file]: value }, value);
  try {
    await repository.write((draft) => {
      if (on !== undefined && draft.snapshot.catalog.get(file) !== on) throw new PortalError('precondition_failed', on);
      return work(draft);
    });
    return { ...said, endMs: performance.now(), outcome: 'done' };
  } catch (error) {
    const code = error instanceof PortalError ? error.code : undefined;
    const outcome = code === 'undecided' ? 'unknown' : 'refused';
    return { ...(code === 'precondition_failed' ? said : bare), endMs: performance.now(), outcome };
  }
}

test('clients that hop between nodes over a store that answers wrongly are told the truth', async () => {
  const store = await sharedStore();
  const nodes = [await node(store), await node(store), await node(store)] as const;
  store.delayMs = 2;
  // A fifth of the creates of slots go wrong.
  store.beforeCreate = () => {
    store.land();
    const fault = faults[Math.floor(Math.random() * faults.length)];
    if (store.script.length === 0 && Math.random() < 0.2 && fault !== undefined) store.script.push(fault);
  };
  const told: Told[] = [];
  const client = async (at: number): Promise<void> => {
    let known: string | undefined;
    for (let n = 0; told.length < 400; n += 1) {
      const one = nodes[Math.floor(Math.random() * nodes.length)] ?? nodes[0];
      const isRead = Math.random() < 0.5;
      const on = Math.random() < 0.5 ? known : undefined;
      const event = isRead ? await read(one).catch(() => undefined) : await write(one, `w${at}-${n}`, on);
      if (isRead) known = event?.value;
      if (event !== undefined) told.push(event);
    }
  };
  await Promise.all(Array.from({ length: 6 }, (_, at) => client(at)));
  await nodes[0].repository.read();
  const subjects = git(nodes[0].gitdir, ['log', '--reverse', '--format=%s', 'main']).trim().split('\n');
  // The first commit has another subject than its value.
  expect(judge(told, ['one', ...subjects.slice(1)])).toEqual([]);
  const writes = told.filter(({ kind, outcome }) => kind === 'write' && outcome === 'done').length;
  expect(writes).toBeGreaterThan(5);
  tried({ 'writes next to a store that answers wrongly': writes });
});
