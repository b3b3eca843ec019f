import { isDeepStrictEqual } from 'node:util';
import { vi } from 'vitest';
import { replaceContent } from '../../../src/operations/blocks.js';
import type { Operation } from '../../../src/operations/engine/contract.js';
import { createPage, deletePage } from '../../../src/operations/pages.js';
import { approveProposal } from '../../../src/operations/proposals/decide.js';
import { showProposal, submitProposal } from '../../../src/operations/proposals/proposals.js';
import { purgePage } from '../../../src/operations/trash.js';
import { git } from '../git.js';
import { paramsOf, person, run as runIn, type Said } from '../proposals.js';
import { fsck } from './fsck.js';
import { historyOf, type Promised } from './inspect.js';
import { type Calls, PortalProcess, requestOf, runOf } from './portal-process.js';
import { aloneFs } from './restart.js';
import type { Scenario } from './simulate.js';

const slug = 'acme';
const secret = 'Zebrafinch';
const [gone, stays] = [{ page: '1' }, { page: '2' }];

async function run<Value>(portal: PortalProcess, requestId: string, operation: Operation<Value>, said: Said = {}) {
  const place = { slug, service: await portal.service() };
  return (await runIn(place, operation, { actor: person('ada', 'admin'), requestId, ...said })).value;
}

const details = (portal: PortalProcess, number: number) =>
  run(portal, 'show', showProposal, { params: paramsOf(number) });

/** The interrupted calls, in their order, by their request ids. */
const calls: Calls = {
  delete: (portal) => run(portal, 'delete', deletePage, { params: gone }),
  purge: (portal) => run(portal, 'purge', purgePage, { params: gone }),
};

/** The first proposal changes both pages, the second only the one that stays; both are approved. */
async function propose(portal: PortalProcess): Promise<void> {
  for (const title of ['Gone', 'Stays']) await run(portal, `make ${title}`, createPage, { body: { title } });
  const write = (params: Record<string, string>, text: string, proposal: number | 'new') => {
    const body = { blocks: [{ type: 'rich_text', data: { html: `<p>${text}</p>` } }] };
    return run(portal, `write ${text}`, replaceContent, { params, body, proposal });
  };
  await write(gone, secret, 'new');
  await write(stays, 'One', 1);
  await write(stays, 'Two', 'new');
  for (const number of [1, 2]) {
    const params = paramsOf(number);
    await run(portal, `submit ${number}`, submitProposal, { params });
    const { result } = await details(portal, number);
    await run(portal, `approve ${number}`, approveProposal, { params, body: { result } });
  }
}

/** What the history of the proposals names, before and after what it does not name is dropped. */
async function inspect(portal: PortalProcess, isPurged: boolean): Promise<void> {
  const gitdir = `${portal.gitdir(slug)}/proposals.git`;
  const service = await portal.service();
  await service.chores.tidyProposals();
  const shown = [];
  for (const number of [1, 2]) {
    const { state, reviews, changes } = await details(portal, number);
    shown.push([state, reviews.length, changes.map(({ id }) => id)]);
  }
  const first = isPurged ? ['open', 0, [2]] : ['approved', 1, [1, 2]];
  if (!isDeepStrictEqual(shown, [first, ['approved', 1, [2]]])) throw new Error(`Shown: ${JSON.stringify(shown)}`);
  // The first run may wait for one that began before.
  for (let count = 0; count < 2; count += 1) await service.chores.maintain(Number.POSITIVE_INFINITY);
  const objects = git(gitdir, ['cat-file', '--batch-all-objects', '--batch', '--buffer', '--unordered']);
  if (objects.includes(secret) === isPurged) throw new Error(`The text is ${isPurged ? 'still there' : 'lost'}`);
  await Promise.all([historyOf(gitdir), fsck(gitdir)]);
}

async function check(data: string, { acknowledged, running }: Promised): Promise<void> {
  const portal = new PortalProcess(aloneFs, data);
  const main = portal.gitdir(slug);
  await Promise.all([main, `${main}/proposals.git`].flatMap((gitdir) => [historyOf(gitdir), fsck(gitdir)]));
  const done = new Set((await historyOf(main)).map(requestOf));
  const lost = Object.keys(calls).filter((call) => acknowledged.has(call) && !done.has(call));
  const early = Object.keys(calls).filter(
    (call) => done.has(call) && !acknowledged.has(call) && !running.includes(call),
  );
  if (lost.length + early.length > 0) throw new Error(`Lost: ${lost}; made by nobody: ${early}`);
  if (!done.has('delete') || done.has('purge')) await inspect(portal, done.has('purge'));
  for (const [call, make] of Object.entries(calls)) if (!done.has(call)) await make(portal, call);
  await inspect(portal, true);
  await portal.close();
}

export const purge: Scenario = {
  name: 'a page of proposals is purged',
  ...runOf(calls, async (portal) => {
    await portal.createBrand(slug);
    await propose(portal);
    // Writes of native git are not recorded.
    vi.spyOn((await portal.service()).brands, 'maintainProposals').mockResolvedValue();
  }),
  check,
};
