import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { PortalError } from '../../src/lib/errors.js';
import type { Branch } from '../../src/store/branch.js';
import { BranchCache, start } from '../../src/store/log/branch-cache.js';
import type { EncodedEntry } from '../../src/store/log/entry.js';
import { type Decision, SharedLog } from '../../src/store/log/log.js';
import { type ObjectStore, StoreError } from '../../src/store/log/object-store.js';
import { SharedBranch } from '../../src/store/log/shared-branch.js';
import { Repository } from '../../src/store/repository.js';
import { git, temporaryDirectory } from '../support/git.js';
import { change, type Texts, texts } from '../support/store.js';
import { judge, type Told } from './ceph/judge.js';

/** What is left out on purpose; `nothing`: the round has to be sound. */
export type Omission =
  | 'nothing'
  | 'whose entry a taken slot holds'
  | 'the check of a read'
  | 'the check of a refusal'
  | 'the condition of a create';

const logName = 'brands/a';
const file = 'a.txt';

/**
 * Nodes in this process over one store; clients write and read one file, hop between the nodes, and are held to what they were
 * told.
 *
 * @param storeOf the store as one node reaches it
 * @param events how many reads and writes are answered
 */
export async function controlledRound(
  storeOf: (node: number) => ObjectStore,
  omission: Omission,
  events: number,
): Promise<{ readonly told: readonly Told[]; readonly violations: readonly string[] }> {
  const nodes: Awaited<ReturnType<typeof openNode>>[] = [];
  for (let at = 0; at < 3; at += 1) nodes.push(await openNode(storeOf(at), omission, at === 0));
  // With more, there is nearly always a write under way that a refusal could stand on.
  const clients = omission === 'the check of a refusal' ? 2 : 6;
  const told: Told[] = [];
  const client = async (at: number): Promise<void> => {
    let known: string | undefined;
    for (let n = 0; told.length < events; n += 1) {
      const node = nodes[Math.floor(Math.random() * nodes.length)];
      if (node === undefined) return;
      if (Math.random() < 0.5) {
        const startMs = performance.now();
        known = await node.read().catch(() => undefined);
        if (known === undefined) continue;
        told.push({ kind: 'read', startMs, endMs: performance.now(), outcome: 'done', value: known });
      } else told.push(await node.write(`w${at}-${n}`, known !== undefined && Math.random() < 0.5 ? known : undefined));
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, at) => client(at)));
  const order = (await nodes[0]?.order()) ?? [];
  for (const node of nodes) await node.close();
  return { told, violations: judge(told, order) };
}

async function openNode(store: ObjectStore, omission: Omission, isFirst: boolean) {
  const gitdir = join(temporaryDirectory(), 'a.git');
  git('.', ['init', '--bare', '--quiet', '--initial-branch=main', gitdir]);
  const reached = omission === 'the condition of a create' ? overwriting(store) : store;
  const log =
    omission === 'whose entry a taken slot holds' ? new BelievingLog(reached) : new SharedLog(reached, logName);
  const opened: { branch?: SharedBranch } = {};
  const repository = await Repository.open(fs, gitdir, texts, {
    branchOver: (local, objects) => {
      const owner = { portal: 'test', log: logName, boot: 'test' };
      const cache = new BranchCache({ fs, gitdir, objects, local, position: start, owner, onForeign: () => {} });
      const counters = { won: 0, lost: 0, undecided: 0, checks: 0, applied: 0 };
      const hooks = { onProblem: () => {}, onClose: () => {}, ready: async () => {} };
      const branch = new SharedBranch({
        node: randomUUID(),
        log,
        cache,
        stalenessMs: 0,
        patienceMs: 5000,
        counters,
        ...hooks,
      });
      opened.branch = branch;
      return omission === 'nothing' ? branch : unconfirmed(branch);
    },
  });
  const { branch } = opened;
  if (branch === undefined) throw new Error('A repository takes its branch when it is opened');
  if (isFirst) await repository.begin(change({ [file]: 'first' }, 'first'), new Error('The log has begun'));
  await branch.confirm();
  return {
    read: async (): Promise<string | undefined> => {
      if (omission !== 'the check of a read') await branch.confirm();
      return (await repository.read()).catalog.get(file);
    },
    write: (value: string, on: string | undefined) => write(repository, value, on),
    order: async (): Promise<string[]> => {
      await branch.confirm().catch(() => {});
      return git(gitdir, ['log', '--reverse', '--format=%s', 'main']).trim().split('\n');
    },
    close: () => repository.close(),
  };
}

async function write(repository: Repository<Texts>, value: string, on: string | undefined): Promise<Told> {
  const said = { kind: 'write', startMs: performance.now(), value, ...(on === undefined ? {} : { on }) } as const;
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
    const { on: _, ...bare } = said;
    return { ...(code === 'precondition_failed' ? said : bare), endMs: performance.now(), outcome };
  }
}

/** Takes 412 for the answer that another won. */
class BelievingLog extends SharedLog {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    super(store, logName);
    this.#store = store;
  }

  override async append({ entry, bytes }: EncodedEntry): Promise<Decision> {
    for (;;) {
      try {
        const slot = `${logName}/log/${String(entry.n).padStart(12, '0')}`;
        if ((await this.#store.create(slot, bytes)) === 'created') return { outcome: 'won' };
        const winner = await this.read(entry.n, AbortSignal.timeout(5000));
        if (winner !== null) return { outcome: 'lost', winner };
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
      }
    }
  }
}

/** A branch whose own word is enough for it. */
function unconfirmed(branch: SharedBranch): Branch {
  return {
    isConfirmed: true,
    writeEndMs: Number.POSITIVE_INFINITY,
    attemptEndMs: (endMs) => endMs,
    position: null,
    current: () => branch.current(),
    confirm: async () => {},
    confirmNewest: async () => {},
    advance: (...args) => branch.advance(...args),
    makeWay: (before) => branch.makeWay(before),
    checkAhead: () => {},
    insist: (attempt) => branch.insist(attempt),
    settleCache: () => branch.settleCache(),
    close: () => branch.close(),
  };
}

function overwriting(store: ObjectStore): ObjectStore {
  return {
    name: store.name,
    create: async (key, bytes) => {
      await store.put(key, bytes);
      return 'created';
    },
    get: (key) => store.get(key),
    has: (key) => store.has(key),
    put: (key, bytes) => store.put(key, bytes),
    putFile: (key, file) => store.putFile(key, file),
    read: (key, from) => store.read(key, from),
    size: (key) => store.size(key),
    list: (prefix, after) => store.list(prefix, after),
    close: () => store.close(),
  };
}
