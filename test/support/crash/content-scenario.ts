import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { catalogProjection } from '../../../src/content/catalog/catalog.js';
import { parsePath } from '../../../src/content/catalog/paths.js';
import { parsePointer } from '../../../src/content/files/pointer.js';
import { PortalError } from '../../../src/lib/errors.js';
import { noInput, type Operation } from '../../../src/operations/engine/contract.js';
import { createPage, deletePage, updatePage } from '../../../src/operations/pages.js';
import { purgeTrash } from '../../../src/operations/trash.js';
import { storeFile } from '../../../src/service/files/uploads.js';
import { Objects } from '../../../src/store/objects.js';
import { Repository } from '../../../src/store/repository.js';
import { editor } from '../brand.js';
import { plainCatalog } from '../catalog.js';
import { sha256Of } from '../files.js';
import { memoryFileSystem, sanitizer } from '../portal.js';
import { type Commit, inspectHistory, type Promised } from './inspect.js';
import { PortalProcess, requestOf } from './portal-process.js';
import { aloneFs } from './restart.js';
import type { Scenario } from './simulate.js';

const slug = 'acme';

interface Call {
  readonly operation: Operation;
  readonly day?: number;
  readonly page?: number;
  readonly body?: unknown;
}

/** The upload of a file, in two parts. */
interface Upload {
  readonly parts: readonly string[];
  readonly replaces?: string;
}

const page = (title: string, fields = {}): Call => ({ operation: createPage, body: { title, ...fields } });

/** The calls by their request ids. Nothing in them is random: made in the same order, they make the same commits. */
const calls: Readonly<Record<string, Call | Upload>> = {
  chapter: page('Chapter', { slug: 'chapter', type: 'container' }),
  child: page('Child', { slug: 'child', parent_id: 1 }),
  rename: { operation: updatePage, page: 2, body: { title: 'Renamed' } },
  third: page('Third', { slug: 'third' }),
  remove: { operation: deletePage, page: 3 },
  taken: page('Taken', { slug: 'third' }),
  purge: { operation: purgeTrash, day: 31 },
  again: { ...page('Third again', { slug: 'third' }), day: 31 },
  left: { ...page('Left', { slug: 'left' }), day: 31 },
  right: { ...page('Right', { slug: 'right' }), day: 31 },
  probe: { ...page('Probe', { slug: 'probe' }), day: 31 },
  logo: { parts: ['<svg xmlns="http://www.w3.org/2000/svg">', '</svg>'] },
  same: { parts: ['<svg xmlns="http://www.w3.org/2000/svg"></svg>'] },
  swap: { parts: ['<svg xmlns="http://www.w3.org/2000/svg" ', 'id="b"/>'], replaces: '1' },
};

async function make(portal: PortalProcess, requestId: string): Promise<unknown> {
  const asked = calls[requestId] as Call | Upload;
  const call = { slug, actor: editor, via: 'rest' as const, requestId, precondition: null };
  if ('parts' in asked) {
    const source = Readable.from(asked.parts.map((part) => Buffer.from(part)));
    const sent = { name: `${requestId}.svg`, replaces: asked.replaces };
    // Made again after it was done, it is not done twice.
    const once = { ...call, idempotencyKey: requestId };
    return (await storeFile(await portal.service(), once, source, sent)).value;
  }
  const { operation, day, page, body } = asked;
  const params: Record<string, string> = page === undefined ? {} : { page: `${page}` };
  return (await (await portal.service(day)).run(operation, call, { ...noInput, params, body })).value;
}

const expectedHeads = new Map<string, Promise<string>>();

/** The commit to which these calls lead, one after the other, on a disk without faults: it stands for all content. */
function headAfter(requests: readonly string[]): Promise<string> {
  const made = async (): Promise<string> => {
    const portal = new PortalProcess(memoryFileSystem(), '/data');
    await portal.createBrand(slug);
    for (const request of requests) await make(portal, request);
    return portal.fs.readFileSync(`${portal.gitdir(slug)}/refs/heads/main`, 'utf8').trim();
  };
  const head = expectedHeads.get(`${requests}`) ?? made();
  expectedHeads.set(`${requests}`, head);
  return head;
}

/** A page that comes again has an id above all there ever were, and its caller was told that id. */
function checkIds(history: readonly Commit[], acknowledged: Promised['acknowledged']): void {
  let highest = 0;
  let before = new Set<number>();
  for (const commit of history) {
    const paths = [...commit.files.keys()];
    const ids = paths.flatMap((path) => /^(?:pages|trash)\/\d+\/(\d+)\.json$/.exec(path)?.[1] ?? []).map(Number);
    const fresh = ids.filter((id) => !before.has(id));
    const request = requestOf(commit);
    if (fresh.some((id) => id <= highest)) throw new Error(`${request} was given an id that was used before`);
    const answer = acknowledged.get(request) as { id?: number } | undefined;
    if (fresh.length > 0 && answer?.id !== undefined && answer.id !== fresh[0]) {
      throw new Error(`${request} was answered with another id than it has`);
    }
    highest = Math.max(highest, ...ids);
    before = new Set(ids);
  }
}

/** @returns the calls that made the commits, in their order */
async function inspect(portal: PortalProcess, promised: Promised): Promise<string[]> {
  const acknowledged = new Map(promised.acknowledged).set('create', undefined);
  const history = await inspectHistory(portal.gitdir(slug), { ...promised, acknowledged }, requestOf);
  const requests = history.slice(1).map(requestOf);
  if (history.at(-1)?.oid !== (await headAfter(requests))) throw new Error(`${requests} left something else behind`);
  checkIds(history, promised.acknowledged);
  await checkFiles(portal, history);
  await checkCatalog(portal);
  return requests;
}

/** Every file that any commit names is there, with all its bytes. */
async function checkFiles(portal: PortalProcess, history: readonly Commit[]): Promise<void> {
  const objects = new Objects(aloneFs, portal.gitdir(slug));
  const files = (await portal.service()).files(slug);
  for (const [path, oid] of history.flatMap((commit) => [...commit.files])) {
    if (parsePath(path)?.kind !== 'file') continue;
    const pointer = parsePointer(await objects.read(oid, 'blob'));
    const found = pointer && (await files.find(pointer.sha256));
    const bytes = found && readFileSync(found.path);
    if (!bytes || sha256Of(bytes) !== pointer.sha256) {
      throw new Error(`The file of ${path} is missing or damaged`);
    }
  }
}

/** A service that starts now, perhaps from the kept catalog, serves what is rebuilt from the commit only. */
async function checkCatalog({ fs, data }: PortalProcess): Promise<void> {
  const started = new PortalProcess(fs, data);
  const served = await (await (await started.service()).brands.get(slug)).read();
  const rebuilt = await (await Repository.open(fs, started.gitdir(slug), catalogProjection(sanitizer))).read();
  await started.close();
  if (
    served.commit !== rebuilt.commit ||
    !isDeepStrictEqual(plainCatalog(served.catalog), plainCatalog(rebuilt.catalog))
  ) {
    throw new Error('The catalog is not that of the last commit');
  }
}

/** Makes an interrupted call again. What it did already it refuses, or does not do twice. */
async function repeat(portal: PortalProcess, request: string, isDone: boolean): Promise<unknown> {
  try {
    return await make(portal, request);
  } catch (error) {
    const isRefused = error instanceof PortalError && ['invalid', 'not_found'].includes(error.code);
    if (!isRefused || !(isDone || request === 'taken')) throw error;
    return undefined;
  }
}

type Ask = (request: string) => Promise<void>;

export const content: Scenario = scenario('a brand: pages made, changed, deleted and purged, with a restart', {
  refused: ['taken'],
  async run(ask, restart) {
    for (const request of ['chapter', 'child', 'rename', 'third', 'remove', 'taken']) await ask(request);
    await restart();
    for (const request of ['purge', 'again']) await ask(request);
    await Promise.all(['left', 'right'].map(ask));
  },
});

export const uploads: Scenario = scenario('files: added, added again, replaced', {
  refused: [],
  async run(ask) {
    await ask('logo');
    await Promise.all(['same', 'chapter'].map(ask));
    await ask('swap');
  },
});

function scenario(
  name: string,
  { refused, run }: { refused: string[]; run(ask: Ask, restart: () => Promise<void>): Promise<void> },
): Scenario {
  return {
    name,
    refused,
    async run(disk, newProcess) {
      const portal = new PortalProcess(newProcess(), disk.path);
      await portal.createBrand(slug);
      disk.settle();
      await run(
        (request) => disk.call(request, () => make(portal, request)),
        () => portal.close(),
      );
      await portal.close();
    },
    check,
  };
}

async function check(data: string, { acknowledged, running }: Promised): Promise<void> {
  const portal = new PortalProcess(aloneFs, data);
  const done = await inspect(portal, { acknowledged, running });
  const all = new Map(acknowledged);
  for (const request of [...running, 'probe']) {
    const answer = await repeat(portal, request, done.includes(request));
    if (request !== 'taken') all.set(request, done.includes(request) ? undefined : answer);
  }
  await portal.close();
  await inspect(portal, { acknowledged: all, running: [] });
}
