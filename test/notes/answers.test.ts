import { expect, it } from 'vitest';
import { updatePage } from '../../src/operations/pages.js';
import { mergeProposal } from '../../src/operations/proposals/merge.js';
import { submitProposal } from '../../src/operations/proposals/proposals.js';
import { deliver } from '../support/mail.js';
import { MailServer } from '../support/mail-server.js';
import { at, canary, editor, mail, publicPage, sendNote } from '../support/notes.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { approve, paramsOf, person, run } from '../support/proposals.js';
import { addPerson } from '../support/workspace.js';
import { fieldsOf, fill } from '../support/workspace-forms.js';

portalForEach({ real: true, config: { mail: { url: 'smtp://127.0.0.1:9', from: 'brand@portal.example' } } });

const notes = () => portal.service.notes.of(client.brand);

async function inOutbox() {
  const mails = [];
  for await (const { mail: waiting } of portal.service.mails.outbox()) mails.push(waiting);
  return mails;
}

it('a reply goes to the address that a reader left, once, and the address goes 30 days later', async () => {
  const page = await publicPage();
  await sendNote(page);
  const ada = await editor();
  const form = { ...fieldsOf((await ada.get(at('/notes/1'))).text, 'reply'), text: 'CSS pixels.\n<b>Always</b>' };
  expect(form).toMatchObject({ mail: 'yes' });
  const replies = await Promise.all([ada.post(at('/notes/1'), form), ada.post(at('/notes/1'), form)]);
  expect(replies.map(({ status }) => status)).toEqual([303, 303]);
  await ada.post(at('/notes/1'), { ...form, text: 'Between us: @Ada Lind.', mail: 'no' });
  const server = await MailServer.start();
  expect(await deliver(portal.service, server.settings)).toEqual(['sent']);
  const [sent] = server.mails;
  expect(server.told).toEqual([`${mail}: Acme: an answer to your note`]);
  expect(sent?.text).toContain('> CSS pixels.');
  expect(sent?.text).toContain('zebra pixels');
  expect(sent?.text).toContain(`/brands/${client.brand}/-/page/${page.id}#${page.block}`);
  expect(sent?.text).not.toContain('Between us');
  expect(sent?.html).not.toContain('<b>Always');
  expect((await ada.get(at('/notes/1'))).text).toContain('sent to the reader');
  expect(await inOutbox()).toEqual([]);
  portal.clock.advance({ days: 29 });
  await portal.service.chores.sweepNotes();
  expect(await notes().addressOf(1)).toBe(mail);
  portal.clock.advance({ days: 2 });
  await portal.service.chores.sweepNotes();
  expect(await notes().addressOf(1)).toBeNull();
});

it('a reply that the outbox has no room for is stored, and sent again it is mailed', async () => {
  await sendNote(await publicPage());
  const ada = await editor();
  const { texts } = portal.service.mails as unknown as { texts: { list(folder: string): Promise<string[]> } };
  const list = texts.list.bind(texts);
  texts.list = async () => Array.from({ length: 10_000 }, () => 'outbox/x.json');
  const refused = await fill(ada, at('/notes/1'), 'reply', { text: 'CSS pixels.' });
  expect(refused.status).toBe(503);
  expect(refused.text).toContain('CSS pixels.');
  texts.list = list;
  await fill(ada, at('/notes/1'), 'reply', { text: 'CSS pixels.' });
  expect((await notes().one(1)).comments).toHaveLength(1);
  expect(await inOutbox()).toMatchObject([{ kind: 'answer', to: mail, values: { text: 'CSS pixels.' } }]);
});

it('without an address, and without a mail server, nothing is offered', async () => {
  const page = await publicPage();
  await sendNote(page, canary, '');
  const ada = await editor();
  const thread = (await ada.get(at('/notes/1'))).text;
  expect(thread).not.toMatch(/Send the reply|left an address/);
  await fill(ada, at('/notes/1'), 'reply', { text: 'CSS pixels.', mail: 'yes' });
  expect(await inOutbox()).toEqual([]);
});

it('a proposal of a note is written at its block, and resolves the note when all of it is published', async () => {
  const page = await publicPage();
  await sendNote(page);
  const ada = await editor('Ada Lind', 'admin');
  const begun = await fill(ada, at('/notes/1'), 'proposal');
  expect(begun.location).toBe(`/brands/acme/-/page/${page.id}?draft=1&block=${page.block}#edit`);
  const thread = (await ada.get(at('/notes/1'))).text;
  expect(thread).toMatch(/Proposal 1.*Draft/s);
  expect(thread).not.toContain('Make a proposal');
  const { id } = (await portal.service.people.list()).find(({ name }) => name === 'Ada Lind') ?? { id: '' };
  const brand = { service: portal.service, slug: client.brand };
  const actor = { ...person(id, 'admin'), name: 'Ada Lind' };
  await run(brand, updatePage, {
    params: { page: String(page.id) },
    body: { title: 'Smallest size' },
    proposal: 1,
    actor,
  });
  await run(brand, submitProposal, { params: paramsOf(1), actor });
  const bea = await addPerson(portal, 'Bea Brook', { acme: 'editor' });
  await approve(brand, 1, person(bea.id, 'editor'));
  expect((await notes().one(1)).resolved).toBeNull();
  await run(brand, mergeProposal, { params: paramsOf(1), actor, body: {} });
  expect((await notes().one(1)).resolved).toMatchObject({ by: { name: 'Ada Lind' } });
  expect((await ada.get(at('/notes/1'))).text).toMatch(/Proposal 1.*Published/s);
  // One that is open again has another.
  await fill(ada, at('/notes/1'), 'reopen');
  expect((await ada.get(at('/notes/1'))).text).toContain('Make a proposal');
});

it('a note is deleted after a question', async () => {
  await sendNote(await publicPage());
  const ada = await editor();
  const asked = await fill(ada, at('/notes/1'), 'remove');
  expect(asked.text).toContain('Delete for good');
  expect((await notes().index()).notes).toHaveLength(1);
  const { location } = await ada.post(at('/notes/1'), fieldsOf(asked.text, 'remove'));
  expect(location).toContain('said=removed');
  expect((await notes().index()).notes).toEqual([]);
});
