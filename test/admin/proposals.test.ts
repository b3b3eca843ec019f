import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { backUp } from '../../src/admin/backup.js';
import { check } from '../../src/admin/check.js';
import { initShared } from '../../src/admin/init-shared.js';
import { restore } from '../../src/admin/restore.js';
import { exportShared, restoreShared, sharedStatus, useCopy } from '../../src/admin/shared-commands.js';
import { proposalIn, proposalPaths } from '../../src/content/proposals/catalog.js';
import { systemClock } from '../../src/lib/clock.js';
import { createLog } from '../../src/log.js';
import { createPage } from '../../src/operations/pages.js';
import { scheduleProposal } from '../../src/operations/proposals/decide.js';
import { withdrawProposal } from '../../src/operations/proposals/proposals.js';
import { storeFile } from '../../src/service/files/uploads.js';
import type { Service } from '../../src/service/service.js';
import { connect } from '../../src/service/shared/connect.js';
import { brandStats } from '../../src/service/stats.js';
import { TestBrand } from '../support/brand.js';
import { openService } from '../support/data.js';
import { sha256Of } from '../support/files.js';
import { git, temporaryDirectory } from '../support/git.js';
import { approve, editor, inMinutes, paramsOf, publish, run, writer } from '../support/proposals.js';
import { s3Server } from '../support/shared/s3-server.js';
import { change } from '../support/store.js';

const content = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
const sha256 = sha256Of(content);
const { signal } = new AbortController();
const now = systemClock();
const log = createLog('silent');

/** A brand on disk with a proposal that has a page and a file. */
async function brandWithProposal(): Promise<TestBrand> {
  const brand = await TestBrand.create({ fs, data: join(temporaryDirectory(), 'data') });
  onTestFinished(() => brand.close());
  await run(brand, createPage, { body: { title: 'Live' } });
  await run(brand, createPage, { body: { title: 'Proposed' }, proposal: 'new' });
  const call = { slug: 'acme', actor: writer, via: 'rest', requestId: 'r1', precondition: null, proposal: 1 } as const;
  async function* source() {
    yield Buffer.from(content);
  }
  await storeFile(brand.service, call, source(), { name: 'logo.svg' });
  return brand;
}

/** What a service has of the proposal, and whether the file is there. */
async function seen(service: Service) {
  const proposals = await (await service.brands.proposals('acme'))?.read();
  const [own, both] = [service.files('acme'), service.proposalFiles('acme')];
  return {
    commit: proposals?.commit,
    paths:
      proposals && [...(proposalIn(proposals.catalog, 1)?.files.keys() ?? [])].map((path) => path.split('/')[0]).sort(),
    inBrand: await own.size(sha256),
    inProposals: await both.size(sha256),
  };
}

const findings = async (data: string) => (await check({ fs, data, files: true, now })).findings;

test('a file that comes with a proposal is kept with the proposals, and comes into the brand with the merge', async () => {
  const brand = await brandWithProposal();
  const bytes = content.length;
  expect(await seen(brand.service)).toMatchObject({ inBrand: null, inProposals: bytes });
  expect(git(brand.gitdir, ['for-each-ref', '--format=%(refname)']).trim()).toBe('refs/heads/main');
  expect(await brandStats(brand.service, 'acme')).toMatchObject({
    ...{ pages: 1, files: 0, proposals: 1, proposal_file_bytes: bytes },
  });
  await publish(brand, 1);
  expect(await seen(brand.service)).toMatchObject({ inBrand: bytes, inProposals: bytes });
  expect((await findings(brand.data)).filter(({ level }) => level === 'error')).toEqual([]);
});

test('backup and restore have the proposals and their files', async () => {
  const brand = await brandWithProposal();
  const before = await seen(brand.service);
  const directory = join(temporaryDirectory(), 'backup');
  const backedUp = () => backUp({ fs, data: brand.data, directory, clock: systemClock });
  expect((await backedUp()).repositories[1]).toMatchObject({ files: { copied: 1, problems: [] }, defects: [] });
  await run(brand, createPage, { body: { title: 'Another' }, proposal: 1 });
  const after = await seen(brand.service);
  await backedUp();
  expect(await findings(directory)).toEqual([]);
  for (const one of ['whole', 'acme']) {
    const data = join(temporaryDirectory(), 'data');
    await restore({ fs, data, directory, clock: systemClock, brand: one === 'whole' ? undefined : one });
    expect(await seen(await openService({ data }))).toEqual(after);
  }
  expect(after.commit).not.toBe(before.commit);
});

test('nothing is published by itself after a restore', async () => {
  const brand = await brandWithProposal();
  await approve(brand, 1);
  const body = { at: inMinutes(brand, 60) };
  await run(brand, scheduleProposal, { params: paramsOf(1), actor: editor, body });
  const directory = join(temporaryDirectory(), 'backup');
  await backUp({ fs, data: brand.data, directory, clock: brand.clock.read });
  for (const one of [undefined, 'acme']) {
    const data = join(temporaryDirectory(), 'data');
    await restore({ fs, data, directory, clock: brand.clock.read, brand: one });
    const proposals = await (await (await openService({ data })).brands.proposals('acme'))?.read();
    const record = proposals && proposalIn(proposals.catalog, 1)?.record;
    expect([record?.state, record?.publish_at]).toEqual(['blocked', null]);
    expect(record?.reason).toContain('Restored from a backup');
    expect(await findings(data)).toEqual([]);
  }
});

test('a backup keeps its copy of proposals that were lost, and says so', async () => {
  const brand = await brandWithProposal();
  const directory = join(temporaryDirectory(), 'backup');
  const backedUp = () => backUp({ fs, data: brand.data, directory, clock: systemClock });
  await backedUp();
  fs.rmSync(join(brand.gitdir, 'proposals.git'), { recursive: true });
  expect((await backedUp()).repositories[1]?.files.problems).toEqual([
    'the proposals are missing; the existing copy stays',
  ]);
  expect(fs.existsSync(join(directory, 'brands/acme.git/proposals.git/HEAD'))).toBe(true);
});

test('check finds a lost or damaged file of a proposal, a file outside of the format, and a damaged repository', async () => {
  const brand = await brandWithProposal();
  expect(await findings(brand.data)).toEqual([]);
  const gitdir = join(brand.gitdir, 'proposals.git');
  const path = join(gitdir, 'lfs/objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const problems = async () => (await findings(brand.data)).map((one) => `${one.path}: ${one.problem}`);
  fs.writeFileSync(path, content.replace('4', '5'));
  expect(await problems()).toEqual([expect.stringMatching(/^proposals\.git\/proposals\/1\/.*another hash/)]);
  fs.rmSync(path);
  expect(await problems()).toEqual([expect.stringMatching(/^proposals\.git\/proposals\/1\/.*its file is missing/)]);
  fs.rmSync(join(gitdir, 'HEAD'));
  expect((await problems()).join()).toContain('proposals.git');
});

test('a sweep leaves files of open proposals, and of closed ones for 30 days; without all proposals it deletes nothing', async () => {
  const brand = await brandWithProposal();
  const isThere = async () => (await brand.service.proposalFiles('acme').size(sha256)) !== null;
  const sweepAfter = async (days: number) => {
    brand.clock.advance({ days });
    await brand.service.chores.sweepFiles();
    return isThere();
  };
  brand.clock.advance({ days: (now.getTime() - brand.clock.read().getTime()) / 86_400_000 });
  expect(await sweepAfter(40)).toBe(true);
  await run(brand, withdrawProposal, { params: paramsOf(1), actor: editor });
  expect(await sweepAfter(29)).toBe(true);
  const repository = await brand.service.brands.proposals('acme');
  await repository?.write(change({ [proposalPaths.record(2)]: 'damaged' }));
  expect(await sweepAfter(2)).toBe(true);
  await repository?.write(change({ [proposalPaths.record(2)]: null }));
  expect(await sweepAfter(1)).toBe(false);
});

test('the commands of a shared store publish, list, check, copy and restore the proposals of a brand', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'ID');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const brand = await brandWithProposal();
  const before = await seen(brand.service);
  const optionsOf = await s3Server();
  const access = (prefix: string) => ({ fs, data: temporaryDirectory(), options: optionsOf(prefix) });
  const node = async (prefix: string): Promise<Service> => {
    const data = temporaryDirectory();
    const storage = await connect(optionsOf(prefix), fs, data, log);
    return openService({ data, storage });
  };
  await initShared({ fs, data: brand.data, options: optionsOf('one') }, signal);
  expect(await seen(await node('one'))).toEqual(before);
  const { logs } = await sharedStatus(access('one'));
  expect(logs.map((one) => [one.log, one.brand, one.slots])).toEqual([
    ['brands/acme', 'acme', 1],
    ['proposals/acme', 'acme', 1],
    ['registry', null, expect.any(Number)],
  ]);
  const found = await useCopy(access('one'), signal, (data, storedFiles) =>
    check({ fs, data, storedFiles, files: true, now }),
  );
  expect(found.findings).toEqual([]);
  const directory = join(temporaryDirectory(), 'backup');
  await useCopy(access('one'), signal, (data, storedFiles) =>
    backUp({ fs, data, storedFiles, directory, clock: systemClock }),
  );
  const home = join(temporaryDirectory(), 'home');
  await exportShared(access('one'), home, signal);
  expect(await seen(await openService({ data: home }))).toEqual(before);
  await initShared({ fs, data: join(temporaryDirectory(), 'none'), options: optionsOf('two') }, signal);
  await restoreShared({ fs, data: temporaryDirectory(), directory, clock: systemClock }, optionsOf('two'));
  expect(await seen(await node('two'))).toEqual(before);
});
