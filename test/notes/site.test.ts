import { expect, it } from 'vitest';
import { hostileHtml } from '../support/hostile/html.js';
import { allNastyNames, misleading } from '../support/hostile/names.js';
import { ask, connect } from '../support/mcp.js';
import { at, canary, editor, mail, opened, post, publicPage, sendNote } from '../support/notes.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { openPortal, visit } from '../support/portal-visitors.js';
import { fill } from '../support/workspace-forms.js';

portalForEach({ real: true });

it('a guest asks, an editor answers, and the guest withdraws by the address that the answer had', async () => {
  const page = await publicPage();
  const { status, html } = await sendNote(page);
  expect(status).toBe(200);
  const own = /href="([^"]*\/-\/note)#([^"]+)"/.exec(html);
  const ada = await editor();
  const list = (await ada.get(at('/notes'))).text;
  expect(list).toContain('zebra pixels');
  const thread = (await ada.get(at('/notes/1'))).text;
  expect(thread).toContain('At least 96 px wide.');
  expect(list + thread).not.toContain(mail);
  expect(await portal.service.notes.of(client.brand).addressOf(1)).toBe(mail);
  expect((await ada.get(at(''))).text).toContain('zebra pixels');
  await fill(ada, at('/notes/1'), 'reply', { text: 'CSS pixels.' });
  expect((await ada.get(at('/notes/1'))).text).toContain('CSS pixels.');
  await fill(ada, at('/notes/1'), 'resolve', {});
  expect((await ada.get(at('/notes'))).text).not.toContain('zebra pixels');
  expect((await ada.get(at('/notes?show=resolved'))).text).toContain('zebra pixels');
  expect((await post('/-/note', { own: own?.[2] ?? '' })).html).toContain('zebra pixels');
  await post('/-/note', { own: own?.[2] ?? '', action: 'withdraw' });
  expect((await ada.get(at('/notes/1'))).status).toBe(404);
  expect((await post('/-/note', { own: own?.[2] ?? '' })).html).not.toContain('zebra');
});

it('a form counts once, not too fast, not for another page, and five times a day from one network', async () => {
  const page = await publicPage();
  const form = await opened(page);
  expect((await post('/-/ask', { ...form, text: canary })).status).toBe(422);
  portal.clock.advance({ seconds: 5 });
  expect((await post('/-/ask', { ...form, block: '', text: canary })).status).toBe(422);
  expect((await post('/-/ask', { ...form, text: canary }, 'https://evil.example')).status).toBe(403);
  for (const text of ['', 'x'.repeat(2001)]) expect((await post('/-/ask', { ...form, text })).status).toBe(422);
  const bad = await post('/-/ask', { ...form, text: canary, address: 'a@b.example\r\nBcc: c@d.example' });
  expect(bad.status).toBe(422);
  expect(bad.html).toContain('zebra pixels');
  const both = await Promise.all([
    post('/-/ask', { ...form, text: canary }),
    post('/-/ask', { ...form, text: canary }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await portal.service.notes.of(client.brand).index()).notes).toHaveLength(1);
  const links = both.map(({ html }) => /-\/note#([^"<]+)/.exec(html)?.[1]);
  const [own = ''] = links;
  expect(links).toEqual([own, own]);
  expect((await post('/-/note', { own })).html).toContain('zebra pixels');
  // The same seal in other letters is the same form, and so are its words.
  expect((await post('/-/ask', { ...form, seal: `${form.seal}=`, text: canary })).html).toContain(own);
  expect((await post('/-/ask', { ...form, text: 'Other words.' })).status).toBe(422);
  const forms = [];
  for (let at = 0; at < 6; at += 1) forms.push(await opened(page));
  portal.clock.advance({ seconds: 5 });
  const statuses = await Promise.all(
    forms.map(async (each) => (await post('/-/ask', { ...each, text: canary })).status),
  );
  expect(statuses.sort()).toEqual([200, 200, 200, 200, 422, 422]);
  expect((await portal.service.notes.of(client.brand).index()).notes).toHaveLength(5);
  expect((await post('/-/ask', { ...form, text: canary })).status).toBe(200);
  portal.clock.advance({ days: 1 });
  expect((await sendNote(page)).status).toBe(200);
});

it('only readers whom the brand lets ask see the form, and only of pages that they see', async () => {
  const page = await publicPage('off');
  const secret = await client.page({ title: 'Plans', blocks: [] });
  const status = async (id: number, cookie = '') =>
    (await visit(portal, `/brands/${client.brand}/-/ask?page=${id}`, { headers: { Cookie: cookie } })).status;
  const vera = (await editor('Vera Vogt', 'viewer')).cookie ?? '';
  expect([await status(page.id), await status(page.id, vera)]).toEqual([404, 404]);
  await openPortal(portal, client.brand, { notes: 'people' });
  expect([await status(page.id), await status(page.id, vera)]).toEqual([404, 200]);
  await openPortal(portal, client.brand, { notes: 'everyone' });
  expect([await status(page.id), await status(secret.id)]).toEqual([200, 404]);
  const html = await (await visit(portal, `/brands/${client.brand}/minimum-size`)).text();
  expect(html).toContain('data-ask');
});

it('notes reach no visitor and no viewer', async () => {
  const page = await publicPage();
  await sendNote(page);
  const vera = await editor('Vera Vogt', 'viewer');
  for (const path of ['/notes', '/notes/1', `/notes/new?page=${page.id}`])
    expect((await vera.get(at(path))).status).toBeGreaterThan(400);
  for (const path of ['/minimum-size', '/minimum-size.md', '/-/search?q=zebra', '/llms.txt'])
    expect(await (await visit(portal, `/brands/${client.brand}${path}`)).text()).not.toContain('zebra pixels');
});

it('a comment tells editors whom it names, and says who is not told', async () => {
  const page = await publicPage('off');
  const ada = await editor();
  const bea = await editor('Bea Brook');
  await editor('Vera Vogt', 'viewer');
  const added = await fill(ada, at(`/notes/new?page=${page.id}&block=${page.block}`), undefined, {
    text: '@Bea Brook and @Vera Vogt, is it zebra?',
  });
  expect(added.location ?? added.text).toContain('Vera');
  expect((await bea.get(at(''))).text).toMatch(/mentions you/);
  expect((await bea.get(at('/notes?show=mine'))).text).toContain('is it zebra');
  expect((await ada.get(at('/notes/people?letters=b'))).text).not.toContain('Bea');
  expect((await ada.get(at('/notes/people?letters=be'))).text).toContain('Bea Brook');
  expect((await ada.get(at('/notes/people?letters=ve'))).text).not.toContain('Vera');
  await fill(bea, at('/notes/1'), 'reply', { text: 'No.' });
  expect((await bea.get(at(''))).text).not.toMatch(/mentions you/);
});

it('words and addresses are in no log, no commit, no metric', async () => {
  const page = await publicPage();
  await sendNote(page);
  const ada = await editor();
  await fill(ada, at('/notes/1'), 'reply', { text: 'Another zebra.' });
  await fill(ada, at('/notes/1'), 'proposal', {});
  await client.page({ title: 'Other', blocks: [] });
  const texts = [portal.log.join('\n'), await (await fetch(`${portal.url}/metrics`)).text().catch(() => '')];
  for (const text of texts) expect(text).not.toMatch(/zebra|guest-canary/);
  const { fs, data } = portal;
  const walk = (folder: string): string[] =>
    (fs.readdirSync(folder, { withFileTypes: true }) as { name: string; isDirectory(): boolean }[]).flatMap((entry) =>
      entry.isDirectory() ? walk(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    );
  const found = walk(data).filter((path) => !path.startsWith(`${data}/notes/`));
  for (const path of found) expect([path, fs.readFileSync(path).includes('zebra')]).toEqual([path, false]);
  const commits = await portal.service.brands.proposals(client.brand);
  const { catalog } = (await commits?.read()) ?? {};
  expect(JSON.stringify([...(catalog?.byNumber.values() ?? [])].map(({ record }) => record))).toContain('Note 1');
});

it('hostile words stay words', async () => {
  const page = await publicPage('off');
  const ada = await editor();
  const notes = portal.service.notes.of(client.brand);
  const texts = [...Object.values(hostileHtml).flat(), ...allNastyNames].filter((text) => text.trim() !== '');
  const sent = texts.slice(0, 90).map((text) => text.slice(0, 2000));
  for (const text of sent) {
    const place = { page: page.id, block: null, quote: text.slice(0, 100) };
    await notes.add({ ...place, by: null, kind: 'question', text, mentions: [] });
  }
  const list = (await ada.get(at('/notes'))).text;
  const threads = await Promise.all(sent.map(async (_, n) => (await ada.get(at(`/notes/${n + 1}`))).text));
  for (const html of [list, ...threads]) {
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect(main).not.toMatch(/<(?:script|iframe|img|object|style|base|meta)\b/i);
    expect(main).not.toMatch(/<[a-z]+[^>]* on\w+=/i);
    expect(main).not.toMatch(misleading);
  }
});

it('an agent that reads reports a problem, at most twenty open ones, and never more than it sees', async () => {
  const page = await publicPage('off');
  const reader = await portal.client(client.brand, ['read']);
  const agent = await connect(portal, reader.key);
  expect(await ask(agent, 'report_problem', { page: page.id, block: page.block, text: 'No size for print.' })).toEqual({
    note: 1,
  });
  const ada = await editor();
  expect((await ada.get(at('/notes/1'))).text).toContain('an agent');
  const outcomes = [];
  for (let at = 0; at < 20; at += 1)
    outcomes.push(await agent.callTool({ name: 'report_problem', arguments: { page: page.id, text: `${at}` } }));
  expect(outcomes.map(({ isError }) => isError === true)).toEqual([...Array(19).fill(false), true]);
  const unknown = await agent.callTool({ name: 'report_problem', arguments: { page: 999, text: 'x' } });
  expect(unknown.isError).toBe(true);
});

it('a page that is purged takes its notes along', async () => {
  const page = await publicPage('off');
  const notes = portal.service.notes.of(client.brand);
  await notes.add({ page: page.id, block: null, quote: '', by: null, kind: 'question', text: canary, mentions: [] });
  await portal.service.chores.sweepNotes();
  expect((await notes.index()).notes).toHaveLength(1);
  await client.delete(`/pages/${page.id}`);
  portal.clock.advance({ days: 60 });
  await portal.service.chores.purgeTrash();
  expect((await notes.index()).notes).toEqual([]);
});
