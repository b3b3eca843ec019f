import { Readable } from 'node:stream';
import { runOperation } from '../../src/cli/command.js';
import type { Call } from '../../src/operations/engine/call.js';
import { releaseMedia } from '../../src/operations/media.js';
import { type SentFile, storeFile } from '../../src/service/files/uploads.js';
import type { TestClient } from './portal.js';

interface PutFile extends Omit<SentFile, 'name'> {
  /** `true` when left out. */
  readonly release?: boolean;
}

/** Stores a file as an operator does. @returns its medium */
export async function putFile(
  { portal, brand }: TestClient,
  name: string,
  content: Buffer | string,
  put: PutFile = {},
) {
  const { release = true, ...sent } = put;
  const actor = { kind: 'operator', id: 'operator', name: 'Operator', rights: ['read', 'write'] } as const;
  const call: Call = { slug: brand, actor, via: 'cli', requestId: 'put', precondition: null };
  const { value } = await storeFile(portal.service, call, Readable.from(Buffer.from(content)), { name, ...sent });
  if (release) await release_(portal.service, brand, value.id, true);
  return value;
}

const release_ = (service: TestClient['portal']['service'], brand: string, id: number, released: boolean) =>
  runOperation(service, brand, releaseMedia, { params: { id: String(id) }, body: { released } });

export const withdraw = ({ portal, brand }: TestClient, id: number) => release_(portal.service, brand, id, false);
export const release = ({ portal, brand }: TestClient, id: number) => release_(portal.service, brand, id, true);

/** The public address of the file of a released medium. */
export async function addressOf(client: TestClient, id: number): Promise<string> {
  const { body } = await client.get('/media?include=file');
  return body.find((medium: { id: number }) => medium.id === id).file.address;
}
