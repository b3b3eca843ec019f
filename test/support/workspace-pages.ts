import { modules } from '../../src/content/brand.js';
import { setCategory } from '../../src/operations/categories.js';
import { setColor } from '../../src/operations/colors.js';
import { editEntry } from '../../src/operations/context.js';
import { setMedia } from '../../src/operations/media.js';
import { updateMedia } from '../../src/operations/update-media.js';
import type { PersonRecord } from '../../src/registry/records.js';
import { askingPath, letIn } from './agent.js';
import { Authenticator } from './authenticator.js';
import { sha256Of } from './files.js';
import type { TestPortal } from './portal.js';
import { client, operate, portal } from './portal-fixture.js';
import { putFile } from './put-file.js';
import { addPerson, backendOrigin, WorkspaceClient, workspaceRoutes } from './workspace.js';

/** Values of the names in addresses, by name, as in a brand where each page has all of its forms. */
export type Ids = Readonly<Awaited<ReturnType<typeof fillBrand>>>;

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>';

/** Settings of mail, so that pages have all that is about it; nothing is sent to this server. */
export const mail = { url: 'smtp://127.0.0.1:1', from: 'brand@portal.example' };

/** Changes the example brand of the running test so that every page of the backend has something to show, and all of its forms. */
export async function fillBrand() {
  const { service } = portal;
  const medium = String((await putFile(client, 'drawing.svg', drawing)).id);
  await client.post('/pages/11/blocks', { type: 'image', data: { media_id: Number(medium) } });
  const unreleased = String((await putFile(client, 'other.svg', drawing, { release: false })).id);
  /** Version before all changes. */
  const first = portal.head('northlight');
  await service.setBrandSettings('northlight', { modules: [...modules] });
  await client.patch('/pages/11', { title: 'Another' });
  await client.patch('/brand/cl/voice', { summary: 'Calm.' });
  await operate(setMedia, { id: medium }, { title: 'Another' });
  await operate(setColor, { id: '1' }, { name: 'Another' });
  await operate(editEntry, { entry: 'morning-box' }, { title: 'Another' });
  await operate(setCategory, { category: 'empty' }, { label: 'Empty' });
  await operate(updateMedia, {}, { media: [Number(medium)], valid_from: '2026-01-01' });
  const several = portal.head('northlight');
  await client.delete('/pages/12');
  const commit = portal.head('northlight');
  const hook = { brand: 'northlight', url: 'https://site.example/', events: null, version: commit, allow: [] };
  const webhook = (await service.webhooks.add(hook)).record.id;
  const proposal = await propose();
  const person = await addPerson(portal, 'Bo Berg', { northlight: 'editor' });
  const notes = await writeNotes(person);
  const link = await service.mails.addresses.give(person.id, 'bo@company.example');
  const { redeem } = await letIn(await WorkspaceClient.signIn(portal, person));
  await redeem();
  await makeShareLink();
  await service.provisioning.createEmpty('shelved', 'Shelved', []);
  await service.archive.put('shelved');
  return {
    ...{ brand: 'northlight', page: '11', trashed: '12', section: 'voice', term: 'preferred.0', entry: 'morning-box' },
    ...{ lang: 'de', of: 'colors', id: '1' },
    ...{ color: '1', collection: '1', media: medium, unreleased, file: `${sha256Of(drawing)}.svg`, person: person.id },
    several,
    ...notes,
    link,
    ...{ key: client.keyId, webhook, proposal, commit, first, asks: (await askingPath(portal)).split('?')[1] ?? '' },
  };
}

/** A note of a guest that waits, one of an agent, and one that is resolved. @returns their numbers, and the block of the first */
async function writeNotes({ id, name }: PersonRecord) {
  const notes = portal.service.notes.of('northlight');
  const by = { kind: 'person', id, name, grant: null, client: null } as const;
  const agent = { ...by, kind: 'key', id: client.keyId, name: 'Nightwriter' } as const;
  const { blocks } = (await client.get('/pages/11')).body;
  const block: string = blocks.find(({ type }: { type: string }) => type === 'rich_text').id;
  const asked = { page: 11, block, quote: 'Leave room', kind: 'question' as const, text: 'How much?', mentions: [] };
  const note = await notes.add({ ...asked, by: null, address: 'guest@company.example' });
  await notes.comment(note.number, { by, text: '@Bo Berg looks it up.', mentions: [id] });
  const problem = await notes.add({ ...asked, by: agent, kind: 'problem', text: 'Two values differ.' });
  const done = await notes.add({ ...asked, by, block: null, quote: '', kind: 'comment', text: 'A typo.' });
  await notes.resolve(done.number, by);
  return { note: String(note.number), problem: String(problem.number), done: String(done.number), block };
}

let proposed = 0;

/** Proposes to change a text of a page, with a comment on the whole and one on a block, and asks for a review. @returns the number */
export async function propose(): Promise<string> {
  const { blocks } = (await client.get('/pages/34')).body;
  const { id } = blocks.find(({ type }: { type: string }) => type === 'rich_text');
  proposed += 1;
  const html = `<p>Shorter, ${proposed}.</p>`;
  const changed = await client.patch(`/pages/34/blocks/${id}?proposal=new`, { data: { html } });
  const number = changed.headers.get('proposal') ?? '';
  await client.post(`/proposals/${number}/comments`, { text: 'Shorter is better.' });
  await client.post(`/proposals/${number}/comments`, { text: 'Is it?', page: 34, block: id });
  await client.post(`/proposals/${number}/submit`, undefined);
  await makeShareLink(Number(number));
  return number;
}

/** Makes a share link of the example brand, for a day. @param proposal that it previews */
export async function makeShareLink(proposal?: number): Promise<void> {
  const expiresAt = new Date(portal.service.clock().getTime() + 86_400_000);
  const preview = proposal === undefined ? {} : { preview: { proposal, pages: [34] } };
  await portal.service.shareLinks.make({ brand: 'northlight', name: 'Agency', internal: false, expiresAt, ...preview });
}

/** Address of a row of the table, its names filled in. @throws for a name without an example */
export function addressOf(path: string, ids: Ids): string {
  const values: Readonly<Record<string, string>> = { ...ids, ...(path.includes('/trash/') && { page: ids.trashed }) };
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${path}: no example for :${name}`);
    return value;
  });
  if (path === '/operator/archived') return `${address}?brand=shelved`;
  if (path.endsWith('/notes/new')) return `${address}?page=${ids.page}&block=${ids.block}`;
  if (path === '/mail/confirm') return `${address}?person=${ids.person}&link=${ids.link}`;
  if (path === '/authorize') return `${address}?${ids.asks}`;
  if (path.endsWith('/media/undo')) return `${address}?of=${ids.several}`;
  if (path.endsWith('/restore')) return `${address}?to=${ids.first}`;
  if (path.endsWith('/newer')) return `${address}?than=${ids.first}`;
  return path.endsWith('/picture/:file') ? `${address}?width=320` : address;
}

/** Rows of the table that answer a GET with something else than a page of their own, and with what. */
export const notPages: Readonly<Record<string, string>> = {
  '/': 'a redirect of who has one brand, or is an operator',
  '/sign-in/passkey': 'JSON',
  '/sign-in/oidc': 'a redirect to the provider',
  '/sign-in/oidc/return': 'a redirect, or the page of a refusal',
  '/me/oidc/go': 'a redirect to the provider',
  '/operator/try-sign-in': 'a redirect to the provider',
  '/operator/brands.csv': 'a table',
  '/brands/:brand/stats/numbers.csv': 'a table',
  '/me/passkeys/options': 'JSON',
  '/me/data.json': 'JSON',
  '/brands/:brand/notes/people': 'JSON',
  '/brands/:brand/newer': 'text',
  '/brands/:brand/changes/:commit/undo': 'a redirect to the form that undoes it',
  '/brands/:brand/pages/:page/versions': 'a redirect to the versions of the page in the portal',
  '/brands/:brand/pages/:page/compare': 'a redirect to the versions of the page in the portal',
  '/brands/:brand/picture/:file': 'a picture',
  '/brands/:brand/media/:media/file': 'a file',
};

/** An address of each page of the table. */
export function pageAddresses(ids: Ids): Map<string, string> {
  const pages = workspaceRoutes.filter(({ method, path }) => method === 'GET' && !Object.hasOwn(notPages, path));
  return new Map(pages.map(({ path }) => [path, addressOf(path, ids)]));
}

/** What a device is asked for a new passkey of a person. */
export const toCreate = async (person: WorkspaceClient) =>
  JSON.parse((await person.get('/me/passkeys/options')).text).create;

/** What a device is asked when someone signs in. */
export const toSign = async (on: TestPortal) =>
  JSON.parse((await WorkspaceClient.nobody(on).get('/sign-in/passkey')).text).get;

/** Adds a passkey to the person of a session that has just begun. */
export async function addPasskey(
  person: WorkspaceClient,
  key = new Authenticator(backendOrigin(person.portal)),
): Promise<Authenticator> {
  const response = key.create(await toCreate(person));
  const { status, text } = await person.post('/me/passkeys', { name: 'Phone', response });
  if (status !== 303) throw new Error(`no passkey: ${status} ${text}`);
  return key;
}
