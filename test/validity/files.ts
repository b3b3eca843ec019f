import type { TestPortal } from '../support/portal.js';
import type { Scene } from './scene.js';

const type = 'application/vnd.git-lfs+json';

/** The address that git-lfs gets for the file whose use ends. */
export async function publicFileOf({ url }: TestPortal, { reader, sha256, bytes, pictures }: Scene): Promise<string> {
  const object = { oid: sha256.get(pictures.ends), size: bytes.get(pictures.ends) };
  const answer = await fetch(`${url}/git/acme.git/info/lfs/objects/batch`, {
    method: 'POST',
    headers: { Accept: type, 'Content-Type': type, Authorization: `Basic ${btoa(`git:${reader.key}`)}` },
    body: JSON.stringify({ operation: 'download', objects: [object] }),
  });
  return (await answer.json()).objects[0].actions.download.href;
}
