import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { proposalIn } from '../../src/content/proposals/catalog.js';
import {
  declineProposal,
  reopenProposal,
  requestChanges,
  scheduleProposal,
} from '../../src/operations/proposals/decide.js';
import { updateProposal, withdrawProposal } from '../../src/operations/proposals/proposals.js';
import { tidyProposals } from '../../src/operations/proposals/tidy.js';
import { commitsSince } from '../../src/store/history/commits.js';
import { type BrandPlace, TestBrand } from '../support/brand.js';
import { eventually } from '../support/eventually.js';
import { git, temporaryDirectory } from '../support/git.js';
import { editor, onBrand, paramsOf, person, system } from '../support/proposals.js';

let brand: TestBrand;
let page: number;
/** A proposal that renames the page, and makes another. */
let n: number;
let made: number;

const on = onBrand(() => brand);
const { run, rename, pages, details, approve, merge, publish, inMinutes, head } = on;

async function begin(place: BrandPlace = {}): Promise<void> {
  brand = await TestBrand.create(place);
  page = (await on.page()).id;
  n = await rename(page, 'Page 2', 'new');
  made = (await on.page({ title: 'Made' }, n)).id;
}

beforeEach(() => begin());

afterEach(() => brand.close());

const titles = async () => (await pages()).map(({ id, title }) => `${id} ${title}`).sort();

/** Numbers of the proposals that `main` has merged. */
async function merges(): Promise<number[]> {
  const { objects, versions } = await brand.service.openBrand('acme');
  const found: number[] = [];
  for await (const [commit] of commitsSince(objects, head(), null))
    found.push(...((await versions.trailerOf(commit, 'Proposal'))?.split(' ').slice(0, 1) ?? []).map(Number));
  return found;
}

async function proposalsOf() {
  const proposals = await brand.service.brands.proposals('acme');
  if (proposals === null) throw new Error('There are no proposals');
  return proposals;
}

/** Publishes the proposal, and fails to record it. */
async function publishUnrecorded(parts?: readonly object[]): Promise<void> {
  const crash = vi.spyOn(await proposalsOf(), 'write').mockRejectedValueOnce(new Error('crash'));
  await expect(merge(n, parts)).rejects.toThrow('crash');
  crash.mockRestore();
}

/** Does a step that has read `main` before the merge, and is stored between the merge and its record, which fails. */
async function during(step: () => Promise<unknown>): Promise<void> {
  const [main, proposals] = [await brand.service.openBrand('acme'), await proposalsOf()];
  const [read, write] = [main.read.bind(main), proposals.write.bind(proposals)];
  vi.spyOn(proposals, 'write').mockImplementationOnce((work) =>
    write((draft) => {
      vi.spyOn(main, 'read').mockImplementationOnce(async () => {
        const before = await read();
        await publishUnrecorded();
        return before;
      });
      return work(draft);
    }),
  );
  await step();
}

/** Publishes what is left. Whoever is refused looks again. */
async function publishRest(): Promise<void> {
  for (let looks = 0; looks < 3 && (await details(n)).state !== 'merged'; looks += 1)
    await publish(n).catch((error) => expect(error).toMatchObject({ name: 'PortalError' }));
}

const soon = () => inMinutes(2);
const reopen = () => run(reopenProposal, { params: paramsOf(n), actor: editor, body: {} });
const edits = {
  'an edit': () => rename(page, 'Page 3', n),
  'an edit of what it makes': () => rename(made, 'Made 2', n),
  'another page': () => on.page({ title: 'Another' }, n),
};
/** Steps that take back what may be on its way into the brand. */
const returns = {
  'a request for changes': () =>
    run(requestChanges, { params: paramsOf(n), actor: editor, body: { note: 'Shorter.' } }),
  'a refusal': () => run(declineProposal, { params: paramsOf(n), actor: editor }),
  'a withdrawal': () => run(withdrawProposal, { params: paramsOf(n) }),
};
const reviews = {
  'another approval': () => approve(n, person('bert', 'editor')),
  'a time': () => run(scheduleProposal, { params: paramsOf(n), actor: editor, body: { at: soon() } }),
  'a new title': () => run(updateProposal, { params: paramsOf(n), body: { title: 'Other' } }),
};

describe('a merge that was not recorded', () => {
  beforeEach(() => approve(n));

  test.each(Object.entries({ ...edits, ...reviews, ...returns }))(
    'is recorded before %s, which is refused',
    async (_, step) => {
      await publishUnrecorded();
      await expect(step()).rejects.toMatchObject({ name: 'PortalError' });
      expect(await details(n)).toMatchObject({
        ...{ state: 'merged', changes: [], ids: [{ provisional: made, final: 2 }] },
        merged: [{ commit: head(), by: { id: editor.id } }],
      });
      expect(await titles()).toEqual(['1 Page 2', '2 Made']);
    },
  );

  test.each([
    ['another merge', () => merge(n)],
    ['the work of each day', () => brand.service.chores.tidyProposals()],
  ])('is recorded by %s, and is one commit', async (_, step) => {
    await publishUnrecorded();
    await brand.restart();
    expect((await details(n)).state).toBe('approved');
    await step();
    expect((await details(n)).state).toBe('merged');
    expect((await merge(n)).value).toMatchObject({ found: head(), ids: [{ final: 2 }] });
    expect(await merges()).toEqual([n]);
  });

  test('is recorded when its time comes', async () => {
    await run(scheduleProposal, {
      ...{ params: paramsOf(n), actor: { ...editor, kind: 'operator' }, body: { at: soon() } },
    });
    await publishUnrecorded();
    brand.clock.advance({ seconds: 180 });
    await brand.service.chores.publishDue();
    expect(await details(n)).toMatchObject({ state: 'merged', publish_at: null });
    expect(await merges()).toEqual([n]);
  });

  test('of a part leaves the rest to another approval', async () => {
    await publishUnrecorded([{ kind: 'page', id: made }]);
    await expect(merge(n)).rejects.toMatchObject({ code: 'invalid' });
    await publishRest();
    expect(await titles()).toEqual(['1 Page 2', '2 Made']);
    expect(await merges()).toEqual([n, n]);
  });

  test('is none after a reset of the brand, whose next merge gives other ids', async () => {
    const before = head();
    await merge(n);
    await brand.fs.promises.writeFile(`${brand.gitdir}/refs/heads/main`, `${before}\n`);
    await brand.restart();
    expect(await details(n)).toMatchObject({ state: 'approved', changes: [{ id: page }, { id: made }] });
    await on.page({ title: 'Later' });
    await rename(made, 'Made 2', n);
    await publishRest();
    expect((await titles()).map((title) => title.replace(/^\d+ /, '')).sort()).toEqual(['Later', 'Made 2', 'Page 2']);
  });
});

describe('a merge at the time of', () => {
  const published = {
    'an edit': ['1 Page 3', '2 Made'],
    'an edit of what it makes': ['1 Page 2', '2 Made 2'],
    'another page': ['1 Page 2', '2 Made', '3 Another'],
  };

  test.each(Object.entries(edits))('%s publishes what was approved, and then the edit', async (name, edit) => {
    await approve(n);
    await during(edit);
    expect(await titles()).toEqual(['1 Page 2', '2 Made']);
    await publishRest();
    expect(await titles()).toEqual(Object.entries(published).find(([edited]) => edited === name)?.[1]);
    expect((await details(n)).changes).toEqual([]);
    expect(await merges()).toEqual([n, n]);
  });

  test.each(Object.entries(reviews))('%s is found published', async (_, review) => {
    await approve(n);
    await during(review);
    await brand.service.chores.tidyProposals();
    expect((await details(n)).state).toBe('merged');
    await expect(reopen()).rejects.toMatchObject({ code: 'invalid' });
    expect(await titles()).toEqual(['1 Page 2', '2 Made']);
    expect(await merges()).toEqual([n]);
  });

  test.each(Object.entries(returns))('%s is found published, and refuses that', async (_, takeBack) => {
    await approve(n);
    await expect(during(takeBack)).rejects.toMatchObject({ code: 'conflict' });
    expect((await details(n)).state).toBe('merged');
    expect(await titles()).toEqual(['1 Page 2', '2 Made']);
  });

  test.each(Object.entries(returns))('%s that has read the proposal before publishes nothing', async (_, takeBack) => {
    await approve(n);
    const { branch } = await brand.service.openBrand('acme');
    const advance = branch.advance.bind(branch);
    let taken: Promise<unknown> = Promise.resolve();
    vi.spyOn(branch, 'advance').mockImplementationOnce(async (...args) => {
      const { barriers } = branch;
      taken = takeBack();
      await eventually(async () => expect(branch.barriers).toBe(barriers + 1));
      return advance(...args);
    });
    await expect(merge(n)).rejects.toMatchObject({ code: 'invalid' });
    await taken;
    expect((await details(n)).state).not.toBe('merged');
    expect(await titles()).toEqual(['1 Page']);
  });
});

test('an edit at the time of a merge is not lost when the history of the proposals has begun again', async () => {
  await brand.close();
  await begin({ fs, data: join(temporaryDirectory(), 'data') });
  await approve(n);
  await run(tidyProposals, { actor: system, body: { pages: [], until: null, isHeld: true } });
  await brand.service.close();
  const place = `${brand.gitdir}/proposals.git`;
  git(place, ['gc', '--quiet', '--prune=now']);
  await brand.restart();
  const proposals = (await (await proposalsOf()).read()).catalog;
  const [approval] = proposalIn(proposals, n)?.record.reviews ?? [];
  expect(() => git(place, ['cat-file', '-e', approval?.commit ?? ''])).toThrow();
  await during(() => rename(made, 'Made 2', n));
  await rename(page, 'Page 3', n);
  await publishRest();
  expect(await titles()).toEqual(['1 Page 3', '2 Made 2']);
});
