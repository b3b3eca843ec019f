import { expect, it } from 'vitest';
import { noteLimits } from '../../src/notes/note.js';
import { tries } from '../support/effort.js';
import { hostileHtml } from '../support/hostile/html.js';
import { allNastyNames, misleading } from '../support/hostile/names.js';
import { at, canary, editor, publicPage, sendNote } from '../support/notes.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import { fill } from '../support/workspace-forms.js';

portalForEach({ config: { guest_requests_per_minute: 0 } });

const notes = () => portal.service.notes.of(client.brand);

async function store(page: number, count: number): Promise<void> {
  const note = { page, block: null, quote: '', by: null, kind: 'question' } as const;
  for (let n = 0; n < count; n += 1) await notes().add({ ...note, text: `Question ${n}`, mentions: [] });
}

it('guests send as much as a note, a page, a day and a brand take, and read why more is refused', async () => {
  const page = await publicPage();
  const sent = async (text = canary) => {
    // A network sends five a day.
    const { status, html } = await sendNote(page, text, '');
    return `${status} ${/role="alert">.*?<\/svg>([^<]*)/s.exec(html)?.[1] ?? ''}`.trim();
  };
  expect(await sent('x'.repeat(noteLimits.textLength))).toBe('200');
  expect(await sent('x'.repeat(noteLimits.textLength + 1))).toBe('422 A note has at most 2,000 characters.');
  await store(page.id, noteLimits.openPerPage - 2);
  expect(await sent()).toBe('200');
  expect(await sent()).toBe('422 This page has 100 open notes: they are answered first.');
  const other = await client.page({ title: 'Other', blocks: [] });
  await store(other.id, noteLimits.newPerDay - noteLimits.openPerPage);
  await notes().remove(1);
  expect(await sent()).toBe('422 This brand takes 200 notes a day: try again tomorrow.');
  portal.clock.advance({ days: 1 });
  expect(await sent()).toBe('200');
});

it('a brand has a thousand open notes', async () => {
  const page = await publicPage();
  for (let day = 0; day < noteLimits.openPerBrand / 100; day += 1) {
    await store(1000 + day, 100);
    portal.clock.advance({ days: 1 });
  }
  expect((await sendNote(page, canary, '')).html).toContain('This brand has 1000 open notes');
  await notes().remove(1);
  expect((await sendNote(page, canary, '')).status).toBe(200);
});

it('people write as many comments, and mention as many people, as a note takes', async () => {
  const page = await publicPage('off');
  const ada = await editor();
  await store(page.id, 1);
  const { roles } = { roles: { [client.brand]: 'editor' } } as const;
  const people = Array.from({ length: noteLimits.mentions + 1 }, (_, n) => `Bea ${String.fromCharCode(65 + n)}`);
  for (const name of people) await addPerson(portal, name, roles);
  const mentions = people.map((name) => `@${name}`);
  const reply = async (text: string) => {
    const { status, text: html } = await fill(ada, at('/notes/1'), 'reply', { text });
    return `${status} ${/(A (?:comment|note) \w+ at most[^<]*)/.exec(html)?.[1] ?? ''}`.trim();
  };
  expect(await reply(mentions.join(' '))).toBe('422 A comment mentions at most 10 people.');
  expect(await reply(mentions.slice(1).join(' '))).toBe('303');
  expect((await notes().index()).notes[0]?.meant).toHaveLength(noteLimits.mentions);
  expect(await reply('x'.repeat(noteLimits.textLength + 1))).toBe('422 A note has at most 2000 characters.');
  const by = { kind: 'person', id: 'x', name: 'X', grant: null, client: null } as const;
  for (let n = 2; n < noteLimits.comments; n += 1) await notes().comment(1, { by, text: `${n}`, mentions: [] });
  expect(await reply('The last one')).toBe('303');
  expect(await reply('One more')).toBe('422 A note has at most 50 comments.');
});

it('hostile words of a guest stay words, for the guest, on the lists, in the panel and in what waits', async () => {
  const page = await publicPage();
  const ada = await editor();
  const texts = [...Object.values(hostileHtml).flat(), ...allNastyNames].filter((text) => text.trim() !== '');
  const sent = texts.slice(0, tries(texts.length)).map((text) => text.slice(0, noteLimits.textLength));
  for (const text of sent) {
    const { status, html } = await sendNote(page, text, '');
    expect([text, status]).toEqual([text, 200]);
    const refused = await sendNote(page, text, '<b>@no</b>');
    const number = (await notes().index()).next - 1;
    const { text: thread } = await ada.get(at(`/notes/${number}`));
    const pages = [html, refused.html, thread, (await ada.get(at('/notes'))).text, (await ada.get(at(''))).text];
    for (const shown of pages.map((one) => one.slice(one.indexOf('<main'), one.indexOf('</main>')))) {
      const plain = shown.replaceAll(/<textarea[^>]*>[^<]*<\/textarea>/g, '');
      expect(plain).not.toMatch(/<(?:script|iframe|img|object|style|base|meta)\b/i);
      expect(plain).not.toMatch(/<[a-z]+[^>]* on\w+=/i);
      expect(plain).not.toMatch(misleading);
    }
    await notes().remove(number);
    portal.clock.advance({ days: 1 });
  }
});

it('who may not see the page is not told, and the author reads that', async () => {
  const page = await publicPage('off');
  const ada = await editor();
  const vera = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Vera Vogt', { [client.brand]: 'viewer' }));
  await addPerson(portal, 'Otto Other', {});
  const { location } = await fill(ada, at(`/notes/new?page=${page.id}`), undefined, {
    text: '@Vera Vogt @Otto Other Is it right?',
  });
  expect((await ada.get(location ?? '')).text).toContain('Not told: Vera Vogt');
  expect((await notes().index()).notes).toMatchObject([{ meant: [] }]);
  expect((await vera.get(at(''))).text).not.toContain('Is it right');
});
