import { afterEach, describe, expect, it, vi } from 'vitest';
import { isKnown, Portal, PortalError, type SyncedPage, type SyncState, srcset } from '../../src/client/index.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { limitedTo, unlimited } from '../support/portal.js';
import { brandForEach, client, portal } from '../support/portal-fixture.js';

brandForEach({ config: limitedTo({ ...unlimited, requestsPerKey: 1000, writesPerKey: 1000 }) });

/** A client whose requests go this way. */
const through = (fetch: typeof globalThis.fetch, maxTries = 5): Portal =>
  new Portal({ url: portal.url, key: client.key, fetch, maxTries });

/** A client whose requests are noted, and fail first as `broken` says. */
function counted(broken: (url: string, sent: number) => Response | 'cut' | 'lost' | null = () => null, maxTries = 5) {
  const sent: string[] = [];
  const fetched: typeof fetch = async (input) => {
    const request = input as Request;
    sent.push(`${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`);
    const failure = broken(request.url, sent.length);
    if (failure === 'cut') throw new TypeError('fetch failed');
    const answer = failure instanceof Response ? failure : await fetch(request);
    if (failure === 'lost') throw new TypeError('terminated');
    return answer;
  };
  return { sent, brand: through(fetched, maxTries) };
}

const page = (text: string): SyncedPage => ({ title: text, blocks: [{ type: 'heading', data: { text } }] });

afterEach(() => void vi.restoreAllMocks());

describe('a call', () => {
  it('is sent again until it is answered, and done once', async () => {
    const busy = new Response('{"message":"Busy"}', { status: 503, headers: { 'Retry-After': '0' } });
    const { brand, sent } = counted((_url, at) => ([null, busy, 'cut', 'lost'] as const)[at] ?? null);
    const { data } = await brand.given(brand.api.POST('/pages', { body: { title: 'Once' } }));
    expect([data.title, sent.length]).toEqual(['Once', 4]);
    expect((await client.get('/pages')).body).toHaveLength(1);
  });

  it('that is refused says why', async () => {
    const { brand, sent } = counted();
    const refused = brand.given(brand.api.POST('/pages', { body: { title: '' } }));
    await expect(refused).rejects.toMatchObject({ status: 422, body: { errors: { title: [expect.any(String)] } } });
    await expect(refused).rejects.toBeInstanceOf(PortalError);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['before it is sent again, where a proxy names a date', 503, { 'Retry-After': new Date().toUTCString() }, 500],
    ['where a budget is nearly spent', 200, { 'X-RateLimit-Limit': '600', 'X-RateLimit-Remaining': '5' }, 100],
  ])('waits %s', async (_, status, headers, ms) => {
    const { brand } = counted((_url, at) => (at === 1 ? new Response('[]', { status, headers }) : null));
    const waiting = vi.spyOn(globalThis, 'setTimeout');
    for (const _ of [1, 2]) await brand.given(brand.api.GET('/pages'));
    expect(waiting.mock.calls.map(([, time]) => time)).toContain(ms);
  });
});

it('knows the types of blocks that the API can write, and no other', () => {
  const block = { id: 'a', data: {} };
  for (const type of blockTypes.keys()) expect([type, isKnown({ ...block, type })]).toEqual([type, true]);
  for (const type of ['carousel', 'constructor', '', null]) expect(isKnown({ ...block, type })).toBe(false);
});

it('gives absolute addresses of files, and the widths of a picture', async () => {
  const file = (name: string) => ({
    file: { address: `/files/x/${name}`, picture: { widths: [160, 320], formats: [] } },
  });
  const elsewhere = { file: { address: 'https://files.example/y/b.png', picture: null } };
  const answers = [[file('a.png'), elsewhere, { file: null }], file('a.png'), { media: [file('a.png')] }];
  const brand = through(async () => Response.json(answers.shift()));
  const next = async () =>
    (await brand.given(brand.api.GET('/media', { params: { query: { include: 'file' } } }))).data;
  const at = `${portal.url}/files/x/a.png`;
  const list = await next();
  expect(list.map((one) => one.file?.address)).toEqual([at, 'https://files.example/y/b.png', undefined]);
  expect(list.map(srcset)).toEqual([`${at}?width=160 160w, ${at}?width=320 320w`, '', '']);
  expect(await next()).toMatchObject({ file: { address: at } });
  expect(await next()).toMatchObject({ media: [{ file: { address: at } }] });
});

it('a change that meets another is made again from what is there', async () => {
  const { id, blocks } = await client.page({ ...page('A') });
  const { brand } = counted();
  let tries = 0;
  const changed = await brand.change(id, async (now) => {
    tries += 1;
    if (tries === 1) await client.patch(`/pages/${id}/blocks/${blocks[0].id}`, { data: { text: 'B' } });
    const [first] = now.blocks;
    const data = { text: `${Object(first?.data).text}!`, level: tries };
    return { blocks: [{ id: first?.id as string, type: 'heading', data }] };
  });
  expect([changed.blocks[0]?.id, changed.blocks[0]?.data]).toEqual([blocks[0].id, { text: 'B!', level: 2 }]);
  expect(await brand.change(id, () => null)).toEqual(changed);
});

it('a change goes through a proxy that makes tags weak', async () => {
  const { id } = await client.page({ ...page('A') });
  const brand = through(async (input) => {
    const answer = await fetch(input);
    const headers = new Headers(answer.headers);
    headers.set('ETag', `W/${headers.get('ETag')}`);
    return new Response(answer.body, { status: answer.status, headers });
  });
  expect(await brand.change(id, () => ({ title: 'B' }))).toMatchObject({ title: 'B' });
});

it('follows changes over connections that break, and begins again when the history is another', async () => {
  await client.page({ title: 'First' });
  let streams = 0;
  const { brand } = counted((url) => (url.includes('stream') && ++streams === 1 ? 'cut' : null));
  const stop = new AbortController();
  const seen: unknown[] = [];
  for await (const { isWhole, changes } of brand.follow(undefined, stop.signal)) {
    seen.push([isWhole, changes.filter(({ kind }) => kind === 'page').map(({ id, change }) => `${change} ${id}`)]);
    if (seen.length === 1) await client.page({ title: 'Second' });
    else stop.abort();
  }
  expect(seen).toEqual([
    [true, ['created 1']],
    [false, ['created 2']],
  ]);
});

it('follows changes over answers that may pass, and throws what stays', async () => {
  await client.page({ title: 'First' });
  const { version } = (await client.get('/changes')).body;
  const page = await client.page({ title: 'Second' });
  const answers = [502, 429, 500].map((status) => new Response('{}', { status }));
  const { brand } = counted((_url, at) => answers[at - 1] ?? null, 1);
  for await (const { changes } of brand.follow(version)) {
    expect(changes).toMatchObject([{ kind: 'page', id: page.id, change: 'created' }]);
    break;
  }
  const refused = counted(() => new Response('{}', { status: 403 })).brand.follow(version);
  await expect(refused.next()).rejects.toMatchObject({ status: 403 });
});

it('a change that is followed no longer leaves no connection open', async () => {
  const cancel = vi.fn();
  const event = new TextEncoder().encode('data: {"version":"2","changes":[{}]}\n\n');
  const stream = new ReadableStream({ pull: (controller) => controller.enqueue(event), cancel });
  const { brand } = counted(() => new Response(stream));
  for await (const _ of brand.follow('1')) break;
  expect(cancel).toHaveBeenCalled();
});

it('follows changes although everything cannot be read again at once', async () => {
  await client.page({ title: 'First' });
  const { brand } = counted((_url, at) => ([new Response('{}', { status: 410 }), 'cut'] as const)[at - 1] ?? null, 1);
  for await (const { isWhole } of brand.follow('1')) {
    expect(isWhole).toBe(true);
    break;
  }
});

describe('a sync', () => {
  it('of a hundred pages that are the same takes one request', async () => {
    const pages = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`page-${at}`, page(`Page ${at}`)]));
    const first = await counted().brand.sync({ pages });
    expect([first.pushed.length, first.conflicts]).toEqual([100, {}]);
    const second = await counted().brand.sync(first);
    const { brand, sent } = counted();
    const third = await brand.sync(second);
    expect([third.pushed, third.pulled, third.pages]).toEqual([[], [], first.pages]);
    expect(sent).toEqual(['GET /changes']);
    const { brand: fresh, sent: all } = counted();
    expect(await fresh.sync({ pages: first.pages })).toMatchObject({ pushed: [], pulled: [], conflicts: {} });
    expect(all).toEqual(['GET /changes', 'GET /pages']);
  });

  it('knows the version of a page that it left before', async () => {
    await client.page({ ...page('A'), slug: 'a' });
    const { brand } = counted();
    const left = await brand.sync({ pages: { a: page('B') } });
    await client.page({ title: 'Other' });
    const adopted = await brand.sync({ ...left, pages: { a: page('A') } });
    const pushed = await brand.sync({ ...adopted, pages: { ...adopted.pages, a: page('C') } });
    expect([Object.keys(left.conflicts), adopted.conflicts, pushed.conflicts]).toEqual([['a'], {}, {}]);
    expect(pushed.pushed).toEqual(['a']);
  });

  it('pulls what it left in conflict, once the change here is taken back', async () => {
    const { brand } = counted();
    const begun = await brand.sync({ pages: { renamed: page('A'), deleted: page('A') } });
    const { renamed, deleted } = (begun.state as SyncState).pages;
    await client.patch(`/pages/${renamed?.id}`, { title: 'B' });
    await client.delete(`/pages/${deleted?.id}`);
    const { renamed: mine, deleted: kept } = begun.pages;
    const changed = { renamed: { ...mine, title: 'C' } as SyncedPage, deleted: { ...kept, title: 'C' } as SyncedPage };
    const left = await brand.sync({ ...begun, pages: changed });
    expect(Object.keys(left.conflicts).toSorted()).toEqual(['deleted', 'renamed']);
    const done = await brand.sync({ ...left, pages: begun.pages });
    expect([done.pulled, done.removed, done.conflicts]).toEqual([['renamed'], ['deleted'], {}]);
    expect(done.pages).toMatchObject({ renamed: { title: 'B' } });
  });

  it('leaves a page that is too large, and goes on with the others', async () => {
    const tooLarge = () => new Response('{"message":"Too large"}', { status: 413 });
    const { brand } = counted((_url, at) => (at === 3 ? tooLarge() : null));
    const done = await brand.sync({ pages: { large: page('Large'), small: page('Small') } });
    expect([done.pushed, done.conflicts]).toEqual([['small'], { large: '413 Too large' }]);
  });

  describe('while others write between its reads', () => {
    const rich = (text: string) => ({ type: 'rich_text' as const, data: { html: `<p>${text}</p>` } });

    /** A client before whose read of the pages something is written. */
    function interrupted(write: () => Promise<unknown>): Portal {
      let isDone = false;
      return through(async (input) => {
        const { url, method } = input as Request;
        if (!isDone && method === 'GET' && new URL(url).pathname === '/api/v1/pages') {
          isDone = true;
          await write();
        }
        return fetch(input);
      });
    }

    /** Each page that is kept is the portal's at the version that is kept with it. */
    async function expectTrue({ pages, state }: Awaited<ReturnType<Portal['sync']>>): Promise<void> {
      for (const [slug, { id, version }] of Object.entries(state.pages)) {
        const { body, headers } = await client.get(`/pages/${id}?at=${state.version}`);
        expect(headers.get('etag')).toBe(`"${version}"`);
        expect([slug, pages[slug]]).toEqual([slug, { title: body.title, blocks: body.blocks }]);
      }
    }

    it.each<[string, (id: number) => Promise<unknown>]>([
      ['edited', (id) => client.patch(`/pages/${id}`, { title: 'Second' })],
      ['deleted', (id) => client.delete(`/pages/${id}`)],
      ['created', () => client.page({ title: 'New', slug: 'new' })],
    ])('a page that is %s meanwhile comes as a whole with the next', async (_name, write) => {
      const { brand } = counted();
      const begun = await brand.sync({ pages: { a: page('A'), b: page('B') } });
      const id = (begun.state as SyncState).pages.a?.id as number;
      await client.patch(`/pages/${id}`, { title: 'First' });
      const met = await interrupted(() => write(id)).sync(begun);
      await expectTrue(met);
      expect([met.conflicts, met.removed]).toEqual([{}, []]);
      const done = await brand.sync(met);
      await expectTrue(done);
      expect(done.conflicts).toEqual({});
      const kept = Object.entries(done.pages).map(([slug, { title }]) => [slug, title]);
      const stored: { slug: string; title: string }[] = (await client.get('/pages')).body;
      expect(kept.sort()).toEqual(stored.map(({ slug, title }) => [slug, title]).sort());
    });

    it('what its author takes back does not return', async () => {
      const { brand } = counted();
      const begun = await brand.sync({ pages: { a: { title: 'A', blocks: [rich('Kept')] } } });
      const id = (begun.state as SyncState).pages.a?.id as number;
      await client.patch(`/pages/${id}`, { title: 'First' });
      const met = await interrupted(() => client.patch(`/pages/${id}`, { title: 'A mistake' })).sync(begun);
      await client.patch(`/pages/${id}`, { title: 'First' });
      const mine = met.pages.a as SyncedPage;
      const done = await brand.sync({ ...met, pages: { a: { ...mine, blocks: [...mine.blocks, rich('Mine')] } } });
      expect([done.pushed, done.conflicts]).toEqual([['a'], {}]);
      const stored = (await client.get(`/pages/${id}`)).body;
      expect([stored.title, stored.blocks.length]).toEqual(['First', 2]);
    });
  });

  it('hands on no page of a portal with a slug that is none, which it names', async () => {
    const { id } = await client.page({ ...page('A'), slug: 'a' });
    await client.page({ ...page('Other'), slug: 'other' });
    const odd = ['../../../tmp/x', '/etc/x', '..', '', 'a\\b', 'c:x', 'A', 'a.json', 'a\n', '__proto__', 'other'];
    for (const slug of odd) {
      const hostile = through(async (input) => {
        const answer = await fetch(input);
        if (new URL((input as Request).url).pathname !== '/api/v1/pages') return answer;
        const pages: { id: number; slug: string }[] = await answer.json();
        return Response.json(pages.map((one) => (one.id === id ? { ...one, slug } : one)));
      });
      const { conflicts, ...handed } = await hostile.sync({ pages: {} });
      const names = [...Object.keys(handed.pages), ...Object.keys(handed.state.pages), ...handed.pulled];
      const isTwice = slug === 'other';
      expect([slug, names]).toEqual([slug, isTwice ? [] : ['other', 'other', 'other']]);
      const [named, said] = isTwice ? ['other', 'Several pages have this slug.'] : [`page ${id}`, JSON.stringify(slug)];
      expect(conflicts).toEqual({ [named]: expect.stringContaining(said) });
    }
  });

  it.each(['__proto__', '../x', 'A b'])('keeps the page %j that no portal can have, and names it', async (slug) => {
    const mine = page('Mine');
    const pages = JSON.parse(JSON.stringify({ slug: mine }).replace('"slug"', JSON.stringify(slug)));
    const { brand } = counted();
    const state = { id: 7, version: 'x', hash: 'y' };
    const begun = await brand.sync({ pages: {} });
    const before = { ...begun.state, pages: Object.fromEntries([[slug, state]]) };
    for (const given of [pages, {}]) {
      const done = await brand.sync({ pages: given, state: before });
      expect([Object.keys(done.pages), Object.keys(done.conflicts)]).toEqual([Object.keys(given), [slug]]);
      expect([done.pushed, done.pulled, done.removed, Object.keys(done.state.pages)]).toEqual([[], [], [], []]);
      expect(Object.getOwnPropertyDescriptor(done.pages, slug)?.value).toEqual(given === pages ? mine : undefined);
    }
  });

  it('of a page with a slug that objects have as a member pulls and pushes it like any other', async () => {
    await client.page({ title: 'Constructor' });
    const { brand } = counted();
    const pulled = await brand.sync({ pages: {} });
    const pushed = await brand.sync({ ...pulled, pages: { constructor: page('Mine') } });
    expect([pulled.pulled, pulled.conflicts]).toEqual([['constructor'], {}]);
    expect([pushed.pushed, pushed.conflicts]).toEqual([['constructor'], {}]);
  });

  it('goes both ways, merges, deletes nothing there, and names what it leaves', async () => {
    const { brand } = counted();
    const names = ['here', 'there', 'both', 'gone', 'gone-changed', 'left'];
    const begun = await brand.sync({ pages: Object.fromEntries(names.map((name) => [name, page(name)])) });
    const idOf = (slug: string): number => (begun.state as SyncState).pages[slug]?.id as number;
    await client.patch(`/pages/${idOf('there')}`, { title: 'Theirs' });
    await client.patch(`/pages/${idOf('both')}`, { title: 'Theirs' });
    for (const slug of ['gone', 'gone-changed']) await client.delete(`/pages/${idOf(slug)}`);
    await client.page({ title: 'New there', slug: 'new-there' });
    const { left: _, ...kept } = begun.pages;
    const both = begun.pages.both as SyncedPage;
    const pages = {
      ...kept,
      here: page('Mine'),
      both: { ...both, blocks: [...both.blocks, { type: 'rich_text' as const, data: { html: '<p>Mine</p>' } }] },
      'gone-changed': page('Mine'),
      'new-here': page('New here'),
      wrong: { title: '', blocks: [] },
    };
    const done = await brand.sync({ ...begun, pages });
    expect(done.pushed.toSorted()).toEqual(['both', 'here', 'new-here']);
    expect(done.pulled.toSorted()).toEqual(['new-there', 'there']);
    expect(done.removed).toEqual(['gone']);
    expect(Object.keys(done.conflicts).toSorted()).toEqual(['gone-changed', 'left', 'wrong']);
    expect(done.pages).toMatchObject({ both: { title: 'Theirs', blocks: [{}, {}] }, there: { title: 'Theirs' } });
    const stored: { slug: string }[] = (await client.get('/pages?include=blocks')).body;
    const there = ['both', 'here', 'left', 'new-here', 'new-there', 'there'];
    expect(stored.map(({ slug }) => slug).toSorted()).toEqual(there);
    const again = await brand.sync(done);
    expect([again.pushed, again.pulled]).toEqual([[], []]);
    expect(Object.keys(again.conflicts)).toEqual(Object.keys(done.conflicts));
  });
});
