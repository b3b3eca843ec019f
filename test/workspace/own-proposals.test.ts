import { utimesSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { addCollection } from '../../src/operations/collections.js';
import { inspectMedia, listAllMedia } from '../../src/operations/media.js';
import { svg } from '../support/files.js';
import { formsIn } from '../support/form-fields.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { editor, proposalsPath as path, textBlock as text, textIn } from '../support/proposal-pages.js';
import { putFile } from '../support/put-file.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';
import { askApi } from '../support/workspace-api.js';
import { fill } from '../support/workspace-forms.js';
import { as } from '../support/workspace-people.js';

portalForEach({ real: true, modules: ['corporate_language'] });

describe('a proposal, to its author,', () => {
  it('that was sent back waits for its author, and after it was sent again for its reviewer', async () => {
    await openPortal(portal, 'acme');
    const page = await visiblePage({ title: 'Delays', blocks: [text('One conductor.')] });
    const [ada, bea] = [await editor(), await as('editor', 'Bea Brook')];
    const api = '/brands/acme/-/workspace/api';
    await askApi(ada, 'PATCH', `${api}/pages/${page.id}?proposal=new`, { title: 'Late' });
    await askApi(ada, 'POST', `${api}/proposals/1/submit`);
    portal.clock.advance({ seconds: 60 });
    await fill(bea, `${path}/1`, 'ask', { note: 'Shorter, <b>please</b>.' });

    const overview = (await ada.get('/brands/acme')).text;
    expect(textIn(overview)).toMatch(
      /Proposals 1 .*Waiting for you .* Delays Bea Brook asks for changes: “ Shorter, &lt;b>please&lt;\/b>\. ”.* Change /,
    );
    expect(overview).toContain(`href="/brands/acme/-/page/${page.id}?draft=1#edit"`);
    const listed = / Open Yours Published Declined Changes asked for AH Delays .* Changes asked for /;
    expect(textIn((await ada.get(path)).text)).toMatch(listed);
    expect(textIn((await ada.open(`/brands/acme/${page.slug}`)).text)).toMatch(
      /Your draft from .* Bea Brook asks for changes : Shorter, &lt;b>please&lt;\/b>\. · See it Go on/,
    );
    const ofBea = (await bea.get('/brands/acme')).text;
    expect(ofBea).not.toMatch(/count hot|Waiting for you|asks for changes/);
    expect(textIn((await bea.get(path)).text)).toMatch(listed);

    const looks = await Promise.all([ada, bea].map(async (person) => (await person.get(`${path}/1`)).text));
    expect(looks.map((html) => /class="(btn[^"]*)"[^>]*>Send for review/.exec(html)?.[1])).toEqual(['btn go', 'btn']);
    portal.clock.advance({ seconds: 60 });
    const { headers } = await fill(ada, `${path}/1`, 'send');
    expect(textIn((await ada.get(headers.get('location') ?? '')).text)).toContain('Sent again. Bea Brook sees it.');
    expect(textIn((await bea.get(`${path}/1`)).text)).toMatch(/Shorter, .* Sent again Sun, 1 Mar 2026/);
    for (const person of [ada, bea]) expect((await person.get('/brands/acme')).text).not.toContain('asks for changes');
    expect((await bea.get('/brands/acme')).text).toContain('title="Waiting for you">1</span>');
  });

  it('that moves a page to the trash, or sets a colour of the theme, says what will be', async () => {
    const page = await client.page({ title: 'Delays' });
    await portal.service.setBrandSettings('acme', { review: 'everyone' });
    const ada = await as('admin', 'Ada Hofer');
    await askApi(ada, 'DELETE', `/brands/acme/-/workspace/api/pages/${page.id}?proposal=new`);
    await fill(ada, '/brands/acme/theme', 'theme', { accent: '#aa0022' });
    expect(textIn((await ada.get(`${path}/1`)).text)).toContain(' Delays Will be moved to the trash ');
    const { text: html } = await ada.get(`${path}/2`);
    expect(textIn(html)).toMatch(/ theme colour: accent removed: #0057b8 .* added: #aa0022 /);
    expect(html.match(/<rect width="10" height="10" fill="#[a-f0-9]{6}"/g)).toHaveLength(2);
  });

  it('that was declined is named to its author, with the reason, for 7 days', async () => {
    const page = await client.page({ title: 'Delays', blocks: [text('One conductor.')] });
    const ada = await addPerson(portal, 'Ada Hofer', { acme: 'editor' });
    const bea = await addPerson(portal, 'Bea Brook', { acme: 'editor' });
    const [author, reviewer] = [await WorkspaceClient.signIn(portal, ada), await WorkspaceClient.signIn(portal, bea)];
    const api = '/brands/acme/-/workspace/api';
    await askApi(author, 'PATCH', `${api}/pages/${page.id}?proposal=new`, { title: 'Late' });
    await askApi(author, 'POST', `${api}/proposals/1/submit`);
    await fill(reviewer, `${path}/1`, 'ask', { note: 'Shorter, please.' });
    await fill(reviewer, `${path}/1`, 'decline', { note: 'Not now.' });
    const overviewOf = async (person: typeof ada) =>
      textIn((await (await WorkspaceClient.signIn(portal, person)).get('/brands/acme')).text);
    portal.clock.advance({ seconds: 7 * 86_400 });
    expect(await overviewOf(ada)).toMatch(/Waiting for you BB Delays Bea Brook declined: “ Not now\. ”.* Look at it /);
    expect(await overviewOf(bea)).not.toContain('Not now.');
    portal.clock.advance({ seconds: 1 });
    expect(await overviewOf(ada)).not.toContain('Not now.');
  });

  it('that is a draft is found on the overview by its author, and by no one else', async () => {
    const page = await client.page({ title: 'Delays', blocks: [text('One conductor.')] });
    const ada = await editor();
    const api = '/brands/acme/-/workspace/api';
    await askApi(ada, 'PATCH', `${api}/pages/${page.id}?proposal=new`, { title: 'Late' });
    const named = /Waiting for you.*Delays Your draft, .*Continue/;
    const overview = (await ada.get('/brands/acme')).text;
    expect(textIn(overview)).toMatch(named);
    expect(overview).toContain(`href="/brands/acme/-/page/${page.id}?draft=1#edit"`);
    const other = await client.page({ title: 'Fares' });
    await askApi(ada, 'PATCH', `${api}/pages/${other.id}?proposal=1`, { title: 'Prices' });
    expect((await ada.get('/brands/acme')).text).toMatch(/href="[^"]*\/proposals\/1"[^>]*><bdi>Delays/);
    const bo = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Bo Berg', { acme: 'editor' }));
    expect(textIn((await bo.get('/brands/acme')).text)).not.toContain('Your draft');
  });

  it('that is a draft is found by its author where pages are, and by no one else', async () => {
    await openPortal(portal, 'acme');
    const page = await visiblePage({ title: 'Delays' });
    const [ada, bo] = [await editor(), await as('editor', 'Bo Berg')];
    const viewer = await as('viewer', 'Eva Moen');
    // No cache keeps an address with a query.
    const asGuest = async () => (await visit(portal, '/brands/acme/delays?now')).text();
    const guest = await asGuest();
    const api = '/brands/acme/-/workspace/api';
    const begun = await askApi(ada, 'POST', `${api}/hidden-pages?proposal=new`, { title: 'Trade fairs' });
    await askApi(ada, 'PATCH', `${api}/pages/${page.id}?proposal=new`, { title: 'Late <trains>' });
    const addresses = [`/brands/acme/-/page/${page.id}?draft=2`, `/brands/acme/-/page/${begun.body.id}?draft=1`];
    const hrefsIn = (html: string) => [...html.matchAll(/href="([^"]*\?draft=[^"]*)"/g)].map(([, href]) => href);

    const navigation = /<nav aria-label="Pages">.*?<\/nav>/s.exec((await ada.open('/brands/acme/')).text)?.[0] ?? '';
    expect(textIn(navigation)).toMatch(/^ Your drafts Late &lt;trains> Trade fairs Delays New page /);
    expect(hrefsIn(navigation)).toEqual(addresses);
    const shown = await Promise.all(addresses.map((address) => ada.open(address)));
    expect(shown.map(({ text }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1])).toEqual(['Late &lt;trains>', 'Trade fairs']);
    expect(shown[1]?.text).toMatch(/aria-current="true"><span class="grow"><bdi>Trade fairs/);

    expect(shown[0]?.text).not.toContain('Your drafts');
    expect(shown[1]?.text).not.toContain('Changed on');

    const search = (q: string) => `/brands/acme/-/search?part&q=${q}`;
    expect(textIn((await ada.open(search('fair'))).text)).toBe(' Your drafts Trade fairs Draft ');
    expect(hrefsIn((await ada.open(search('train'))).text)).toEqual(addresses.slice(0, 1));
    for (const other of [bo, viewer]) {
      const seen = [await other.open('/brands/acme/'), await other.open(search('train'))];
      expect(seen.map(({ text }) => text.includes('trains') || text.includes('Your drafts'))).toEqual([false, false]);
    }
    const run = vi.spyOn(portal.service, 'run');
    expect(await asGuest()).toBe(guest);
    expect(run.mock.calls.filter(([{ name }]) => /^proposals\.|^pages\.drafts$/.test(name))).toEqual([]);
    run.mockRestore();

    for (const title of ['A', 'B', 'C', 'D']) {
      await askApi(ada, 'POST', `${api}/hidden-pages?proposal=new`, { title });
    }
    const many = textIn((await ada.open('/brands/acme/delays')).text);
    expect(many).toMatch(/ Your drafts D C B A Late &lt;trains> All your drafts Delays /);
    await askApi(ada, 'POST', '/brands/acme/-/workspace/api/proposals/1/withdraw');
    expect(textIn((await ada.open('/brands/acme/delays')).text)).toMatch(/ B A Late &lt;trains> Delays /);
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
    expect(textIn(shown)).toMatch(/Your draft from Sun, 1 Mar 2026, 12:\d\d UTC · Others: Sun, 1 Mar/);
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
    expect(textIn((await ada.open(address)).text)).toMatch(/In review , from Sun, 1 Mar 2026, 12:\d\d UTC · See it/);
    await askApi(ada, 'POST', '/brands/acme/-/workspace/api/pages?proposal=2', { title: 'Other' });
    for (const number of [3, 4]) {
      await askApi(ada, 'PATCH', `${api}?proposal=new`, { title: 'At last' });
      await askApi(ada, 'POST', `/brands/acme/-/workspace/api/proposals/${number}/submit`, {});
    }
    const whole = (await ada.open(address)).text;
    expect(textIn(whole)).toMatch(
      /In review , from [^·]*UTC · See it · Others: Sun, [^·,]*, \d\d:\d\d UTC , Sun, [^·,]*, \d\d:\d\d UTC/,
    );
    expect(whole.split('See it')).toHaveLength(2);
    expect(whole).not.toContain('value="discard"');
    expect(whole).toContain('See all of it');
  });

  it('that is discarded offers to remove media that only it used', async () => {
    await openPortal(portal, 'acme');
    const ids: number[] = [];
    for (const name of ['a.svg', 'b.svg', 'used.svg', 'collected.svg', 'old.svg'])
      ids.push((await putFile(client, name, svg(name))).id);
    const [a, b, used, collected, old] = ids as [number, number, number, number, number];
    const image = (media_id: number) => ({ type: 'image', data: { media_id, alt: 'A' } });
    await visiblePage({ title: 'Other', blocks: [image(used)] });
    await operate(addCollection, {}, { title: 'Kit', media: [collected] });
    const { sha256 } = (await operate(inspectMedia, { id: String(old) })).file ?? { sha256: '' };
    const { path: file } = (await portal.service.files('acme').find(sha256)) ?? { path: '' };
    utimesSync(file, 0, 0);
    const page = await visiblePage({ title: 'Delays', blocks: [text('One conductor.')] });
    const ada = await editor();
    const api = `/brands/acme/-/workspace/api/pages/${page.id}`;
    const base = (await askApi(ada, 'GET', api)).headers.get('etag')?.replaceAll('"', '');
    const sent = { base, title: 'Delays', blocks: ids.map(image) };
    expect(await askApi(ada, 'POST', `${api}/save?proposal=new`, sent)).toMatchObject({ status: 200 });
    await askApi(ada, 'POST', '/brands/acme/-/workspace/api/proposals/1/withdraw');
    const address = `/brands/acme/${page.slug}?discarded=1`;
    const formAt = async () => {
      const { text: html } = await ada.open(address);
      const form = formsIn(html, address).find(({ fields }) => fields.some(([name]) => name === 'medium'));
      return { html, form };
    };
    const { html, form } = await formAt();
    expect(textIn(html)).toContain('Draft discarded. Remove 2 media that only it used');
    expect(form?.fields.flatMap(([name, value]) => (name === 'medium' ? [Number(value)] : []))).toEqual([a, b]);
    await portal.service.setBrandSettings('acme', { review: 'everyone' });
    expect((await formAt()).form).toBeUndefined();
    await portal.service.setBrandSettings('acme', { review: 'off' });
    const body = String(new URLSearchParams(form?.fields.map(([name, value]) => [name, value])));
    const headers = { Origin: backendOrigin(portal), 'Content-Type': 'application/x-www-form-urlencoded' };
    const done = await ada.send('POST', form?.at ?? '', { body, headers });
    expect([done.status, (await operate(listAllMedia)).map(({ id }) => id)]).toEqual([303, [used, collected, old]]);
    expect((await formAt()).form).toBeUndefined();
  });
});
