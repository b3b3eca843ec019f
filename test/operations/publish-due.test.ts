import { beforeEach, expect, test, vi } from 'vitest';
import { personActor } from '../../src/operations/engine/access.js';
import { scheduleProposal } from '../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../src/operations/proposals/merge.js';
import type { PersonRecord } from '../../src/registry/records.js';
import { brand, brandForEach } from '../support/brand-fixture.js';
import { onBrand, paramsOf } from '../support/proposals.js';

let edith: PersonRecord;

brandForEach();
const { run, page, rename, details, approve, inMinutes, head } = onBrand(() => brand);
beforeEach(async () => {
  edith = await brand.service.people.add({ name: 'Edith', operator: false, roles: { acme: 'editor' } });
});

const minutes = (count: number) => brand.clock.advance({ seconds: count * 60 });

/** Edith approves a proposal, to be published in so many minutes. */
async function schedule(number: number, minutes: number): Promise<number> {
  const actor = personActor(edith, 'editor', 'acme');
  await approve(number, actor);
  await run(scheduleProposal, { params: paramsOf(number), actor, body: { at: inMinutes(minutes) } });
  return number;
}

const scheduled = async (minutes: number, title = 'Planned') => schedule((await page({ title }, 'new')).n, minutes);

async function stateOf(number: number) {
  const { state, reason, publish_at } = await details(number);
  return [state, reason, publish_at?.at ?? null];
}

test('goes live at its time, not before, in order, by who approved it', async () => {
  const [late, early] = [await scheduled(3, 'Late'), await scheduled(2, 'Early')];
  const before = head();
  minutes(1);
  await brand.service.chores.publishDue();
  expect(head()).toBe(before);
  minutes(9);
  await brand.service.chores.publishDue();
  const { versions } = await brand.service.openBrand('acme');
  const trailers = async (commit: string | null) =>
    Promise.all(['Operation', 'Person', 'Via'].map((key) => versions.trailerOf(commit ?? '', key)));
  expect(await trailers(head())).toEqual(['proposals.merge', edith.id, 'system']);
  const parent = await versions.parentOf(head());
  expect(await versions.trailerOf(head(), 'Proposal')).toMatch(new RegExp(`^${late} `));
  expect(await versions.trailerOf(parent ?? '', 'Proposal')).toMatch(new RegExp(`^${early} `));
  expect([await stateOf(late), await stateOf(early)]).toEqual(Array(2).fill(['merged', null, null]));
  const after = head();
  await brand.service.chores.publishDue();
  expect(head()).toBe(after);
});

test('is read only when the proposals have changed or a time has come, and keeps no brand open', async () => {
  const number = await scheduled(3, 'Late');
  const { brands, chores } = brand.service;
  const reads = vi.spyOn(brands, 'proposals');
  const opened = () => [...brands.opened()].map(([slug]) => slug);
  const turn = async () => {
    await brands.closeIdle(-1);
    reads.mockClear();
    await chores.publishDue();
    return [reads.mock.calls.length > 0, opened()];
  };
  expect(await turn()).toEqual([true, []]);
  expect(await turn()).toEqual([false, []]);
  const other = await scheduled(2, 'Early');
  expect(await turn()).toEqual([true, []]);
  expect(await turn()).toEqual([false, []]);
  minutes(2);
  expect(await turn()).toEqual([true, []]);
  expect([(await stateOf(other))[0], (await stateOf(number))[0]]).toEqual(['merged', 'approved']);
  minutes(1);
  await turn();
  expect((await stateOf(number))[0]).toBe('merged');
});

const role = (acme: 'viewer' | null) => () => brand.service.people.set(edith.id, { roles: { acme } });
const onlyAdmins = () => brand.service.setBrandSettings('acme', { approvers: 'admins' });

test.each<[string, RegExp, () => Promise<unknown>]>([
  ['a role that has ended', /^Edith, who approved it, may not publish any more/, role(null)],
  ['a role that is too low', /may not publish any more/, role('viewer')],
  ['an approver who is disabled', /may not publish any more/, () => brand.service.people.disable(edith.id)],
  ['only admins who publish now', /requires the admin role/, onlyAdmins],
  ['a day and more that have passed', /has passed for more than a day/, async () => minutes(24 * 60)],
])('is blocked by %s, and nothing is published', async (_name, reason, happens) => {
  const number = await scheduled(2);
  const before = head();
  await happens();
  minutes(3);
  await brand.service.chores.publishDue();
  expect(await stateOf(number)).toEqual(['blocked', expect.stringMatching(reason), null]);
  expect(head()).toBe(before);
  await brand.service.chores.publishDue();
  expect(head()).toBe(before);
});

test('is blocked when the brand has changed the same, and published by hand after that', async () => {
  const { id } = await page({ title: 'One' });
  const number = await schedule(await rename(id, 'Mine', 'new'), 2);
  await rename(id, 'Theirs');
  const before = head();
  minutes(3);
  await brand.service.chores.publishDue();
  expect(await stateOf(number)).toEqual(['blocked', expect.stringContaining('Look again at page'), null]);
  expect(head()).toBe(before);
  await rename(id, 'One');
  const actor = personActor(edith, 'editor', 'acme');
  await approve(number, actor);
  await brand.service.chores.publishDue();
  expect((await details(number)).state).toBe('approved');
  await run(mergeProposal, { params: paramsOf(number), actor });
  expect((await details(number)).state).toBe('merged');
});

test('an edit ends the schedule, and what fails for now is tried again', async () => {
  const [edited, waiting] = [await scheduled(2), await scheduled(2, 'Waits')];
  await page({ title: 'More' }, edited);
  minutes(3);
  const repository = await brand.service.brands.get('acme');
  const failing = vi.spyOn(repository, 'write').mockRejectedValue(new Error('the disk is full'));
  await brand.service.chores.publishDue();
  failing.mockRestore();
  expect([(await stateOf(edited))[0], (await stateOf(waiting))[0]]).toEqual(['open', 'approved']);
  await brand.service.chores.publishDue();
  expect([(await stateOf(edited))[0], (await stateOf(waiting))[0]]).toEqual(['open', 'merged']);
});
