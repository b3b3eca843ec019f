import { afterEach, beforeEach, expect, it, test } from 'vitest';
import type { Actor } from '../../src/operations/engine/access.js';
import { updatePage } from '../../src/operations/pages.js';
import { addComment, resolveComment } from '../../src/operations/proposals/comments.js';
import { declineProposal, requestChanges, scheduleProposal } from '../../src/operations/proposals/decide.js';
import { submitProposal } from '../../src/operations/proposals/proposals.js';
import { blockProposal } from '../../src/operations/proposals/publish-due.js';
import { type WaitingRow, waitingFor } from '../../src/operations/waiting.js';
import { TestBrand } from '../support/brand.js';
import { idOf, onBrand, paramsOf, person, system, writer } from '../support/proposals.js';

let brand: TestBrand;
const { run, page, approve, inMinutes } = onBrand(() => brand);

beforeEach(async () => {
  brand = await TestBrand.create();
});
afterEach(() => brand.close());

const [vera, edith, emil, ada] = [
  person('vera', 'viewer'),
  person('edith', 'editor'),
  person('emil', 'editor'),
  person('ada', 'admin'),
];
const everyone = { vera, edith, emil, ada };

const rowsOf = async (actor: Actor, down_to = 'open'): Promise<readonly WaitingRow[]> =>
  (await run(waitingFor, { actor, query: { down_to } })).value;

/** `edith: draft 1` for all people with a role. */
async function listed() {
  const lists = await Promise.all(
    Object.entries(everyone).map(async ([name, actor]) => [
      name,
      (await rowsOf(actor)).map((row) => `${row.kind} ${row.id}`),
    ]),
  );
  return Object.fromEntries(lists);
}

/** A draft of Edith on a page of the brand. */
async function drafted(): Promise<{ readonly id: number; readonly n: number }> {
  const { id } = await page({ title: 'Delays' });
  const { proposal } = await run(updatePage, {
    params: idOf(id),
    body: { title: 'Late trains' },
    proposal: 'new',
    actor: edith,
  });
  return { id, n: proposal ?? 0 };
}

const send = (n: number) => run(submitProposal, { params: paramsOf(n), actor: edith });

it('each state of a proposal waits for those who can go on with it, role by role', async () => {
  const { n } = await drafted();
  const params = paramsOf(n);
  expect(await listed()).toEqual({ vera: [], edith: ['draft 1'], emil: [], ada: [] });
  await send(n);
  expect(await listed()).toEqual({ vera: [], edith: [], emil: ['review 1'], ada: ['review 1'] });
  await run(requestChanges, { params, actor: ada, body: { note: 'Shorter, please.' } });
  expect(await listed()).toEqual({ vera: [], edith: ['sent_back 1'], emil: [], ada: [] });
  expect((await rowsOf(edith))[0]).toMatchObject({ note: 'Shorter, please.', by: { id: 'ada' }, whom: 'you' });
  await send(n);
  await run(declineProposal, { params, actor: emil, body: {} });
  expect(await listed()).toEqual({ vera: [], edith: ['declined 1'], emil: [], ada: [] });
  brand.clock.advance({ days: 8 });
  expect((await listed()).edith).toEqual([]);
});

it('only those wait who may approve', async () => {
  const { n } = await drafted();
  await send(n);
  await brand.service.setBrandSettings('acme', { approvers: 'admins' });
  expect(await listed()).toEqual({ vera: [], edith: [], emil: [], ada: ['review 1'] });
});

it('named reviewers are asked alone, as long as one of them may approve', async () => {
  const { n } = await drafted();
  const params = paramsOf(n);
  const add = (name: string, role: 'viewer' | 'editor') =>
    brand.service.people.add({ name, operator: false, roles: { acme: role } });
  const [rita, vito] = [await add('Rita', 'editor'), await add('Vito', 'viewer')];
  const asRita: Actor = { ...person(rita.id, 'editor'), name: 'Rita' };
  const submit = (reviewers: readonly string[]) =>
    run(submitProposal, { params, actor: edith, body: { title: 'Late trains', note: 'As agreed.', reviewers } });
  await expect(submit([vito.id])).rejects.toMatchObject({ code: 'invalid' });
  await expect(submit(Array.from({ length: 11 }, () => rita.id))).rejects.toMatchObject({ code: 'invalid' });
  await submit([rita.id]);
  expect(await rowsOf(asRita)).toMatchObject([
    { kind: 'review', title: 'Late trains', note: 'As agreed.', whom: 'you' },
  ]);
  expect((await listed()).ada).toEqual([]);
  await brand.service.people.set(rita.id, { roles: { acme: 'viewer' } });
  expect((await listed()).ada).toEqual(['review 1']);
});

it('a schedule that failed waits for the author and for who approved; a conflict for the author', async () => {
  const { id, n } = await drafted();
  await approve(n, ada);
  await run(scheduleProposal, { params: paramsOf(n), actor: ada, body: { at: inMinutes(5) } });
  expect(await listed()).toEqual({ vera: [], edith: [], emil: [], ada: [] });
  brand.clock.advance({ seconds: 600 });
  await run(updatePage, { params: idOf(id), body: { title: 'Trains that are late' } });
  expect(await listed()).toEqual({ vera: [], edith: ['conflict 1'], emil: [], ada: [] });
  await run(blockProposal, { params: paramsOf(n), actor: system, body: { reason: 'It is in conflict.' } });
  expect(await listed()).toEqual({ vera: [], edith: ['schedule 1'], emil: [], ada: ['schedule 1'] });
});

it('a comment waits for the author and those it answers, a mention for who is named, until they write or it is resolved', async () => {
  const { n } = await drafted();
  const params = paramsOf(n);
  await send(n);
  const say = async (actor: Actor, text: string, reply_to?: number) =>
    (await run(addComment, { params, actor, body: { text, ...(reply_to && { reply_to }) } })).value.id;
  const waits = async () =>
    Object.fromEntries(
      Object.entries(await listed()).map(([name, rows]) => [
        name,
        (rows as string[]).filter((row) => !row.startsWith('review')),
      ]),
    );
  const first = await say(emil, 'Is that true, @ada?');
  expect(await waits()).toEqual({ vera: [], edith: ['comment 1'], emil: [], ada: ['mention 1'] });
  await say(ada, 'It is.', first);
  expect(await waits()).toEqual({ vera: [], edith: ['comment 1'], emil: ['comment 1'], ada: [] });
  await say(edith, 'Thank you, @vera too.', first);
  expect(await waits()).toEqual({ vera: [], edith: [], emil: ['comment 1'], ada: ['comment 1'] });
  await run(resolveComment, { params: { ...params, comment: String(first) }, actor: edith, body: { resolved: true } });
  expect(await waits()).toEqual({ vera: [], edith: [], emil: [], ada: [] });
});

test('nothing waits for programs', async () => {
  await send((await drafted()).n);
  expect((await run(waitingFor, { actor: writer })).value).toEqual([]);
});

it('names an event alike until it happens again', async () => {
  const { n } = await drafted();
  await send(n);
  const [first] = await rowsOf(ada, 'asked');
  expect((await rowsOf(ada, 'asked'))[0]?.key).toBe(first?.key);
  brand.clock.advance({ seconds: 60 });
  await run(requestChanges, { params: paramsOf(n), actor: ada, body: { note: 'No.' } });
  await send(n);
  expect((await rowsOf(ada, 'asked'))[0]?.key).not.toBe(first?.key);
});
