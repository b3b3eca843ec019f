import * as fs from 'node:fs';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBrandFolder } from '../../../src/brand-folder/read-folder.js';
import { newBlockId } from '../../../src/content/blocks/block-id.js';
import { routes } from '../../../src/http/api/routes.js';
import { newSecret } from '../../../src/registry/secrets.js';
import { Service } from '../../../src/service/service.js';
import { describeRequest, Fuzzer, type Keys, type Tried } from '../../fuzz/fuzzer.js';
import { operationsOf } from '../../fuzz/generate.js';
import { ChildServer } from '../../support/child-server.js';
import { ensureBuilt } from '../../support/command.js';
import { commitsSince, headOf } from '../../support/commits.js';
import { configuration } from '../../support/config-file.js';
import { description } from '../../support/description.js';
import { tried, tries } from '../../support/effort.js';
import { checkRepository, commitAndPush, git } from '../../support/git.js';
import { hostilePages } from '../../support/hostile/trees.js';
import { exampleBrands, sanitizer } from '../../support/portal.js';

/** Another seed and more runs: `FUZZ_SEED=7 FUZZ_RUNS=500`. */
const seed = Number(process.env.FUZZ_SEED ?? 20_260_728);
const numRuns = Number(process.env.FUZZ_RUNS ?? tries(40, 14));

const slug = 'northlight';
const data = mkdtempSync(join(tmpdir(), 'brand-portal-fuzz-'));
const gitdir = join(data, 'brands', `${slug}.git`);

let server: ChildServer;
let fuzzer: Fuzzer;

/** A data directory with the example brand. */
async function makeData(): Promise<Keys> {
  const service = await Service.open({ fs, data, log: pino({ level: 'silent' }), sanitizer });
  const time = '2026-01-01T00:00:00Z';
  const folder = await readBrandFolder(join(exampleBrands, slug), { sanitizer, newBlockId, time });
  const modules = [...folder.modules, 'media_upload'] as const;
  await service.provisioning.create({ ...folder, modules, subject: 'Import the example' });
  const issue = (name: string, rights: readonly ('read' | 'write')[]) =>
    service.keys.issue({ brand: slug, name, rights, expiresAt: null });
  const revoked = await issue('Revoked', ['read', 'write']);
  await service.keys.revoke(revoked.record.id);
  const write = (await issue('Editor', ['read', 'write'])).key;
  const read = (await issue('Reader', ['read'])).key;
  await service.close();
  return { write, read, revoked: revoked.key, wrong: newSecret() };
}

/** Every hostile page, pushed while the server runs: requests meet them, since their ids are among those listed. */
function pushHostilePages(): void {
  const work = join(data, 'work');
  git(data, ['clone', '--quiet', gitdir, work]);
  for (const { path, content } of hostilePages) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), content);
  }
  commitAndPush(work, 'Everything hostile');
}

beforeAll(async () => {
  await ensureBuilt();
  const keys = await makeData();
  const config = join(data, 'portal.yaml');
  writeFileSync(config, configuration('requests_per_minute: 0\nwrites_per_minute: 0\nfailed_logins_per_minute: 0\n'));
  server = await ChildServer.start({ data, config, lifetimeMs: 600_000 + numRuns * 2000 });
  const document = await (await fetch(`${server.url}/api/v1/openapi.json`)).json();
  pushHostilePages();
  fuzzer = new Fuzzer({ port: server.port, keys, document });
  await fuzzer.explore();
});

afterAll(async () => {
  await server?.end('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

/** What a request may do to the history: an accepted write is at most one commit, and everything else none. */
async function judgeHistory({ outcome }: Tried, before: string): Promise<void> {
  if (headOf(gitdir) === before) return;
  const commits = await commitsSince(gitdir, before);
  const [{ requestId, parents }] = commits as [(typeof commits)[number]];
  if (typeof outcome === 'string' || outcome.status >= 300)
    throw new Error(`a refused request made ${commits.length} commits`);
  expect({ commits: commits.length, parents, requestId }).toEqual({
    commits: 1,
    parents: [before],
    requestId: outcome.headers.get('x-request-id'),
  });
}

const tally = new Map<string, number>();

describe('requests made up from the description', () => {
  it.each(operationsOf(description).map((operation, at) => [operation.name, at] as const))(
    '%s',
    { timeout: 600_000 + numRuns * 1000 },
    async (_, at) => {
      const { requests } = fuzzer.operations[at] as (typeof fuzzer.operations)[number];
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const before = headOf(gitdir);
          const sent = await fuzzer.send(request);
          try {
            fuzzer.judge(sent);
            await judgeHistory(sent, before);
          } catch (error) {
            throw new Error(`${(error as Error).message}\n${describeRequest(sent)}`, { cause: error });
          }
          const { outcome } = sent;
          const key = `${request.input} ${typeof outcome === 'string' ? outcome : outcome.status}`;
          tally.set(key, (tally.get(key) ?? 0) + 1);
          tried({ [`${request.input} requests`]: 1 });
        }),
        { seed: seed + at, numRuns },
      );
    },
  );

  it('were of every kind, and both taken and refused', () => {
    if (process.env.FUZZ_TALLY) console.info(Object.fromEntries([...tally].sort()));
    expect(fuzzer.operations.length).toBe(routes.length + 2);
    const kinds = [...tally.keys()];
    expect(kinds.filter((kind) => /^near-valid 20[14]$/.test(kind))).not.toEqual([]);
    const every = ['valid 200', 'valid 201', 'valid 204', 'near-valid 422', 'near-valid 412', 'hostile-path 404'];
    expect(kinds).toEqual(
      expect.arrayContaining([...every, 'hostile-body 422', 'hostile-body 400', 'hostile-headers 415', 'wire 400']),
    );
  });

  it('left a repository in which git finds nothing to complain about', () => checkRepository(gitdir));
});
