import { expect, it } from 'vitest';
import { Comment, ProposalFile } from '../../src/content/proposals/format.js';
import { CountFile } from '../../src/counts/day-counts.js';
import { IndexedNote, NoteComment, NoteFile, NoteIndex } from '../../src/notes/note.js';
import { addComment } from '../../src/operations/proposals/comments.js';
import { submitProposal } from '../../src/operations/proposals/proposals.js';
import { AddressFile } from '../../src/registry/addresses.js';
import { DirectMail, MailState, OutboxFile, PersonState } from '../../src/registry/mails.js';
import { personalData } from '../../src/registry/personal-data.js';
import * as records from '../../src/registry/records.js';
import { SeenRecord } from '../../src/registry/seen.js';
import { en } from '../../src/words/en/index.js';
import { portal, portalForEach } from '../support/portal-fixture.js';
import { makePage, paramsOf, person, run } from '../support/proposals.js';
import { addPerson, WorkspaceClient, words } from '../support/workspace.js';

portalForEach();

const schemas = {
  ...records,
  ProposalFile,
  Comment,
  AddressFile,
  NoteFile,
  NoteComment,
  IndexedNote,
  NoteIndex,
  DirectMail,
  OutboxFile,
  MailState,
  PersonState,
  SeenRecord,
  CountFile,
};
const stored = Object.entries(schemas).flatMap(([name, schema]) =>
  typeof schema === 'object' && 'properties' in schema ? [[name, Object.keys(schema.properties)] as const] : [],
);

it('each member that is stored is named on the page, or tells nothing of a person', () => {
  const named = Object.entries(personalData).map(([name, members]) => [name, Object.keys(members).sort()]);
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(stored.map(([name, members]) => [name, [...members].sort()])),
  );
});

it.each([
  ['en', 'Your passkeys'],
  ['de', 'Ihre Passkeys'],
])('the page answers each question, in %s', async (language, title) => {
  const page = await fetch(`${portal.url}/docs/privacy`, { headers: { 'Accept-Language': language } });
  expect(page.headers.get('content-language')).toBe(language);
  const html = await page.text();
  expect(html).toContain(`<html lang="${language}"`);
  expect(html).toContain(title);
  const rows = Object.keys(en.privacy.rows).length;
  expect(html.match(/<dt>/g)).toHaveLength(rows * Object.keys(en.privacy.questions).length);
});

it('a person downloads what is kept of them, without a secret', async () => {
  const leyla = await addPerson(portal, 'Leyla Bauer', { acme: 'editor' });
  const client = await WorkspaceClient.signIn(portal, leyla);
  const { text } = await client.get('/me/data.json');
  const data = JSON.parse(text);
  expect(data).toMatchObject({ account: { id: leyla.id, name: 'Leyla Bauer', roles: { acme: 'editor' } }, agents: [] });
  expect(data.sessions).toHaveLength(1);
  expect(text).not.toMatch(/sha256|secret/);
});

it('what a person downloads has the notes and comments of this person, and those of no one else', async () => {
  const leyla = await addPerson(portal, 'Leyla Bauer', { acme: 'editor' });
  const by = ({ id, name }: typeof leyla) => ({ kind: 'person' as const, id, name, grant: null, client: null });
  const other = by(await addPerson(portal, 'Ada Lind', { acme: 'editor' }));
  const brand = { service: portal.service, slug: 'acme' };
  const { id: page, n } = await makePage(brand, {}, 'new');
  const notes = portal.service.notes.of('acme');
  const place = { page, block: null, quote: '', kind: 'comment' } as const;
  const { number } = await notes.add({ ...place, mentions: [], by: other, text: 'Of another' });
  await notes.add({ ...place, mentions: [], by: by(leyla), text: 'Of Leyla' });
  await notes.comment(number, { by: by(leyla), text: 'Below it', mentions: [] });
  const actor = { ...person(leyla.id, 'editor'), name: leyla.name };
  await run(brand, submitProposal, { params: paramsOf(n) });
  await run(brand, addComment, { params: paramsOf(n), actor, body: { text: 'On a proposal' } });
  const { text } = await (await WorkspaceClient.signIn(portal, leyla)).get('/me/data.json');
  expect(JSON.parse(text)).toMatchObject({
    notes: [{ brand: 'acme', page, text: 'Of Leyla' }],
    comments: [
      { note: number, text: 'Below it' },
      { proposal: n, text: 'On a proposal' },
    ],
  });
  expect(text).not.toContain('Of another');
});

it('a person leaves a brand after a question, the last admin only when there is another', async () => {
  const leyla = await addPerson(portal, 'Leyla Bauer', { acme: 'admin' });
  const client = await WorkspaceClient.signIn(portal, leyla);
  const roles = async () => (await portal.service.people.find(leyla.id)).roles;
  expect(words((await client.post('/me', { leave: 'acme' })).text)).toContain('Leave acme for good');
  expect(await roles()).toEqual({ acme: 'admin' });
  expect((await client.post('/me', { leave: 'acme', sure: 'yes' })).status).toBe(422);
  await addPerson(portal, 'Ada Lind', { acme: 'admin' });
  expect((await client.post('/me', { leave: 'acme', sure: 'yes' })).status).toBe(303);
  expect(await roles()).toEqual({});
  expect((await client.post('/me', { leave: 'acme', sure: 'yes' })).status).toBe(422);
});
