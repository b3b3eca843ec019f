import { guestCookie } from '../../src/http/site/admit-reader.js';
import { letIn, statusAt } from './agent.js';
import { agentsHeaders, message } from './mcp.js';
import { TestClient, type TestPortal } from './portal.js';
import { addressOf, putFile } from './put-file.js';
import { addPerson, backendOrigin, WorkspaceClient } from './workspace.js';

/** Somebody at each door of a brand, and what the door answers. */
export interface Doors {
  readonly shareId: string;
  readonly previewId: string;
  readonly editor: WorkspaceClient;
  readonly webhook: string;
  /** @param on the portal at which they knock; default: the one that has let them in */
  statuses(on?: TestPortal): Promise<Readonly<Record<string, number>>>;
}

const kinds = { viewer: 'viewer', editor: 'editor', admin: 'admin' } as const;

/** Lets everyone into a brand with a public portal: keys, agents, people, guests, and those with links. */
export async function openDoors(portal: TestPortal, slug: string): Promise<Doors> {
  const { service } = portal;
  await service.setBrandSettings(slug, { portal: 'public', portal_listed: true });
  const client = await portal.client(slug);
  const page = await client.page({ title: `Of ${slug}`, visibility: 'public' });
  const medium = await putFile(client, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const file = await addressOf(client, medium.id);
  const { body: proposal } = await client.post('/proposals', { title: 'Next' });
  const expiresAt = new Date(portal.clock.read().getTime() + 6 * 86_400_000);
  const link = { brand: slug, name: 'Agency', internal: true, expiresAt };
  const share = await service.shareLinks.make(link);
  const preview = await service.shareLinks.make({ ...link, preview: { proposal: proposal.number, pages: [] } });
  const people = await Promise.all(
    Object.entries(kinds).map(async ([name, role]) => {
      const person = await addPerson(portal, name, { [slug]: role });
      return [name, await WorkspaceClient.signIn(portal, person)] as const;
    }),
  );
  const [, [, editor]] = people as [unknown, [string, WorkspaceClient]];
  const { body: token } = await (await letIn(editor)).redeem();
  const { record: hook } = await service.webhooks.add({
    ...{ brand: slug, url: 'https://site.example/', events: null, version: portal.head(slug), allow: [] },
  });

  const statuses = async (on = portal): Promise<Record<string, number>> => {
    const origin = backendOrigin(on);
    const status = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
      const response = await fetch(origin + path, { redirect: 'manual', headers, ...init });
      await response.arrayBuffer();
      return response.status;
    };
    const home = `/brands/${slug}/`;
    const bearer = { Authorization: `Bearer ${client.key}` };
    const basic = { Authorization: `Basic ${Buffer.from(`git:${client.key}`).toString('base64')}` };
    const cookie = (secret: string) => ({ Cookie: `${guestCookie(slug)}=${secret}` });
    const body = message('tools/list');
    const ask = { method: 'POST', headers: agentsHeaders, body };
    const reader = new TestClient(on, slug, client.key, client.keyId);
    const answers: [string, number][] = [
      ['read by key', (await reader.get('/brand')).status],
      ['write by key', (await reader.patch(`/pages/${page.id}`, { title: 'Changed' })).status],
      ['clone', await status(`/git/${slug}.git/info/refs?service=git-upload-pack`, basic)],
      ['file by git-lfs', await status(`/git/${slug}.git/info/lfs/objects/batch`, basic, batch(basic))],
      ['MCP by key', await status('/mcp', {}, { ...ask, headers: { ...agentsHeaders, ...bearer } })],
      ['agent of a person', await statusAt(on, token.access_token)],
      ['guests’ MCP', await status(`${home}-/mcp/public`, agentsHeaders, ask)],
      ['portal of guests', await status(home)],
      ['share link', await status(`${home}`, cookie(share.secret))],
      ['preview link', await status(`${home}`, cookie(preview.secret))],
      ['file', await status(file)],
    ];
    for (const [name, { cookie: session }] of people) {
      const signedIn = { Cookie: session ?? '' };
      answers.push([`portal of a ${name}`, await status(home, signedIn)]);
      if (name === 'viewer') continue;
      answers.push([`workspace of an ${name}`, await status(`${home}-/workspace`, signedIn)]);
      answers.push([`script of an ${name}`, await status(`${home}-/workspace/api/pages`, sameSite(signedIn))]);
    }
    return Object.fromEntries(answers);
  };
  return { shareId: share.record.id, previewId: preview.record.id, editor, webhook: hook.id, statuses };
}

const sameSite = (headers: Record<string, string>) => ({ ...headers, 'Sec-Fetch-Site': 'same-origin' });

const batch = (headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { ...headers, Accept: lfsType, 'Content-Type': lfsType },
  body: JSON.stringify({ operation: 'download', objects: [{ oid: 'a'.repeat(64), size: 1 }] }),
});

const lfsType = 'application/vnd.git-lfs+json';
