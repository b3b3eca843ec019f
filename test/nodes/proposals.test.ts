import { describe, expect, test, vi } from 'vitest';
import type { Operation } from '../../src/operations/engine/contract.js';
import { listPages } from '../../src/operations/pages.js';
import { declineProposal, requestChanges, scheduleProposal } from '../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../src/operations/proposals/merge.js';
import { showProposal, submitProposal, withdrawProposal } from '../../src/operations/proposals/proposals.js';
import { commitsSince } from '../../src/store/history/commits.js';
import { some } from '../support/effort.js';
import { temporaryDirectory } from '../support/git.js';
import { type PortalOptions, TestClock, type TestPortal } from '../support/portal.js';
import { approve as approveOn, makePage, paramsOf, person, run as runOn } from '../support/proposals.js';
import { faults, MemoryStore } from '../support/shared/memory-store.js';
import { portalOver, twoNodes } from '../support/shared/nodes.js';
import { backendOrigin } from '../support/workspace.js';

const slug = 'little-bakery';
const [ada, bert] = [person('ada', 'editor'), person('bert', 'editor')];

/** The brand as the admission of a request to the node knows it. */
async function on(node: TestPortal) {
  await node.service.registered();
  return { service: node.service, slug };
}

/** Runs an operation as a person on one of the nodes. */
async function run<Value>(node: TestPortal, operation: Operation<Value>, proposal?: number, as = ada, body?: unknown) {
  const params = proposal === undefined ? {} : paramsOf(proposal);
  return runOn(await on(node), operation, { params, body, actor: as });
}

async function proposed(node: TestPortal, title: string): Promise<number> {
  const { n } = await makePage(await on(node), { title }, 'new');
  await run(node, submitProposal, n);
  return n;
}

const approve = async (node: TestPortal, proposal: number, as = ada) => approveOn(await on(node), proposal, as);
const titles = async (node: TestPortal) => (await run(node, listPages)).value.map(({ title }) => title);
const stateOf = async (node: TestPortal, proposal: number) => (await run(node, showProposal, proposal)).value.state;

/** Pages with these titles are there once each, and these proposals are merged. */
async function expectOnce(node: TestPortal, made: readonly string[], proposals: readonly number[]): Promise<void> {
  expect((await titles(node)).filter((title) => made.includes(title))).toEqual(made);
  for (const proposal of proposals) expect(await stateOf(node, proposal)).toBe('merged');
}

test('two approvers on two nodes at once: both count, and each proposal is published once', async () => {
  const { a, b } = await twoNodes();
  const numbers = [await proposed(a, 'One'), await proposed(b, 'Two')];
  for (const proposal of numbers) {
    await Promise.allSettled([approve(a, proposal, ada), approve(b, proposal, bert)]);
    const { reviews, state } = (await run(b, showProposal, proposal)).value;
    expect([state, reviews.map(({ by }) => by.id).sort()]).toEqual(['approved', ['ada', 'bert']]);
    const merges = [run(a, mergeProposal, proposal), run(b, mergeProposal, proposal, bert)];
    const done = (await Promise.allSettled(merges)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(done.filter(({ value: { found } }) => found === null)).toHaveLength(1);
  }
  for (const node of [a, b]) {
    await expectOnce(node, ['One', 'Two'], numbers);
  }
});

test('what is scheduled goes live once, also when both nodes come to it', async () => {
  const { a, b } = await twoNodes();
  const ada = await a.service.people.add({ name: 'Ada', operator: false, roles: { [slug]: 'editor' } });
  const as = { ...person(ada.id, 'editor'), name: 'Ada' };
  const proposal = await proposed(a, 'Planned');
  await approve(b, proposal, as);
  const at = new Date(b.clock.read().getTime() + 120_000).toISOString();
  await run(b, scheduleProposal, proposal, as, { at });
  for (const { clock } of new Set([a, b])) if (clock.read() < new Date(at)) clock.advance({ seconds: 150 });
  await Promise.all([a, b].map(({ service }) => service.chores.publishDue()));
  for (const node of [a, b]) {
    await expectOnce(node, ['Planned'], [proposal]);
  }
  const said = [...a.log, ...b.log].filter((line) => line.includes('published a scheduled proposal'));
  expect(said).toHaveLength(1);
});

test.each(
  some(
    faults.flatMap(
      (fault) =>
        [
          [fault, 'the brand', 'brands/'],
          [fault, 'the proposals', 'proposals/'],
        ] as const,
    ),
    3,
  ),
)('a store that answers a merge with %s for %s: it is published once, and no approval is lost', async (...at) => {
  const [fault, , log] = at;
  const { store, a, b } = await twoNodes();
  const numbers = [await proposed(a, 'One'), await proposed(b, 'Two')];
  for (const proposal of numbers) await approve(a, proposal);
  store.affects = (key) => key.startsWith(log) && key.includes('/log/');
  for (const proposal of numbers) {
    store.script = [fault];
    const merges = [run(a, mergeProposal, proposal), run(b, mergeProposal, proposal, bert)];
    await Promise.allSettled(merges);
    store.land();
    // Whoever got no answer, or a refusal, asks again.
    await run(b, mergeProposal, proposal);
  }
  expect(store.script).toEqual([]);
  for (const node of [a, b]) {
    await expectOnce(node, ['One', 'Two'], numbers);
    const repository = await node.service.brands.get(slug);
    const { commit } = await repository.read();
    const published: (string | null)[] = [];
    for await (const [oid] of commitsSince(repository.objects, commit ?? '', null))
      published.push(await repository.versions.trailerOf(oid, 'Proposal'));
    expect(published.flatMap((value) => (value === null ? [] : [Number(value.split(' ')[0])])).sort()).toEqual(numbers);
  }
});

test.each<[string, (node: TestPortal, proposal: number) => Promise<unknown>]>([
  ['an edit', async (node, proposal) => makePage(await on(node), { title: 'Other' }, proposal)],
  ['a request for changes', (node, proposal) => run(node, requestChanges, proposal, ada, { note: 'Shorter.' })],
  ['another approval', (node, proposal) => approve(node, proposal, bert)],
])('a merge that one node did not record is recorded by the other, before %s', async (_, step) => {
  const { a, b } = await twoNodes();
  const proposal = await proposed(a, 'Made');
  await approve(a, proposal);
  const repository = await a.service.brands.proposals(slug);
  if (repository === null) throw new Error('There are no proposals');
  vi.spyOn(repository, 'write').mockRejectedValueOnce(new Error('crash'));
  await expect(run(a, mergeProposal, proposal)).rejects.toThrow('crash');
  await expect(step(b, proposal)).rejects.toMatchObject({ name: 'PortalError' });
  for (const node of [a, b]) {
    await expectOnce(node, ['Made'], [proposal]);
  }
});

const takeBacks: Readonly<Record<string, (node: TestPortal, proposal: number) => Promise<unknown>>> = {
  withdrawn: (node, proposal) => run(node, withdrawProposal, proposal),
  declined: (node, proposal) => run(node, declineProposal, proposal, bert, {}),
  'sent back': (node, proposal) => run(node, requestChanges, proposal, bert, { note: 'Shorter.' }),
};

/** An approved proposal, known to two processes. */
async function begin(storage: PortalOptions) {
  const options = { ...storage, clock: new TestClock() };
  const a = await portalOver(options.store, options);
  await a.importExample(slug);
  const proposal = await proposed(a, 'Made');
  await approve(a, proposal);
  const b = await portalOver(options.store, options);
  expect(await stateOf(b, proposal)).toBe('approved');
  return { a, b, proposal };
}

describe.each<[string, () => PortalOptions]>([
  ['on two machines', () => ({ store: new MemoryStore() })],
  ['on two machines whose reads may be stale', () => ({ store: new MemoryStore(), node: { stalenessMs: 60_000 } })],
  ['in two processes on one directory', () => ({ real: true, data: temporaryDirectory() })],
])('a merge that has read the proposal, %s,', (_, storage) => {
  test.each(
    Object.entries(takeBacks).flatMap(([done, takeBack]) =>
      [false, true].map((isKnown) => [isKnown ? `${done}, which it learns before` : done, takeBack, isKnown] as const),
    ),
  )('is not stored after the other has the proposal %s', async (_name, takeBack, isKnown) => {
    const { a, b, proposal } = await begin(storage());
    const { branch } = await a.service.brands.get(slug);
    const advance = branch.advance.bind(branch);
    vi.spyOn(branch, 'advance').mockImplementationOnce(async (...args) => {
      await takeBack(b, proposal);
      if (isKnown) await branch.confirmNewest();
      return advance(...args);
    });
    await expect(run(a, mergeProposal, proposal)).rejects.toMatchObject({ name: 'PortalError' });
    for (const node of [a, b]) {
      await (await node.service.brands.get(slug)).branch.confirmNewest();
      expect(await titles(node)).not.toContain('Made');
    }
    expect(await stateOf(b, proposal)).not.toBe('merged');
  });

  test.each(Object.entries(takeBacks))('refuses that it is %s when it was stored before', async (_name, takeBack) => {
    const { a, b, proposal } = await begin(storage());
    const [{ branch }, { branch: other }] = [await a.service.brands.get(slug), await b.service.brands.get(slug)];
    const [advance, putBarrier] = [branch.advance.bind(branch), other.putBarrier.bind(other)];
    let taken: Promise<unknown> = Promise.resolve();
    vi.spyOn(branch, 'advance').mockImplementationOnce(
      (...args) =>
        new Promise((resolve) => {
          vi.spyOn(other, 'putBarrier').mockImplementationOnce(async () => {
            resolve(await advance(...args));
            await putBarrier();
          });
          taken = takeBack(b, proposal).catch((error: unknown) => error);
        }),
    );
    await Promise.allSettled([run(a, mergeProposal, proposal)]);
    expect(await taken).toMatchObject({ code: 'conflict' });
    expect(await stateOf(b, proposal)).toBe('merged');
  });
});

test('a withdrawal after which merges cannot be settled may have been stored', async () => {
  const { b, proposal } = await begin({ real: true, data: temporaryDirectory() });
  const { branch } = await b.service.brands.get(slug);
  vi.spyOn(branch, 'putBarrier').mockRejectedValueOnce(new Error('main.lock is held by another process'));
  const withdrawal = run(b, withdrawProposal, proposal);
  await expect(withdrawal).rejects.toMatchObject({ code: 'undecided', message: expect.stringContaining('not known') });
  expect(await stateOf(b, proposal)).toBe('withdrawn');
});

test.each(['revoked', 'declined'] as const)(
  'a preview link that is %s on one node shows nothing on the other from the next request on',
  async (end) => {
    const { a, b } = await twoNodes();
    const { id, slug: path, n } = await makePage(await on(a), { title: 'Soon' }, 'new');
    await run(a, submitProposal, n);
    const link = { name: 'Agency', internal: false, preview: { proposal: n, pages: [id] } };
    const expiresAt = new Date(a.clock.read().getTime() + 60_000);
    const { secret, record } = await a.service.shareLinks.make({ brand: slug, expiresAt, ...link });
    const read = async (): Promise<number> => {
      const headers = { Cookie: `bp-guest-${slug}=${secret}` };
      return (await fetch(`${backendOrigin(b)}/brands/${slug}/${path}`, { headers })).status;
    };
    expect(await read()).toBe(200);
    if (end === 'revoked') await a.service.shareLinks.revoke(slug, record.id);
    else await run(a, declineProposal, n, ada, {});
    expect(await read()).toBe(404);
  },
);
