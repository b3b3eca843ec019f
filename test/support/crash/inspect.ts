import { parseCommit } from '../../../src/store/git/commit.js';
import { gitObject, isOid, type ObjectType } from '../../../src/store/git/object.js';
import { directoryOid, fileOid, parseTree } from '../../../src/store/git/tree.js';
import { Ref } from '../../../src/store/local/ref.js';
import { Objects } from '../../../src/store/objects.js';
import { fsck } from './fsck.js';
import { aloneFs } from './restart.js';

export interface Commit {
  readonly oid: string;
  readonly message: string;
  /** The ids of all files' contents, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Every commit that the branch leads to, the first one first.
 *
 * @throws when anything that belongs to them is missing or is not what its id says, or the branch is gone
 */
export async function historyOf(gitdir: string): Promise<Commit[]> {
  const objects = new Objects(aloneFs, gitdir);
  const intact = async (oid: string, type: ObjectType): Promise<Buffer> => {
    const body = await objects.read(oid, type);
    if (gitObject(type, body).oid !== oid) throw new Error(`${type} ${oid} holds something else`);
    return body;
  };
  const trees = new Map<string, readonly (readonly [path: string, oid: string])[]>();
  const filesIn = async (oid: string): Promise<readonly (readonly [path: string, oid: string])[]> => {
    const known = trees.get(oid);
    if (known !== undefined) return known;
    const files: [string, string][] = [];
    for (const entry of parseTree(await intact(oid, 'tree'))) {
      const [directory, file] = [directoryOid(entry), fileOid(entry)];
      if (directory !== null) {
        for (const [path, below] of await filesIn(directory)) files.push([`${entry.name}/${path}`, below]);
      } else if (file !== null) {
        await intact(file, 'blob');
        files.push([entry.name, file]);
      }
    }
    trees.set(oid, files);
    return files;
  };
  const commits: Commit[] = [];
  let oid = new Ref(aloneFs, gitdir).current() ?? undefined;
  if (oid === undefined) throw new Error('The branch is missing');
  while (oid !== undefined) {
    const body = await intact(oid, 'commit');
    const { tree, parents } = parseCommit(body);
    const text = body.toString('utf8');
    commits.push({ oid, message: text.slice(text.indexOf('\n\n') + 2), files: new Map(await filesIn(tree)) });
    if (parents.length > 1) throw new Error(`Commit ${oid} has ${parents.length} parents`);
    oid = parents[0];
  }
  return commits.reverse();
}

/** What was promised to the callers, as a crash state has it. */
export interface Promised {
  /** The answer of a call that made a commit is the commit's id, or is not looked at. */
  readonly acknowledged: ReadonlyMap<string, unknown>;
  readonly running: readonly string[];
}

/**
 * Checks a repository with native git and the store's own readers, and that each call that was acknowledged is there once, each
 * that was running at most once, and no other.
 *
 * @param callOf the call that made a commit
 */
export async function inspectHistory(
  gitdir: string,
  { acknowledged, running }: Promised,
  callOf: (commit: Commit) => string,
): Promise<(Commit & { readonly call: string })[]> {
  const [commits] = await Promise.all([historyOf(gitdir), fsck(gitdir)]);
  const history = commits.map((commit) => ({ ...commit, call: callOf(commit) }));
  const made = new Map(history.map(({ call, oid }) => [call, oid]));
  if (made.size !== history.length) throw new Error(`A call is there twice: ${history.map(({ call }) => call)}`);
  for (const [call, answer] of acknowledged) {
    if (!made.has(call)) throw new Error(`${call} was acknowledged and is lost`);
    if (isOid(`${answer}`) && made.get(call) !== answer) throw new Error(`${call} is there as another commit`);
  }
  for (const call of made.keys()) {
    if (!acknowledged.has(call) && !running.includes(call)) throw new Error(`${call} was refused and is there`);
  }
  return history;
}
