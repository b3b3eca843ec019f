import { describe, expect, it } from 'vitest';
import { maxDiffSteps } from '../../src/content/diff/limit.js';
import { maxMergeSteps } from '../../src/content/merge/page.js';
import { Effort } from '../../src/lib/effort.js';
import { formsIn } from '../support/form-fields.js';
import { git } from '../support/git.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { openPortal, visiblePage } from '../support/portal-visitors.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import { askApi } from '../support/workspace-api.js';
import { fill } from '../support/workspace-forms.js';

portalForEach({ real: true, modules: ['corporate_language'] });

const path = '/brands/acme/proposals';
const text = (html: string) => ({ type: 'rich_text', data: { html: `<p>${html}</p>` } });
const editor = async () => WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Hofer', { acme: 'editor' }));

/** An agent proposes to change both texts of a page. @returns the page, and its blocks */
async function propose() {
  const page = await client.page({ title: 'Delays', blocks: [text('One conductor.'), text('Two coaches.')] });
  const agent = await portal.client('acme', ['read', 'propose'], 'Style agent');
  const [one, two] = page.blocks;
  const first = { data: { html: '<p>One night host.</p>' } };
  const begun = await agent.patch(`/pages/${page.id}/blocks/${one.id}?proposal=new`, first);
  const number = begun.headers.get('proposal');
  const second = { data: { html: '<p>Two carriages.</p>' } };
  await agent.patch(`/pages/${page.id}/blocks/${two.id}?proposal=${number}`, second);
  await agent.patch(`/proposals/${number}`, { title: 'Preferred terms' });
  await agent.post(`/proposals/${number}/submit`, undefined);
  return { id: page.id, one, two };
}

const textIn = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

const htmlOf = async (id: number): Promise<string[]> =>
  (await client.get(`/pages/${id}`)).body.blocks.map(({ data }: { data: { html: string } }) => data.html);

describe('a proposal in the browser', () => {
  it('waits for its reviewer, who declines a block and publishes the rest', async () => {
    const { id, two } = await propose();
    const ada = await editor();
    expect((await ada.get('/brands/acme')).text).toContain('<span class="count hot" title="Your review">1</span>');
    const list = (await ada.get(path)).text;
    expect(list).toMatch(/Your review<\/h2>.*Preferred terms.*Style agent/s);
    const one = (await ada.get(`${path}/1`)).text;
    expect(one.replace(/<[^>]+>/g, '')).toMatch(/One removed: conductor .* added: night host /);
    await fill(ada, `${path}/1`, 'drop_block', { block: two.id });
    const published = await fill(ada, `${path}/1`, 'publish');
    expect(published.status).toBe(303);
    const { text } = await ada.get(published.headers.get('location') ?? '');
    expect(textIn(text)).toContain('Saved. Proposal 1 published: Preferred terms');
    const done = (await ada.get(`${path}/1`)).text;
    expect(textIn(done)).toMatch(/Published Page \d+ “Delays” changed People of the brand can read it\. What changed/);
    expect(done).toContain(`href="/brands/acme/-/page/${id}"`);
    expect(textIn(done)).not.toContain('Nothing is left to publish');
    expect(await htmlOf(id)).toEqual(['<p>One night host.</p>', '<p>Two coaches.</p>']);
    const log = git(portal.gitdir('acme'), ['log', '-1', '--format=%an%n%B', 'main']);
    expect(log).toMatch(/^Style agent\nPublish proposal 1: Preferred terms\n/);
    expect(log).toMatch(/\nProposed-By: key \w+\nApproved-By: person \w+\nProposal: 1 [0-9a-f]{40}\n/);
    expect((await ada.get('/brands/acme')).text).not.toContain('count hot');
    const newest = async (by: string) => {
      const { text: changes } = await ada.get(`/brands/acme/changes?by=${by}&q=Preferred`);
      return /<li class="li"><span class="([^"]*)" title="([^"]*)"/.exec(changes)?.slice(1);
    };
    expect(await newest('')).toEqual(['av sys', 'Style agent']);
    expect([await newest('program'), await newest('person')]).toEqual([['av sys', 'Style agent'], undefined]);
  });

  it('is declined by those who did not make it, and withdrawn by who did', async () => {
    const page = await client.page({ title: 'Delays', blocks: [text('One conductor.')] });
    const ada = await editor();
    const api = '/brands/acme/-/workspace/api';
    await askApi(ada, 'PATCH', `${api}/pages/${page.id}?proposal=new`, { title: 'Late' });
    await askApi(ada, 'POST', `${api}/proposals/1/submit`);
    const bo = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Bo Berg', { acme: 'editor' }));
    const actionsOf = async (person: WorkspaceClient) => {
      const sent = formsIn((await person.get(`${path}/1`)).text, '').flatMap(({ fields }) => fields);
      const actions = sent.filter(([name]) => name === 'action').map(([, value]) => value);
      return ['ask', 'decline', 'withdraw'].filter((action) => actions.includes(action));
    };
    expect(await actionsOf(ada)).toEqual(['withdraw']);
    expect(await actionsOf(bo)).toEqual(['ask', 'decline']);
  });

  it('that is a draft is found on the overview by its author, and by no one else', async () => {
    const page = await client.page({ title: 'Delays', blocks: [text('One conductor.')] });
    const ada = await editor();
    const api = '/brands/acme/-/workspace/api';
    await askApi(ada, 'PATCH', `${api}/pages/${page.id}?proposal=new`, { title: 'Late' });
    const named = /To do.*Rename page “Delays” to “Late” Your draft, .*Draft/;
    expect(textIn((await ada.get('/brands/acme')).text)).toMatch(named);
    const bo = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Bo Berg', { acme: 'editor' }));
    expect(textIn((await bo.get('/brands/acme')).text)).not.toContain('Your draft');
  });

  it('that moves a page to the trash offers to decline all of it, and no block', async () => {
    const page = await client.page({ title: 'Delays', blocks: [text('One conductor.')] });
    await client.send('DELETE', `/pages/${page.id}?proposal=new`);
    await client.post('/proposals/1/submit', undefined);
    const shown = textIn((await (await editor()).get(`${path}/1`)).text);
    expect(shown).toContain('Decline change');
    expect(shown).not.toContain('Decline block');
  });

  it('is called in readers’ words, unless somebody has given it a title', async () => {
    const page = await client.page({ title: 'Delays', blocks: [text('One conductor.')] });
    await client.patch(`/pages/${page.id}/blocks/${page.blocks[0].id}?proposal=new`, { data: { html: '<p>One.</p>' } });
    await client.patch(`/pages/${page.id}?proposal=new`, { title: 'Late' });
    await client.post('/proposals', { title: 'Edit rich_text by hand' });
    const list = textIn((await (await editor()).get(path)).text);
    expect(list).toContain('Change the text on “Delays”');
    expect(list).toContain('Rename page “Delays” to “Late”');
    expect(list).toContain('Edit rich_text by hand');
  });

  it('shows a comment on a block with its replies', async () => {
    const { id, one } = await propose();
    const ada = await editor();
    await fill(ada, `${path}/1`, 'comment_block', { words: 'Also at night?', page: String(id), block: one.id });
    await fill(ada, `${path}/1`, 'reply', { words: 'At night, too.' });
    expect(textIn((await ada.get(`${path}/1`)).text)).toMatch(
      /Also at night\? .*At night, too\. .*Decline change The proposal loses this for good/,
    );
    await fill(ada, `${path}/1`, 'resolve');
    const { comments } = (await client.get('/proposals')).body.find(({ number }: { number: number }) => number === 1);
    expect(comments).toEqual({ count: 2, open: 1 });
    expect(textIn((await ada.get(`${path}/1`)).text)).toMatch(/Resolved by Ada Hofer/);
  });

  it('that meets another change is settled before it is published', async () => {
    const { id, one } = await propose();
    await client.patch(`/pages/${id}/blocks/${one.id}`, { data: { html: '<p>One guard.</p>' } });
    const ada = await editor();
    const shown = (await ada.get(`${path}/1`)).text;
    expect(shown).toContain('The brand has changed the same place since');
    const pictures = [...shown.matchAll(/<input type="radio"[^>]*> ?<span class="(av [^"]*)" title="([^"]*)"/g)];
    expect(pictures.map(([, kind, name]) => [kind, name])).toEqual([
      ['av sys s', 'Test'],
      ['av sys s', 'Style agent'],
    ]);
    expect(shown).not.toContain('Approve and publish');
    expect((await fill(ada, `${path}/1`, 'settle')).text).toContain('Choose one for each place.');
    await fill(ada, `${path}/1`, 'settle', { 'side.0': 'together', 'text.0': 'One guard & host.' });
    await fill(ada, `${path}/1`, 'publish');
    expect(await htmlOf(id)).toEqual(['<p>One guard &amp; host.</p>', '<p>Two carriages.</p>']);
  });

  it('of equal cells, with a conflict of signs without an end, is shown and declined after bounded work', async () => {
    const signs = (sign: string) => ({ text: sign.repeat(150_000), level: 2 });
    const cells = (columns: number) => ({ header: [], rows: Array(1000).fill(Array(columns).fill('')) });
    const blocks = [
      { type: 'heading', data: signs('[') },
      { type: 'table', data: cells(36) },
    ];
    const page = await client.page({ title: 'Signs', blocks });
    const [heading, table] = page.blocks.map(({ id }: { id: string }) => `/pages/${page.id}/blocks/${id}`);
    const agent = await portal.client('acme', ['propose'], 'Style agent');
    await agent.patch(`${heading}?proposal=new`, { data: signs('<') });
    await agent.patch(`${table}?proposal=1`, { data: cells(35) });
    await agent.post('/proposals/1/submit', undefined);
    await client.patch(heading, { data: signs('&') });
    const ada = await editor();
    const before = Effort.spent;
    const { text: shown } = await ada.get(`${path}/1`);
    expect(Effort.spent - before).toBeLessThanOrEqual(maxDiffSteps + 2 * maxMergeSteps);
    expect(shown).toContain('The brand has changed the same place since');
    expect(shown).toContain('&lt;'.repeat(1000));
    expect((await fill(ada, `${path}/1`, 'decline', { note: 'No.' })).status).toBe(303);
  });

  it('of many changes shows 20, and the others on demand, where each form works and a conflict is found', async () => {
    const agent = await portal.client('acme', ['read', 'propose']);
    const blocks: string[] = [''];
    for (let id = 1; id <= 25; id += 1) {
      const page = await client.page({ title: `Page ${id}`, blocks: [text('As stored.')] });
      blocks.push(page.blocks[0].id);
      const { data } = text(`Proposed ${id}.`);
      await agent.patch(`/pages/${id}/blocks/${blocks[id]}?proposal=${id === 1 ? 'new' : 1}`, { data });
    }
    await agent.post('/proposals/1/submit', undefined);
    await client.patch(`/pages/7/blocks/${blocks[7]}`, { data: { html: '<p>Saved since.</p>' } });
    const ada = await editor();
    const cards = async (query: string) => {
      const { text: page } = await ada.get(`${path}/1${query}`);
      return { page, ids: [...page.matchAll(/class="card proposed" id="([^"]+)"/g)].map(([, id]) => id) };
    };
    const first = await cards('');
    const rest = await cards('?start=20');
    expect([first.ids.length, rest.ids.length, new Set([...first.ids, ...rest.ids]).size]).toEqual([20, 5, 25]);
    expect([first.ids.includes('page-7'), rest.ids.includes('page-7')]).toEqual([false, true]);
    const address = '/brands/acme/-/workspace/proposals/1';
    expect(first.page).toContain(`<a href="${address}?start=20">More changes`);
    expect(first.page).toMatch(/<details class="card pad" open>.*href="[^"]*\?start=20#page-7".*?1 conflict/s);
    expect(first.page).not.toContain('Approve and publish');
    expect(rest.page).toContain(`<a href="${address}#page-1"`);

    const on = `${path}/1?start=20`;
    expect((await fill(ada, on, 'settle')).text).toMatch(/Choose one for each place.*id="page-7"/s);
    const settled = await fill(ada, on, 'settle', { 'side.0': 'mine' });
    expect(settled.headers.get('location')).toBe(`${address}?start=20&said=settled`);
    const comment = { page: '7', block: blocks[7] ?? '', words: 'Better.' };
    expect((await fill(ada, on, 'comment_block', comment)).status).toBe(303);
    await fill(ada, on, 'drop', { kind: 'page', id: '8' });
    expect((await cards('?start=20')).ids).toHaveLength(4);
    expect((await cards('?start=20')).page).toContain('Better.');
    await fill(ada, on, 'publish');
    expect(await htmlOf(7)).toEqual(['<p>Proposed 7.</p>']);
    expect([await htmlOf(1), await htmlOf(8)]).toEqual([['<p>Proposed 1.</p>'], ['<p>As stored.</p>']]);
  });

  it('names the language findings that it adds and takes away, and those that stand in the way', async () => {
    const { id } = await propose();
    const forbidden = [{ term: 'conductor' }, { term: 'coaches' }, { term: 'carriages', reason: 'Old.' }];
    await client.patch('/brand/cl/terminology', { forbidden });
    const ada = await editor();
    const shown = textIn((await ada.get(`${path}/1`)).text);
    expect(shown).toMatch(/2 language findings before, 1 after\. carriages is not said here Block 2 · /);
    expect(shown).toContain('Language 1 finding, 1 new');
    await portal.service.setBrandSettings('acme', { findings_allowed: false });
    const barred = (await ada.get(`${path}/1`)).text;
    expect(barred).toContain('This brand publishes no findings.');
    expect(barred).not.toContain('Approve and publish');
    await client.patch('/brand/cl/terminology', { forbidden: forbidden.slice(0, 1) });
    expect(textIn((await ada.get(`${path}/1`)).text)).toContain('Language No findings');
    expect((await fill(ada, `${path}/1`, 'publish')).status).toBe(303);
    expect(await htmlOf(id)).toContain('<p>Two carriages.</p>');
  });

  it('that is declined changes nothing, and can be opened again', async () => {
    const { id } = await propose();
    const ada = await editor();
    const head = portal.head('acme');
    await fill(ada, `${path}/1`, 'decline', { note: 'Not now.' });
    expect((await ada.get(`${path}?show=declined`)).text).toContain('Preferred terms');
    expect(portal.head('acme')).toBe(head);
    await fill(ada, `${path}/1`, 'reopen');
    await fill(ada, `${path}/1`, 'ask', { note: 'Shorter, please.' });
    expect((await ada.get(`${path}/1`)).text).toContain('Shorter, please.');
    expect(await htmlOf(id)).toEqual(['<p>One conductor.</p>', '<p>Two coaches.</p>']);
  });

  it.each([
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00Z', 'Sun, 8 Mar 2026, 03:00 America/New_York'],
    ['UTC', '2026-12-13 08:00', '2026-12-13T08:00:00Z', 'Sun, 13 Dec 2026, 08:00 UTC'],
  ])('is approved for a time on the clock of %s', async (zone, at, utc, shown) => {
    await propose();
    const ada = await editor();
    expect((await ada.get(`${path}/1`)).text).toContain('Date and time in UTC');
    const sent = zone === 'UTC' ? { at } : { at, zone };
    expect((await fill(ada, `${path}/1`, 'schedule', sent)).status).toBe(303);
    const { body } = await client.get('/proposals/1');
    expect(body).toMatchObject({ state: 'approved', publish_at: { at: utc, zone } });
    for (const page of [path, `${path}/1`]) expect((await ada.get(page)).text).toContain(shown);
  });

  it('is not approved for a time that is none', async () => {
    await propose();
    const ada = await editor();
    for (const [zone, at, problem] of [
      ['Europe/Vienna', '2026-03-29T02:30', 'this time is not on that day'],
      ['Europe/Vienna', '2026-02-31T08:00', 'Write day and time'],
      ['Europe/Nowhere', '2026-12-13T08:00', 'The selected zone is invalid'],
      ['UTC', '2026-02-28 08:00', '1 minute to 2 years ahead'],
    ] as const) {
      const refused = await fill(ada, `${path}/1`, 'schedule', { at, zone });
      expect([at, refused.status, refused.text.includes(problem)]).toEqual([at, 422, true]);
    }
    expect((await client.get('/proposals/1')).body).toMatchObject({ state: 'open', publish_at: null });
  });

  it('that is a draft tells its author, and no one else, 14 days before it is withdrawn', async () => {
    const page = await client.page({ title: 'Delays', blocks: [text('One conductor.')] });
    const people = [
      await addPerson(portal, 'Ada Hofer', { acme: 'editor' }),
      await addPerson(portal, 'Bo Berg', { acme: 'editor' }),
    ];
    const signIn = () => Promise.all(people.map((one) => WorkspaceClient.signIn(portal, one)));
    const isWarned = async (person: WorkspaceClient) => [
      (await person.get(path)).text.includes('Withdrawn in 14 days'),
      (await person.get(`${path}/1`)).text.includes('not changed for 76 days'),
    ];
    const [author] = await signIn();
    if (author === undefined) throw new Error('no author');
    await askApi(author, 'PATCH', `/brands/acme/-/workspace/api/pages/${page.id}?proposal=new`, { title: 'Late' });
    portal.clock.advance({ seconds: 75 * 86_400 });
    for (const person of await signIn()) expect(await isWarned(person)).toEqual([false, false]);
    portal.clock.advance({ seconds: 86_400 });
    expect(await Promise.all((await signIn()).map(isWarned))).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('that is a draft is named on its page to its author alone, who discards it and takes that back without script', async () => {
    await openPortal(portal, 'acme');
    const { id, slug } = await visiblePage({ title: 'Delays', blocks: [text('One conductor.')] });
    const address = `/brands/acme/${slug}`;
    const signIn = async (name: string, role: 'editor' | 'viewer') =>
      WorkspaceClient.signIn(portal, await addPerson(portal, name, { acme: role }));
    const ada = await signIn('Ada Hofer', 'editor');
    const others = [
      await signIn('Bo Berg', 'editor'),
      await signIn('Cy Lang', 'viewer'),
      WorkspaceClient.nobody(portal),
    ];
    const mainOf = ({ text }: { readonly text: string }) => /<main.*<\/main>/s.exec(text)?.[0];
    const before = await Promise.all(others.map(async (other) => mainOf(await other.open(address))));
    const api = `/brands/acme/-/workspace/api/pages/${id}`;
    await askApi(ada, 'PATCH', `${api}?proposal=new`, { title: 'Late' });
    await askApi(ada, 'PATCH', `${api}?proposal=new`, { title: 'Later' });

    const shown = mainOf(await ada.open(address)) ?? '';
    expect(shown).toContain('<h1>Delays</h1>');
    expect(textIn(shown)).toMatch(/Your draft from 1 March 2026, 12:\d\d UTC · Others: 1 March/);
    expect((await ada.open(`${address}?draft=1`)).text).toContain('<h1>Late</h1>');
    expect((await ada.open(`${address}?draft=2`)).text).toContain('<h1>Later</h1>');
    expect(mainOf(await ada.open(`${address}?draft=3`))).toBe(shown);
    for (const [at, other] of others.entries()) {
      for (const query of ['', '?draft=1', '?discarded=1']) {
        expect(mainOf(await other.open(address + query))).toBe(before[at]);
      }
    }

    const press = async (from: string, action: string) => {
      const form = formsIn((await ada.open(from)).text, from).find(({ fields }) =>
        fields.some(([name, value]) => name === 'action' && value === action),
      );
      const sent = await ada.post(form?.at ?? '', Object.fromEntries(form?.fields ?? []));
      return (await ada.open(sent.location ?? '')).path;
    };
    const discarded = await press(`${address}?draft=1`, 'discard');
    expect(discarded).toBe(`${address}?discarded=1`);
    expect((await client.get('/proposals/1')).body.state).toBe('withdrawn');
    expect(textIn((await ada.open(discarded)).text)).toMatch(/Draft discarded\. Undo .*Your draft from/);
    expect(await press(discarded, 'undiscard')).toBe(address);
    await askApi(ada, 'POST', '/brands/acme/-/workspace/api/proposals/1/submit', {});
    expect(textIn((await ada.open(address)).text)).toMatch(/In review , from 1 March 2026, 12:\d\d UTC · See it/);
    await askApi(ada, 'POST', '/brands/acme/-/workspace/api/pages?proposal=2', { title: 'Other' });
    const whole = (await ada.open(address)).text;
    expect(whole).not.toContain('value="discard"');
    expect(whole).toContain('See all of it');
  });

  it('leads from its author, an agent, to the changes of that agent', async () => {
    await propose();
    const ada = await editor();
    await fill(ada, `${path}/1`, 'publish');
    const [, to = ''] =
      /href="([^"]*\/changes\?[^"]*)" title="Changes of this author"/.exec((await ada.get(`${path}/1`)).text) ?? [];
    expect((await ada.get(to)).text).toContain('Publish proposal 1');
  });
});
