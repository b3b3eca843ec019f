import { describe, expect, it, onTestFinished, test } from 'vitest';
import { operatorCall, runOperation } from '../../src/cli/command.js';
import { paths } from '../../src/content/catalog/paths.js';
import { noInput } from '../../src/operations/engine/contract.js';
import { inspectMedia, listUsableMedia, releaseMedia, setMedia } from '../../src/operations/media.js';
import { setPortal } from '../../src/operations/portal.js';
import { previewReset, resetBrand } from '../../src/operations/reset.js';
import { updateMedia } from '../../src/operations/update-media.js';
import { ask as askAgent, call, connect } from '../support/mcp.js';
import { TestPortal } from '../support/portal.js';
import { approve, merge } from '../support/proposals.js';
import { putFile } from '../support/put-file.js';
import { publicFileOf } from './files.js';
import { boundary, day, firstDay, lastDay, type Scene, SetClock, scene, setDays } from './scene.js';

let clock: SetClock;
let portal: TestPortal;
let brand: Scene;

/** A brand of its own, long before the boundary. */
async function begin(): Promise<void> {
  clock = new SetClock();
  portal = await TestPortal.start({ real: true, clock });
  onTestFinished(() => portal.close());
  brand = await scene(portal, clock);
}

const image = (media_id: number) => ({ type: 'image', data: { media_id, alt: 'A sky' } });
const until = (id: number): string => `medium ${id} may be used until and including ${lastDay}`;
const from = (id: number): string => `medium ${id} may be used from ${firstDay} on`;

/** What is stored of the media, as git has it. */
async function stored(): Promise<string> {
  const repository = await portal.service.openBrand(brand.slug);
  const texts = [brand.pictures.ends, brand.pictures.begins].map(async (id) => {
    const { released, valid_from, valid_until } = JSON.parse(
      String((await repository.readFile(paths.media(id)))?.bytes),
    );
    return [id, released, valid_from ?? null, valid_until ?? null];
  });
  return JSON.stringify(await Promise.all(texts));
}

const instants = [
  ['a second before', boundary - 1000, true],
  ['at the boundary', boundary, false],
  ['ten days after', boundary + 864_000_000, false],
] as const;

describe('a new reference', () => {
  test('is to a medium that may be used now, by every way to write, and the refusal says why', async () => {
    await begin();
    const { writer, pictures } = brand;
    const agent = await connect(portal, writer.key);
    const page = await writer.page({ title: 'Empty', blocks: [{ type: 'image', data: { alt: 'None' } }] });
    const { body: number } = await writer.post('/proposals', { title: 'Skies' });
    const before = await stored();
    for (const [name, instant, isBefore] of instants) {
      clock.goTo(instant);
      const [open, closed] = isBefore ? [pictures.ends, pictures.begins] : [pictures.begins, pictures.ends];
      const why = isBefore ? from(closed) : until(closed);
      const put = (media: number) => ({ blocks: [image(media)] });
      const rest: readonly ((media: number) => ReturnType<typeof writer.post>)[] = [
        (media) => writer.post('/pages', { title: 'New', ...put(media) }),
        (media) => writer.post(`/pages/${page.id}/blocks`, image(media)),
        (media) => writer.patch(`/pages/${page.id}/blocks/${page.blocks[0].id}`, { data: { media_id: media } }),
        (media) => writer.put(`/pages/${page.id}/content`, put(media)),
        (media) => writer.post('/pages?proposal=new', { title: 'New', ...put(media) }),
        (media) => writer.post(`/pages/${page.id}/blocks?proposal=${number.number}`, image(media)),
      ];
      for (const [at, send] of rest.entries()) {
        // The page has no reference yet: one that is stored would stay valid.
        const { body: fresh } = await writer.put(`/pages/${page.id}/content`, { blocks: page.blocks });
        page.blocks = fresh.blocks;
        const refused = await send(closed);
        expect([name, at, refused.status, refused.text.includes(why)]).toEqual([name, at, 422, true]);
        expect([name, at, Math.floor((await send(open)).status / 100)]).toEqual([name, at, 2]);
      }
      const { headers } = await writer.get(`/pages/${page.id}`);
      const base = headers.get('etag')?.slice(1, -1);
      const save = await writer.post(`/pages/${page.id}/save`, { base, blocks: [...page.blocks, image(closed)] });
      expect([name, save.status, save.text.includes(why)]).toEqual([name, 422, true]);
      const made = await call(agent, 'create_page', { title: 'By an agent', blocks: [image(closed)] });
      expect([name, made.isError, JSON.stringify(made.answer).includes(why)]).toEqual([name, true, true]);
      expect(await askAgent(agent, 'create_page', { title: 'By an agent', blocks: [image(open)] })).toBeTruthy();
      const logo = (cover: number) => runOperation(portal.service, brand.slug, setPortal, { body: { cover } });
      await runOperation(portal.service, brand.slug, setPortal, {
        body: { cover: null, logo_light: null, logo_dark: null },
      });
      await expect(logo(closed)).rejects.toMatchObject({ code: 'invalid' });
      await logo(open);
      const usable = (await runOperation(portal.service, brand.slug, listUsableMedia)).map(({ id }) => id);
      expect([usable.includes(open), usable.includes(closed)]).toEqual([true, false]);
    }
    expect(await stored()).toBe(before);
  });

  test('of a proposal is not published when the use has ended since; one that the page has stays', async () => {
    await begin();
    const { writer, pictures, page } = brand;
    const at = { service: portal.service, slug: brand.slug };
    const made = await writer.post('/pages?proposal=new', { title: 'Late', blocks: [image(pictures.ends)] });
    const number = Number(made.headers.get('proposal'));
    const shown = async () => (await writer.get(`/pages/${made.body.id}?proposal=${number}`)).text;
    clock.goTo(boundary - 1000);
    expect(await shown()).toContain(`"media_id":${pictures.ends}`);
    clock.goTo(boundary);
    expect(await shown()).not.toContain(`"media_id":${pictures.ends}`);
    await approve(at, number);
    await merge(at, number);
    const { body } = await writer.get('/pages?slug=late&include=blocks');
    expect(JSON.stringify(body)).not.toContain('"media_id"');
    const { body: old } = await writer.get(`/pages/${page}`);
    const kept = await writer.put(`/pages/${page}/content`, { blocks: old.blocks });
    expect([kept.status, kept.text.includes(`"media_id":${pictures.ends}`)]).toEqual([200, true]);
  });
});

describe('outside its days', () => {
  it('what is stored of a medium stays, whatever is written', async () => {
    await begin();
    const { writer, slug, pictures } = brand;
    const before = await stored();
    clock.goTo(boundary);
    const operate = <Value>(operation: Parameters<typeof runOperation<Value>>[2], params = {}, body: unknown = {}) =>
      runOperation(portal.service, slug, operation, { params, body });
    for (const id of Object.values(pictures)) {
      const medium = { id: String(id) };
      await operate(setMedia, medium, { title: `Sky ${id}` });
      await operate(setDays, medium, {});
      await operate(releaseMedia, medium, { released: true });
      await putFile(writer, 'sky.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', {
        replaces: String(id),
        release: false,
      });
    }
    await operate(updateMedia, {}, { media: Object.values(pictures), released: true });
    const proposed = await portal.service.run(
      setMedia,
      { ...operatorCall(slug), proposal: 'new' },
      { ...noInput, params: { id: String(pictures.ends) }, body: { title: 'Dusk' } },
    );
    const at = { service: portal.service, slug };
    await approve(at, Number(proposed.proposal));
    await merge(at, Number(proposed.proposal));
    expect(await stored()).toBe(before);
    expect((await operate(inspectMedia, { id: String(pictures.ends) })).released).toBe(true);
  });

  it('a boundary is no change: it makes no event, and forms and tags that were read before it still fit', async () => {
    await begin();
    const { writer, reader, slug, pictures, past } = brand;
    clock.goTo(boundary - 1000);
    const list = await writer.get('/media');
    const medium = { ...noInput, params: { id: String(pictures.ends) } };
    const read = () => portal.service.run(inspectMedia, operatorCall(slug), medium);
    const { version } = await read();
    clock.goTo(boundary);
    expect((await read()).version).toBe(version);
    expect((await reader.get(`/changes?since=${past}`)).body).toEqual({ version: past, changes: [] });
    const after = await writer.get('/media');
    expect(after.headers.get('etag')).not.toBe(list.headers.get('etag'));
    const precondition = { versions: [version ?? ''] };
    const change = { ...medium, body: { title: 'Dusk' } };
    await portal.service.run(setMedia, { ...operatorCall(slug), precondition }, change);
    expect((await reader.get(`/changes?since=${past}`)).body.changes).toMatchObject([
      { kind: 'media', id: pictures.ends, change: 'deleted' },
    ]);
  });

  it('a day that is set takes effect at once, and so does one that is taken away', async () => {
    await begin();
    const { reader, slug, pictures, address } = brand;
    const answers = async () => {
      const file = await fetch(portal.url + address.get(pictures.ends));
      return [(await reader.get(`/media/${pictures.ends}`)).status, file.status];
    };
    clock.goTo('2026-03-20T12:00:00Z');
    expect(await answers()).toEqual([200, 200]);
    await day(portal, slug, pictures.ends, { valid_until: '2026-03-19' });
    expect(await answers()).toEqual([404, 404]);
    await day(portal, slug, pictures.ends, { valid_until: '2026-03-20' });
    expect(await answers()).toEqual([200, 200]);
    clock.goTo('2026-03-20T23:00:00Z');
    expect(await answers()).toEqual([404, 404]);
    await day(portal, slug, pictures.ends, { valid_until: null });
    expect(await answers()).toEqual([200, 200]);
  });

  it('the signed address of git-lfs that was given before is no way in', async () => {
    await begin();
    clock.goTo(boundary - 60_000);
    const href = await publicFileOf(portal, brand);
    expect((await fetch(href)).status).toBe(200);
    clock.goTo(boundary - 1000);
    expect((await fetch(href)).status).toBe(200);
    clock.goTo(boundary);
    expect((await fetch(href)).status).toBe(404);
  });

  it('an older version that comes back brings back no former day', async () => {
    await begin();
    const { slug, pictures, past } = brand;
    const medium = String(pictures.ends);
    const operate = <Value>(operation: Parameters<typeof runOperation<Value>>[2], input: object) =>
      runOperation(portal.service, slug, operation, input);
    await operate(setMedia, { params: { id: medium }, body: { title: 'Dusk' } });
    await day(portal, slug, pictures.ends, { valid_until: '2026-03-02' });
    clock.goTo(boundary);
    const { plan } = await operate(previewReset, { query: { media: medium, to: past } });
    await operate(resetBrand, { body: { media: medium, to: past, plan } });
    const shown = await operate(inspectMedia, { params: { id: medium } });
    expect(shown).toMatchObject({ title: 'Gloaming', released: true, valid_until: '2026-03-02' });
  });

  it('a day that the calendar does not have is refused', async () => {
    await begin();
    const { slug, pictures } = brand;
    const set = (valid_until: string) =>
      runOperation(portal.service, slug, updateMedia, { body: { media: [pictures.ends], valid_until } });
    for (const text of ['2026-02-29', '2026-02-31', '2026-13-01', '0000-00-00'])
      await expect(set(text)).rejects.toMatchObject({ code: 'invalid' });
    expect(await set('2028-02-29')).toMatchObject({ changed: [pictures.ends] });
  });
});
