import { describe, expect, it } from 'vitest';
import { maxDiffSteps } from '../../src/content/diff/limit.js';
import { maxMergeSteps } from '../../src/content/merge/page.js';
import { Effort } from '../../src/lib/effort.js';
import { setVisibility } from '../../src/operations/arrange-pages.js';
import { formsIn } from '../support/form-fields.js';
import { git } from '../support/git.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { openPortal, visiblePage } from '../support/portal-visitors.js';
import { editor, proposalsPath as path, textBlock as text, textIn } from '../support/proposal-pages.js';
import { putLanguages } from '../support/translations.js';
import { addPerson, WorkspaceClient, workspaceAddress } from '../support/workspace.js';
import { askApi } from '../support/workspace-api.js';
import { fieldsOf, fill } from '../support/workspace-forms.js';
import { as } from '../support/workspace-people.js';

portalForEach({ real: true, modules: ['corporate_language'] });

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
  return { id: page.id, one, two, agent };
}

const htmlOf = async (id: number): Promise<string[]> =>
  (await client.get(`/pages/${id}`)).body.blocks.map(({ data }: { data: { html: string } }) => data.html);

describe('a proposal in the browser', () => {
  it('waits for its reviewer, who declines a block and publishes the rest', async () => {
    const { id, two } = await propose();
    const ada = await editor();
    expect((await ada.get('/brands/acme')).text).toContain('<span class="count hot" title="Waiting for you">1</span>');
    const list = (await ada.get(path)).text;
    expect(textIn(list)).toMatch(
      / Open Yours Published Declined Waiting for you 1 Preferred terms Style agent · .* · 1 change /,
    );
    const one = (await ada.get(`${path}/1`)).text;
    expect(one.replace(/<[^>]+>/g, '')).toMatch(/One removed: conductor .* added: night host /);
    await fill(ada, `${path}/1`, 'drop_block', { block: two.id });
    const published = await fill(ada, `${path}/1`, 'publish');
    expect(published.status).toBe(303);
    const { text } = await ada.get(published.headers.get('location') ?? '');
    expect(textIn(text)).toContain('Saved. Proposal published: Delays');
    const done = (await ada.get(`${path}/1`)).text;
    expect(textIn(done)).toMatch(/Published Page \d+ “Delays” changed People of the brand can read it\. What changed/);
    expect(done).toContain(`href="/brands/acme/-/page/${id}"`);
    expect(textIn(done)).not.toContain('Nothing is left to publish');
    const difference = /href="([^"]*\/compare\?to=[0-9a-f]{40})"/.exec(done)?.[1] ?? '';
    const kept = (await ada.open(difference)).text.replace(/<[^>]+>/g, '');
    expect(kept).toMatch(/One removed: conductor .* added: night host /);
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
    const [, change = ''] = /href="([^"]*)">See the change/.exec(text) ?? [];
    for (const address of [workspaceAddress('/brands/acme/changes'), change]) {
      const { text: shown } = await ada.open(address);
      expect(textIn(shown)).toMatch(/Style agent(?:,| Program) published by Ada Hofer/);
      expect(shown).toContain(`href="${workspaceAddress(`${path}/1`)}">See the proposal</a>`);
    }
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

  it('of a program, changed after a request for changes, marks what is new to the reviewer and says when', async () => {
    const { id, two, agent } = await propose();
    const [bea, cy] = [await as('editor', 'Bea Brook'), await as('editor', 'Cy Lang')];
    portal.clock.advance({ seconds: 60 });
    await fill(bea, `${path}/1`, 'ask', { note: 'Which carriages?' });
    const shownTo = async (person: WorkspaceClient) => textIn((await person.get(`${path}/1`)).text);
    expect(await shownTo(bea)).not.toMatch(/Changed Sun|New since your review/);
    portal.clock.advance({ seconds: 60 });
    await agent.patch(`/pages/${id}/blocks/${two.id}?proposal=1`, { data: { html: '<p>Two green carriages.</p>' } });
    const again = await shownTo(bea);
    expect(again).toMatch(/Delays Changed New since your review .* carriages .* New since your review /);
    expect(again.split('New since your review')).toHaveLength(3);
    expect(again).toMatch(/Bea Brook Asks for changes Which carriages\? Changed Sun, 1 Mar 2026, 12:02 UTC/);
    expect(await shownTo(cy)).not.toContain('New since your review');
  });

  it('that moves a page to the trash offers to decline all of it, and no block', async () => {
    const page = await client.page({ title: 'Delays', blocks: [text('One conductor.')] });
    await client.send('DELETE', `/pages/${page.id}?proposal=new`);
    await client.post('/proposals/1/submit', undefined);
    await client.post('/proposals', { title: 'Later' });
    const ada = await editor();
    const list = textIn((await ada.get(path)).text);
    expect(list).toMatch(
      / Open Yours Published Declined Waiting for you 1 .* · 1 change In review Drafts Later .* · 0 changes /,
    );
    const shown = textIn((await ada.get(`${path}/1`)).text);
    expect(shown).toContain('Decline change');
    expect(shown).not.toContain('Decline block');
  });

  it('says who reads its pages once they are published, in the words of the form', async () => {
    const named = async (title: string) => (await visiblePage({ title, blocks: [text('One conductor.')] })).id;
    const [shown, hidden, removed] = [await named('Delays'), await named('Fares'), await named('Lounges')];
    await operate(setVisibility, { page: String(shown) }, { visibility: 'hidden' });
    const ada = await editor();
    const ask = (method: string, rest: string, body?: object) =>
      askApi(ada, method, `/brands/acme/-/workspace/api${rest}`, body);
    await ask('POST', `/pages/${shown}/arrange?proposal=new`, { visibility: 'public' });
    await ask('POST', `/pages/${hidden}/arrange?proposal=1`, { visibility: 'hidden' });
    await ask('DELETE', `/pages/${removed}?proposal=1`);
    const { status } = await ask('POST', '/proposals/1/submit');
    expect(status).toBe(200);
    expect(textIn((await ada.get(path)).text)).toContain('Delays');
    const cardsFor = async (access: 'off' | 'people' | 'public') => {
      await openPortal(portal, 'acme', { portal: access });
      const { text: whole } = await ada.get(`${path}/1`);
      const cards = whole.split('<section class="card proposed"');
      return [shown, hidden, removed].map((id) =>
        textIn(cards.find((card) => card.startsWith(` id="page-${id}"`)) ?? ''),
      );
    };
    const [first, second, third] = await cardsFor('public');
    expect(first).toContain('Everyone can read it once this is published.');
    expect(first).toContain('removed: Only editors end of removed → added: Everyone end of added');
    expect(second).toContain('Only editors can read it once this is published.');
    expect(second).toContain('removed: Everyone end of removed → added: Only editors end of added');
    expect(third).not.toContain('once this is published');
    expect((await cardsFor('people'))[0]).toContain('People of the brand can read it once this is published.');
    expect((await cardsFor('off'))[0]).toContain('Only editors can read it once this is published.');
    const { headers } = await fill(ada, `${path}/1`, 'publish');
    const [, commit] = /done=(\w+)/.exec(headers.get('location') ?? '') ?? [];
    expect(textIn((await ada.get(`/brands/acme/changes/${commit}`)).text)).toContain(
      'visibility: “Only editors” → “Everyone”',
    );
  });

  it('is called by what it changes, unless somebody has given it a title', async () => {
    const page = await client.page({ title: 'Delays', blocks: [text('One conductor.')] });
    await client.patch(`/pages/${page.id}/blocks/${page.blocks[0].id}?proposal=new`, { data: { html: '<p>One.</p>' } });
    await client.patch(`/pages/${page.id}?proposal=new`, { title: 'Late' });
    await client.post('/pages?proposal=new', { title: 'Say "no"' });
    await client.post('/proposals', { title: 'Edit rich_text by hand' });
    const list = textIn((await (await editor()).get(path)).text);
    const title = 'Edit rich_text by hand Test .* Say &quot;no&quot; Test .* Delays Test .* Delays Test ';
    expect(list).toMatch(new RegExp(` Drafts ${title}`));
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
    const oneSide = await fill(ada, `${path}/1`, 'settle', { 'side.0': 'together', 'text.0': 'One guard.' });
    expect(oneSide.text).toContain('Write both into the text, or choose one of them.');
    expect(oneSide.text).toMatch(/value="together" checked.*<textarea[^>]*>One guard\.</s);
    await fill(ada, `${path}/1`, 'settle', { 'side.0': 'together', 'text.0': 'One guard & host.' });
    await fill(ada, `${path}/1`, 'publish');
    expect(await htmlOf(id)).toEqual(['<p>One guard &amp; host.</p>', '<p>Two carriages.</p>']);
  });

  it('that meets another place, a removal and other marks shows these in words, and stores both marks', async () => {
    const chapter = async (title: string) => (await client.page({ title, type: 'container' })).id;
    const [first, second] = [await chapter('Basics'), await chapter('Logo')];
    const html = '<em>Arc</em> and <strong>line</strong>.';
    const page = await client.page({ title: 'Delays', blocks: [text(html)] });
    const other = await client.page({ title: 'Other', blocks: [text('Left &amp; right.')] });
    const block = `/pages/${page.id}/blocks/${page.blocks[0].id}`;
    const agent = await portal.client('acme', ['read', 'propose'], 'Style agent');
    await agent.patch(`/pages/${page.id}?proposal=new`, { title: 'Delays', parent_id: first });
    await agent.patch(`${block}?proposal=1`, { data: text(html.replace('Arc', 'Bow')).data });
    await agent.patch(`/pages/${other.id}?proposal=1`, { title: 'Another' });
    await agent.post('/proposals/1/submit', undefined);
    await client.patch(`/pages/${page.id}`, { title: 'Delays', parent_id: second });
    await client.patch(block, { data: text(html.replace('line', 'path')).data });
    await client.delete(`/pages/${other.id}`);
    const ada = await editor();
    const shown = (await ada.get(`${path}/1`)).text;
    const sides = [...shown.matchAll(/<fieldset class="conflict">(.*?)<\/fieldset>/gs)].map(([, one = '']) =>
      textIn(one).trim(),
    );
    expect(sides).toEqual([
      'Block 1 · text As on the brand Arc and path . As proposed Bow and line. Together suggested Bow and path .',
      'Chapter As on the brand “Logo” As proposed “Basics”',
      'The whole As on the brand Removed As proposed Another · Left &amp; right.',
    ]);
    expect(shown).toContain('<span><em>Bow</em> and <strong>path</strong>.');
    await fill(ada, `${path}/1`, 'settle', { 'side.0': 'together', 'side.1': 'mine' });
    await fill(ada, `${path}/1`, 'settle', { 'side.0': 'theirs' });
    await fill(ada, `${path}/1`, 'publish');
    expect(await htmlOf(page.id)).toEqual(['<p><em>Bow</em> and <strong>path</strong>.</p>']);
    expect((await client.get(`/pages/${page.id}`)).body.parent_id).toBe(first);
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

  it('of texts in a language names what its rules find, next to the text', async () => {
    await putLanguages(portal, 'acme', [{ tag: 'de', shown: true, fallback: null }]);
    await client.patch('/brand/cl/terminology?lang=de', { forbidden: [{ term: 'Schaffner', reason: 'Alt.' }] });
    const page = await client.page({ title: 'Delays', blocks: [text('Ask the night host.')] });
    const write = { data: { html: '<p>Den Schaffner fragen.</p>' } };
    await client.patch(`/pages/${page.id}/blocks/${page.blocks[0].id}?lang=de&proposal=new`, write);
    const shown = textIn((await (await editor()).get(`${path}/1`)).text);
    expect(shown).toMatch(/1 finding Ask the night host\. Den Schaffner fragen\. Schaffner is not said here Alt\./);
    expect(shown).toContain('Language 1 finding, 1 new');
  });

  it('that is declined changes nothing, and can be opened again', async () => {
    const { id } = await propose();
    const ada = await editor();
    const head = portal.head('acme');
    await fill(ada, `${path}/1`, 'decline', { note: 'Not now.' });
    expect((await ada.get(`${path}?show=declined`)).text).toContain('Preferred terms');
    expect(portal.head('acme')).toBe(head);
    await client.page({ title: 'Another' });
    const kept = (await ada.get(`${path}/1`)).text.replace(/<[^>]+>/g, '');
    expect(kept).toMatch(/One removed: conductor .* added: night host /);
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

  it('leads from its author, an agent, to the changes of that agent', async () => {
    await propose();
    const ada = await editor();
    await fill(ada, `${path}/1`, 'publish');
    const [, to = ''] =
      /href="([^"]*\/changes\?[^"]*)" title="Changes of this author"/.exec((await ada.get(`${path}/1`)).text) ?? [];
    expect((await ada.get(to)).text).toContain('Proposal published');
  });
});

it.each([
  ['off', 'yes'],
  ['everyone', 'no'],
] as const)('settings of reviews are stored as their form shows them, from %s on', async (first, own) => {
  const on = '/brands/acme/settings';
  const ada = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Hofer', { acme: 'admin' }));
  await portal.service.setBrandSettings('acme', { review: first });
  for (const review of ['everyone', 'off', 'agents', 'everyone']) {
    await fill(ada, on, 'review', { review });
    const shown = fieldsOf((await ada.get(on)).text, 'review');
    expect([shown.review, shown.own]).toEqual([review, own]);
  }
});
