import { rest } from '../rest.js';
import type { Worker, World } from '../world.js';

const name = 'REST writes';

interface Model {
  title: string;
  etag: string;
  /** A page in the trash answers 404. */
  isDeleted: boolean;
}

/** Pages that one writer made and nobody else touches, as they were last acknowledged. */
const models: Map<number, Model>[] = [];
const mostPages = 60;
let written = 0;

const block = (text: string) => ({ type: 'rich_text', data: { html: `<p>${text} <b>and</b> more</p>` } });

/** Edits pages of its own, each time on the version that it knows. */
export const writers: Worker = {
  name,
  count: 4,
  pauseMs: 300,
  start(world) {
    const own = new Map<number, Model>();
    models.push(own);
    return () => edit(world, own);
  },
};

async function edit(world: World, own: Map<number, Model>): Promise<void> {
  const brand = world.brands.bakery;
  written += 1;
  const title = `Page ${written} of the soak`;
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const reply = await rest(world, name, brand, method, path, { ...(body === undefined ? {} : { body }), headers });
    brand.ledger.told(reply.requestId, reply.status);
    return reply;
  };
  const living = [...own].filter(([, { isDeleted }]) => !isDeleted);
  if (living.length === 0 || (living.length < mostPages && world.chance(25))) {
    const { status, etag, body } = await send('POST', '/pages', { title, blocks: [block(title)] });
    if (status === 201) own.set(body.id, { title, etag: etag as string, isDeleted: false });
    else expectStatus(status, [429, 503]);
    return;
  }
  const [id, model] = world.pick(living);
  if (world.chance(5)) {
    const { status } = await send('PATCH', `/pages/${id}`, { title }, { 'If-Match': '"0000"' });
    expectStatus(status, [412, 429, 503]);
    return;
  }
  const current = { 'If-Match': model.etag };
  // Until it is acknowledged nobody knows what the page is.
  own.delete(id);
  const change = world.random(10);
  const sending =
    change < 4
      ? send('PATCH', `/pages/${id}`, { title }, current)
      : change < 6
        ? send(
            'PUT',
            `/pages/${id}/content`,
            { blocks: [block(title), { type: 'heading', data: { text: title } }] },
            current,
          )
        : change < 9
          ? send('POST', `/pages/${id}/blocks`, block(title), current)
          : send('DELETE', `/pages/${id}`, undefined, current);
  const { status, etag, body } = await sending;
  if (status === 204) own.set(id, { ...model, isDeleted: true });
  else if (status < 300) own.set(id, { title: body.title, etag: etag as string, isDeleted: false });
  else if (status === 429 || status === 503 || (status === 422 && change < 9)) own.set(id, model);
  else throw new Error(`a write on the current version: ${status} ${JSON.stringify(body)}`);
  if (change < 4 && status < 300 && body.title !== title) throw new Error(`the title of page ${id} was not taken`);
}

function expectStatus(status: number, expected: readonly number[]): void {
  if (!expected.includes(status)) throw new Error(`a write: ${status} instead of ${expected.join(' or ')}`);
}

/** Asks the server for pages that were acknowledged before it was killed. @returns how many were looked at */
export async function checkPages(world: World, most: number): Promise<number> {
  const all = models.flatMap((own) => [...own].slice(-most / models.length));
  for (const [id, { title, etag, isDeleted }] of all) {
    const reply = await rest(world, 'checks after a kill', world.brands.bakery, 'GET', `/pages/${id}`);
    const isThere = isDeleted ? reply.status === 404 : reply.body?.title === title && reply.etag === etag;
    if (!isThere && reply.status !== 429) {
      world.tally.problem(
        `page ${id} is not as it was acknowledged: ${title} ${etag}, but ${reply.status} ${reply.etag}`,
      );
    }
  }
  for (const own of models) {
    for (const [id, { isDeleted }] of own) if (isDeleted) own.delete(id);
  }
  return all.length;
}
