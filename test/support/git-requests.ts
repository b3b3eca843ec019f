import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { TestClient } from './portal.js';
import { answerTo } from './raw-requests.js';

export type Asked = Awaited<ReturnType<typeof answerTo>>;

/** Begins a request below a brand's repository, as git makes it. */
export function openGit(
  { portal, brand, key }: TestClient,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
): ClientRequest {
  const Authorization = `Basic ${Buffer.from(`x:${key}`).toString('base64')}`;
  const type = { 'Content-Type': 'application/x-git-upload-pack-request' };
  return request(`${portal.url}/git/${brand}.git/${path}`, { method, headers: { Authorization, ...type, ...headers } });
}

export const askGit = (
  client: TestClient,
  method: string,
  path: string,
  body?: Buffer,
  headers: OutgoingHttpHeaders = {},
): Promise<Asked> => answerTo(openGit(client, method, path, headers), body);

/** A pkt-line. */
export const line = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text;

/** Asks for everything in protocol version 2. @param more further arguments */
export function fetchAll({ portal, brand }: TestClient, ...more: readonly string[]): Buffer {
  const args = [`want ${portal.head(brand)}\n`, ...more, 'done\n'];
  return Buffer.from(`${line('command=fetch')}0001${args.map(line).join('')}0000`);
}

export const version2 = { 'Git-Protocol': 'version=2' };

/** Begins a fetch that is too large for the buffers between git and a client that does not read. */
export async function holdFetch(client: TestClient): Promise<ClientRequest> {
  const sent = openGit(client, 'POST', 'git-upload-pack', version2).on('error', () => {});
  const response = new Promise<IncomingMessage>((resolve) => sent.once('response', resolve));
  sent.end(fetchAll(client));
  (await response).on('error', () => {}).pause();
  return sent;
}
