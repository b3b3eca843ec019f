import { describe, expect, it } from 'vitest';
import { dropChange } from '../../src/operations/proposals/decide.js';
import type { Right } from '../../src/registry/records.js';
import { ask, call, connect } from '../support/mcp.js';
import { operate, portal, portalForEach } from '../support/portal-fixture.js';
import { approve, merge } from '../support/proposals.js';

portalForEach({ example: 'northlight' });

async function agentWith(rights: readonly Right[], name = 'Agent Smith') {
  return connect(portal, (await portal.client('northlight', rights, name)).key);
}

const own = [
  ...['list_proposals', 'read_proposal', 'change_proposal', 'submit_proposal', 'withdraw_proposal'],
  'comment_on_proposal',
];

it.each<[Right[], string[]]>([
  [['read'], []],
  [['read', 'propose'], own],
  [['read', 'write'], own],
  [['propose'], own.slice(2)],
])('a key with %j is shown the tools for proposals that it may call', async (rights, expected) => {
  const { tools } = await (await agentWith(rights)).listTools();
  const names = tools.map(({ name }) => name);
  expect(names.filter((name) => name.includes('proposal'))).toEqual(expected);
  expect(names.includes('create_page')).toBe(!rights.includes('read') || rights.length > 1);
});

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

  it('no other key with that right sees it, and who may write sees it when it is sent', async () => {
    const [agent, other] = [await agentWith(['read', 'propose']), await agentWith(['read', 'propose'])];
    const writer = await agentWith(['read', 'write']);
    await ask(agent, 'create_page', { title: 'Signs' });
    for (const foreign of [other, writer])
      for (const [tool, args] of [['read_proposal'], ['list_pages'], ['create_page', { title: 'X' }]] as const)
        expect((await call(foreign, tool, { ...args, proposal: 1 })).answer.code).toBe('not_found');
    await ask(agent, 'submit_proposal', { proposal: 1 });
    expect((await ask(writer, 'read_proposal', { proposal: 1 })).author.name).toBe('Agent Smith');
    expect((await ask(writer, 'create_page', { title: 'Live' })).proposal).toBeUndefined();
  });
});

it('an agent mends three pages in one proposal, hears what people say, and what is merged of it', async () => {
  const agent = await agentWith(['read', 'propose']);
  const before = portal.head('northlight');
  const pages = (await ask(agent, 'list_pages')).pages
    .filter(({ type }: { type: string }) => type !== 'container')
    .slice(0, 3);
  for (const { id } of pages) {
    const added = await ask(agent, 'add_block', { page: id, type: 'heading', data: { text: `Mended ${id}` } });
    await ask(agent, 'add_block', { page: id, markdown: 'Ask before you print.' });
    expect(added.proposal).toBe(1);
  }
  await ask(agent, 'submit_proposal', { proposal: 1 });
  await ask(agent, 'comment_on_proposal', { proposal: 1, text: 'See the headings.', page: pages[0].id });
  const read = await ask(agent, 'read_proposal', { proposal: 1 });
  expect(read.comments.map(({ text }: { text: string }) => text)).toEqual(['See the headings.']);
  expect(read.changes.map(({ id }: { id: number }) => id).sort()).toEqual(
    pages.map(({ id }: { id: number }) => id).sort(),
  );

  const { page, outline } = await ask(agent, 'get_page_outline', { page: pages[0].id, proposal: 1 });
  const block = outline.find(({ text }: { text: string }) => text === `Mended ${page.id}`).id;
  await operate(dropChange, { proposal: '1' }, { kind: 'page', id: page.id, block });
  const brand = { service: portal.service, slug: 'northlight' };
  await approve(brand, 1);
  expect(portal.head('northlight')).toBe(before);
  await merge(brand, 1);
  expect((await ask(agent, 'read_proposal', { proposal: 1 })).state).toBe('merged');
  const texts = async (id: number) =>
    (await ask(agent, 'get_page_outline', { page: id })).outline.map(({ text }: { text: string }) => text);
  for (const { id } of pages) {
    expect((await texts(id)).includes(`Mended ${id}`)).toBe(id !== page.id);
    expect(await texts(id)).toContain('Ask before you print.');
  }
});
