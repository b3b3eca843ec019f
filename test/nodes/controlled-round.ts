import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { PortalError } from '../../src/lib/errors.js';
import { BranchCache, start } from '../../src/store/log/branch-cache.js';
import { SharedLog } from '../../src/store/log/log.js';
import type { ObjectStore } from '../../src/store/log/object-store.js';
import { SharedBranch } from '../../src/store/log/shared-branch.js';
import { Repository } from '../../src/store/repository.js';
import { git, temporaryDirectory } from '../support/git.js';
import { change, type Texts, texts } from '../support/store.js';
import { judge, type Told } from './ceph/judge.js';

const logName = 'brands/a';
const file = 'a.txt';

/**
 * Nodes in this process over one store; clients write and read one file, hop between the nodes, and are held to what they were
 * told.
 *
 * @param store the one that all nodes reach
 * @param events how many reads and writes are answered
 */
export async function controlledRound(
  store: ObjectStore,
  events: number,
): Promise<{ readonly told: readonly Told[]; readonly violations: readonly string[] }> {
  const nodes: Awaited<ReturnType<typeof openNode>>[] = [];
  for (let at = 0; at < 3; at += 1) nodes.push(await openNode(store, at === 0));
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
  await Promise.all(Array.from({ length: 6 }, (_, at) => client(at)));
  const order = (await nodes[0]?.order()) ?? [];
  for (const node of nodes) await node.close();
  return { told, violations: judge(told, order) };
}

async function openNode(store: ObjectStore, isFirst: boolean) {
  const gitdir = join(temporaryDirectory(), 'a.git');
  git('.', ['init', '--bare', '--quiet', '--initial-branch=main', gitdir]);
  const log = new SharedLog(store, logName);
  const opened: { branch?: SharedBranch } = {};
  const repository = await Repository.open(fs, gitdir, texts, {
    branchOver: (local, objects) => {
      const owner = { portal: 'test', log: logName, boot: 'test' };
      const cache = new BranchCache({ fs, gitdir, objects, local, position: start, owner, onExternal: () => {} });
      const counters = { won: 0, lost: 0, undecided: 0, checks: 0, applied: 0 };
      const hooks = { onProblem: () => {}, onClose: () => {}, ready: async () => {} };
      const branch = new SharedBranch({
        node: randomUUID(),
        log,
        cache,
        stalenessMs: 0,
        timeoutMs: 5000,
        counters,
        ...hooks,
      });
      opened.branch = branch;
      return branch;
    },
  });
  const { branch } = opened;
  if (branch === undefined) throw new Error('A repository takes its branch when it is opened');
  if (isFirst) await repository.begin(change({ [file]: 'first' }, 'first'), new Error('The log has begun'));
  await branch.confirm();
  return {
    read: async (): Promise<string | undefined> => {
      await branch.confirm();
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
