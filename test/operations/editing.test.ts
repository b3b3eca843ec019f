import { expect, it } from 'vitest';
import { personActor } from '../../src/operations/engine/access.js';
import { updatePage } from '../../src/operations/pages.js';
import { approveProposal, declineProposal } from '../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../src/operations/proposals/merge.js';
import { submitProposal, updateProposal } from '../../src/operations/proposals/proposals.js';
import { setEditing } from '../../src/registry/editing.js';
import type { Editing } from '../../src/registry/records.js';
import { letIn } from '../support/agent.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { block, details, idOf, paramsOf, run, type Said } from '../support/proposals.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import { askApi } from '../support/workspace-api.js';

portalForEach();

const brand = () => ({ service: portal.service, slug: 'acme' });

/** An editor of Acme who may do what is set. */
async function editorWho(editing: Editing | '', name: string) {
  const { id } = await addPerson(portal, name, { acme: 'editor' });
  await setEditing(portal.service.people.verbs, { id, brand: 'acme', editing });
  const person = (await portal.service.people.list()).find((one) => one.id === id);
  if (person === undefined) throw new Error('no person');
  return { person, actor: personActor(person, 'editor', 'acme') };
}

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { readonly code?: string }) => error.code ?? String(error),
  );

it('who only proposes writes into drafts, sends them, and decides nothing; agents follow', async () => {
  const page = await client.page({ title: 'Delays', blocks: [block('One conductor.')] });
  const { person, actor } = await editorWho('proposes', 'Pia Pohl');
  const { actor: other } = await editorWho('', 'Emil Ernst');
  const pia = await WorkspaceClient.signIn(portal, person);
  const api = '/brands/acme/-/workspace/api';
  const live = await askApi(pia, 'PATCH', `${api}/pages/${page.id}`, { title: 'Late' });
  expect([live.status, live.body.code]).toEqual([403, 'review_required']);
  expect((await askApi(pia, 'PATCH', `${api}/pages/${page.id}?proposal=new`, { title: 'Late' })).status).toBe(200);
  const as = (said: Said) => ({ params: paramsOf(1), ...said });
  const { result } = await details(brand(), 1);
  expect(await outcome(run(brand(), submitProposal, as({ actor })))).toBe('done');
  expect(await outcome(run(brand(), approveProposal, as({ actor, body: { result } })))).toBe('forbidden');
  expect(await outcome(run(brand(), declineProposal, as({ actor, body: {} })))).toBe('forbidden');
  expect(await outcome(run(brand(), approveProposal, as({ actor: other, body: { result } })))).toBe('done');
  expect(await outcome(run(brand(), mergeProposal, as({ actor, body: {} })))).toBe('forbidden');
  expect(await outcome(run(brand(), mergeProposal, as({ actor: other, body: {} })))).toBe('done');

  await run(brand(), updatePage, { params: idOf(page.id), body: { title: 'Later' }, proposal: 'new', actor: other });
  expect(await outcome(run(brand(), updateProposal, { params: paramsOf(2), actor, body: { title: 'Mine' } }))).toBe(
    'forbidden',
  );
  const { body: tokens } = await (await letIn(pia, { answer: { write: 'yes', propose: 'yes' } })).redeem();
  expect(String(tokens.scope).split(' ')).not.toContain('write');
});

it('an editor approves, or not, as is set for this one, whoever approves in the brand', async () => {
  const page = await client.page({ title: 'Delays', blocks: [block('One conductor.')] });
  const { actor: author } = await editorWho('', 'Edith Eich');
  const people = {
    plain: (await editorWho('', 'Emil Ernst')).actor,
    approves: (await editorWho('approves', 'Anna Abt')).actor,
    publishes: (await editorWho('publishes', 'Paul Pohl')).actor,
  };
  await run(brand(), updatePage, { params: idOf(page.id), body: { title: 'Late' }, proposal: 'new', actor: author });
  await run(brand(), submitProposal, { params: paramsOf(1), actor: author });
  const tried = async () => {
    const { result } = await details(brand(), 1);
    const outcomes: Record<string, string> = {};
    for (const [name, actor] of Object.entries(people))
      outcomes[name] = await outcome(run(brand(), approveProposal, { params: paramsOf(1), actor, body: { result } }));
    return outcomes;
  };
  expect(await tried()).toEqual({ plain: 'done', approves: 'done', publishes: 'forbidden' });
  await portal.service.setBrandSettings('acme', { approvers: 'admins' });
  expect(await tried()).toEqual({ plain: 'forbidden', approves: 'done', publishes: 'forbidden' });
  const merged = run(brand(), mergeProposal, { params: paramsOf(1), actor: people.approves, body: {} });
  expect(await outcome(merged)).toBe('done');
});
