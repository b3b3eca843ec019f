import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../../src/operations/engine/contract.js';
import { createPage, listPages, updatePage } from '../../../src/operations/pages.js';
import { approveProposal } from '../../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../../src/operations/proposals/merge.js';
import { showProposal, submitProposal } from '../../../src/operations/proposals/proposals.js';
import { editor, run as runIn, type Said, writer } from '../proposals.js';
import { inspectHistory, type Promised } from './inspect.js';
import { type Calls, PortalProcess, requestOf, runOf } from './portal-process.js';
import { aloneFs } from './restart.js';
import type { Scenario } from './simulate.js';

const slug = 'acme';
const params = { proposal: '1' };

async function run<Value>(portal: PortalProcess, requestId: string, operation: Operation<Value>, said: Said) {
  const actor = operation.effect === 'write' && !operation.publishes ? writer : editor;
  return (await runIn({ slug, service: await portal.service() }, operation, { actor, requestId, ...said })).value;
}

const details = (portal: PortalProcess) => run(portal, 'show', showProposal, { params });
const merge = (portal: PortalProcess, id: string) => run(portal, id, mergeProposal, { params, body: {} });

/** The calls in their order, by their request ids; `page` is made before. */
const calls: Calls = {
  propose: (portal, id) =>
    run(portal, id, updatePage, { params: { page: '1' }, body: { title: 'Renamed' }, proposal: 'new' }),
  add: (portal, id) => run(portal, id, createPage, { body: { title: 'Added' }, proposal: 1 }),
  submit: (portal, id) => run(portal, id, submitProposal, { params }),
  approve: async (portal, id) =>
    run(portal, id, approveProposal, { params, body: { result: (await details(portal)).result } }),
  merge,
  again: merge,
};

const only = (all: Promised['acknowledged'], names: readonly string[]) =>
  new Map([...all].filter(([name]) => names.includes(name)));

/** @returns the calls that are done: both repositories have their commits, and `main` those of a merge first */
async function inspect(portal: PortalProcess, { acknowledged, running }: Promised): Promise<Set<string>> {
  const main = portal.gitdir(slug);
  const published = new Map([...only(acknowledged, ['merge']), ['create', undefined], ['page', undefined]]);
  const commits = await inspectHistory(main, { acknowledged: published, running }, requestOf);
  const recorded = only(acknowledged, ['propose', 'add', 'submit', 'approve', 'merge']);
  const place = `${main}/proposals.git`;
  if (!existsSync(place)) {
    if (recorded.size > 0) throw new Error('The proposals are lost');
    return new Set();
  }
  const of = { acknowledged: new Map([...recorded, ['create', undefined]]), running };
  const done = new Set((await inspectHistory(place, of, requestOf)).map(({ call }) => call));
  const isPublished = commits.some(({ call }) => call === 'merge');
  if (done.has('merge') && !isPublished) throw new Error('A merge is recorded that the brand does not have');
  return done;
}

async function check(data: string, { acknowledged, running }: Promised): Promise<void> {
  const portal = new PortalProcess(aloneFs, data);
  const done = await inspect(portal, { acknowledged, running });
  const all = new Map(acknowledged);
  for (const [name, make] of Object.entries(calls)) {
    all.set(name, done.has(name) ? all.get(name) : await make(portal, name));
  }
  await inspect(portal, { acknowledged: all, running: [] });
  const { state, merged, ids } = await details(portal);
  const { found } = await merge(portal, 'once more');
  const titles = (await run(portal, 'list', listPages, {})).map(({ id, title }) => `${id} ${title}`);
  await portal.close();
  await inspect(portal, { acknowledged: all, running: [] });
  const shown = [state, titles, ids.map(({ final }) => final), merged.map(({ commit }) => commit)];
  const wanted = ['merged', ['1 Renamed', '2 Added'], [2], [found]];
  if (!isDeepStrictEqual(shown, wanted)) throw new Error(`The proposal is ${JSON.stringify(shown)}`);
}

export const proposals: Scenario = {
  name: 'a proposal: begun, written, approved, merged, merged again',
  ...runOf(calls, async (portal) => {
    await portal.createBrand(slug);
    await run(portal, 'page', createPage, { body: { title: 'Page' } });
  }),
  check,
};
