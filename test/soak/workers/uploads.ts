import { sha256Of, wav } from '../../support/files.js';
import { rest } from '../rest.js';
import type { Worker, World } from '../world.js';

const name = 'uploads';

/** Media that one uploader made and nobody else touches, with the hash that was last acknowledged. */
const mostMedia = 30;

/** Uploads files, replaces them, and reads them back. */
export const uploads: Worker = {
  name,
  count: 2,
  pauseMs: 800,
  start(world) {
    const own = new Map<number, string>();
    return () => upload(world, own);
  },
};

async function upload(world: World, own: Map<number, string>): Promise<void> {
  const brand = world.brands.bakery;
  const [id, known] = own.size === 0 ? [] : world.pick([...own]);
  if (id !== undefined && world.chance(30)) return readBack(world, id, known as string);
  const isNew = id === undefined || (own.size < mostMedia && world.chance(40));
  const raw = wav(1000 + world.random(2_000_000), world.random(2 ** 31));
  const sha256 = sha256Of(raw);
  // Until it is acknowledged nobody knows which file the medium has.
  if (!isNew) own.delete(id);
  const [method, path] = isNew ? ['POST', '/media?name=soak.wav'] : ['PUT', `/media/${id}/file?name=soak.wav`];
  const { status, requestId, body } = await rest(world, name, brand, method as string, path as string, { raw });
  brand.ledger.told(requestId, status);
  if (status < 300) {
    brand.ledger.stored(sha256);
    own.set(body.id, sha256);
  } else if (![429, 503].includes(status)) throw new Error(`an upload: ${status} ${JSON.stringify(body)}`);
}

async function readBack(world: World, id: number, sha256: string): Promise<void> {
  const headers = { Authorization: `Bearer ${world.brands.bakery.keys.write}` };
  const response = await fetch(`${world.url}/api/v1/media/${id}/file`, {
    headers,
    signal: AbortSignal.timeout(30_000),
  });
  const hash = sha256Of(Buffer.from(await response.arrayBuffer()));
  world.judge(name, response.status, response.headers.get('retry-after'), 'GET of a file');
  if (response.status === 200 && hash !== sha256)
    throw new Error(`medium ${id} has not the file that was acknowledged`);
}
