import { describe, expect, it } from 'vitest';
import type { Right } from '../../src/registry/records.js';
import { ask, call, connect } from '../support/mcp.js';
import { portal, portalForEach } from '../support/portal-fixture.js';

portalForEach({ example: 'northlight' });

async function agentWith(rights: readonly Right[], name = 'Agent Smith') {
  return connect(portal, (await portal.client('northlight', rights, name)).key);
}

describe('with the right to propose only', () => {
  it('writes go into the newest draft, whose number each answer has, and the brand stays as it is', async () => {
    const agent = await agentWith(['read', 'propose']);
    const before = portal.head('northlight');
    const made = await ask(agent, 'create_page', { title: 'Signs', idempotency_key: 'once-only-0001' });
    expect(made).toMatchObject({ proposal: 1, page: { title: 'Signs' } });
    expect(made.page.id).toBeGreaterThanOrEqual(2 ** 40);
    expect(await ask(agent, 'create_page', { title: 'Signs', idempotency_key: 'once-only-0001' })).toEqual(made);
    const { version } = await ask(agent, 'get_page', { page: 11, proposal: 1 });
    expect(await ask(agent, 'update_page', { page: 11, title: 'Space', expected_version: version })).toMatchObject({
      proposal: 1,
    });
    expect((await ask(agent, 'get_page', { page: 11, proposal: 1 })).page.title).toBe('Space');
    expect((await ask(agent, 'get_page', { page: 11 })).page.title).not.toBe('Space');
    expect(await ask(agent, 'change_proposal', { proposal: 1, title: 'Signs and space' })).toMatchObject({ number: 1 });
    expect(await ask(agent, 'submit_proposal', { proposal: 1 })).toEqual({
      ...{ proposal: 1, number: 1, title: 'Signs and space', state: 'open' },
    });
    expect(await ask(agent, 'create_page', { title: 'Next' })).toMatchObject({ proposal: 2 });
    expect(await ask(agent, 'create_page', { title: 'More', proposal: 'new' })).toMatchObject({ proposal: 3 });
    expect(await ask(agent, 'withdraw_proposal', { proposal: 3 })).toMatchObject({ state: 'withdrawn' });
    expect(await ask(agent, 'create_page', { title: 'Third' })).toMatchObject({ proposal: 2 });
    const list = await ask(agent, 'list_proposals', { state: ['draft', 'open'] });
    expect(list.proposals.map(({ number, state }: { number: number; state: string }) => [number, state])).toEqual([
      [2, 'draft'],
      [1, 'open'],
    ]);
    expect(portal.head('northlight')).toBe(before);
  });

  it.each([
    ['create_page', { title: 'Signs', slug: 'signs' }, 'slug'],
    ['create_page', { title: 'Signs', proposal: 'newest' }, 'proposal'],
    ['create_page', { title: 'Signs', proposal: 'first' }, 'proposal'],
    ['submit_proposal', { proposal: 'new' }, 'proposal'],
  ])('%s with %j is refused', async (name, args, field) => {
    const agent = await agentWith(['read', 'propose']);
    const { isError, answer } = await call(agent, name, args);
    expect([isError, Object.keys(answer.errors ?? {})]).toEqual([true, [field]]);
    expect((await ask(agent, 'list_proposals')).proposals).toEqual([]);
  });
});
