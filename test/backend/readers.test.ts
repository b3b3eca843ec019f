import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backendRoutes } from '../../src/backend/routes.js';
import { setVisibility } from '../../src/operations/arrange-pages.js';
import { setCategory } from '../../src/operations/categories.js';
import { addEntry, editEntry } from '../../src/operations/context.js';
import { setLanguageStatus } from '../../src/operations/language.js';
import { setMedia } from '../../src/operations/media.js';
import type { PersonRecord } from '../../src/registry/records.js';
import { addPerson, BackendClient, type BackendReply } from '../support/backend.js';
import { fillBrand, type Ids } from '../support/backend-pages.js';
import { effort } from '../support/effort.js';
import { git } from '../support/git.js';
import { sha256Of } from '../support/media.js';
import { client, operate, portal, portalForAll, portalForEach } from '../support/portal-fixture.js';
import { putFile, withdraw } from '../support/put-file.js';

const drawing = (id: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><title>${id}</title><rect width="9" height="9"/></svg>`;
const heading = (text: string) => ({ type: 'heading', data: { text } });
const image = (medium: { id: number }) => ({ type: 'image', data: { media_id: medium.id } });

/** Like no other word: the search forgives small misspellings. */
const mark = 'zqxjvk';

/** Words that stand in hidden content alone, each in a state of its own. */
const hiddenWords: string[] = [];
/** Words that readers see. */
const shownWords: string[] = [];

const hidden = (what: string): string => {
  const word = `${mark}${what}`;
  hiddenWords.push(word);
  return word;
};
const shown = (what: string): string => {
  const word = `vx${what}`;
  shownWords.push(word);
  return word;
};

const show = (page: { id: number }, visibility: string) =>
  operate(setVisibility, { page: String(page.id) }, { visibility });

async function makePage(word: string, visibility: string, more: Record<string, unknown> = {}, blocks: object[] = []) {
  const content = more.type === 'container' ? {} : { blocks: [heading(`${word} content`), ...blocks] };
  const page = await client.page({ title: word, ...content, ...more });
  await show(page, visibility);
  return page;
}

interface Scene {
  readonly ids: Ids;
  readonly pages: readonly { readonly id: number }[];
  readonly entries: readonly string[];
  readonly media: readonly { readonly id: number }[];
  readonly files: readonly string[];
  readonly commits: readonly string[];
  /** Address of a comparison with an old version. */
  readonly comparison: string;
}

/** Something in every state of visibility and release, each with words that no other text has. */
async function makeScene(): Promise<Scene> {
  hiddenWords.length = 0;
  shownWords.length = 0;
  const ids = await fillBrand();
  const upload = async (word: string) => {
    const medium = await putFile(client, `${word}.svg`, drawing(word));
    await operate(setMedia, { id: String(medium.id) }, { title: word, caption: `${word} caption` });
    return medium;
  };
  const free = await upload(shown('released'));
  const download = await upload(shown('download'));
  const withdrawn = await upload(hidden('withdrawn'));
  const unused = await upload(hidden('unused'));
  const onHidden = await upload(hidden('onhidden'));
  const chapter = await makePage(hidden('chapter'), 'hidden', { type: 'container' });
  const inner = await makePage(hidden('inner'), 'public', { type: 'container', parent_id: chapter.id });
  const empty = await makePage(hidden('empty'), 'public', { type: 'container' });
  const internalChapter = await makePage(shown('chapter'), 'internal', { type: 'container' });
  const downloads = [
    { type: 'asset_download', data: { media_id: download.id, label: 'The file' } },
    { type: 'download_list', data: { title: 'Files', items: [{ media_id: download.id, label: 'One' }] } },
  ];
  const edited = await makePage(shown('edited'), 'public', {}, [heading(hidden('oldtext'))]);
  const old = portal.head('northlight');
  await client.put(`/pages/${edited.id}/content`, { blocks: [heading('now')] });
  const wasShown = await makePage(hidden('wasshown'), 'public', {}, [image(onHidden)]);
  await show(wasShown, 'hidden');
  const pages = [
    chapter,
    inner,
    empty,
    internalChapter,
    edited,
    wasShown,
    await makePage(hidden('page'), 'hidden', {}, [image(onHidden)]),
    await makePage(hidden('below'), 'public', { parent_id: inner.id }, [image(onHidden)]),
    await makePage(hidden('alone'), 'hidden', { parent_id: empty.id }),
    await makePage(shown('public'), 'public', { parent_id: internalChapter.id }, [image(free), ...downloads]),
    await makePage(shown('internal'), 'internal', {}, [image(withdrawn)]),
    await makePage(hidden('trashed'), 'public'),
  ];
  await client.delete(`/pages/${pages.at(-1)?.id}`);
  await withdraw(client, withdrawn.id);
  await operate(setCategory, { category: 'secret' }, { label: hidden('category') });
  const fact = async (word: string, verified: boolean, category = 'company') => {
    const { id } = await operate(addEntry, {}, { title: word, body: `${word} body`, category });
    if (verified) await operate(editEntry, { entry: id }, { verified });
    return id;
  };
  const entries = [
    await fact(hidden('unverified'), false),
    await fact(hidden('insecret'), false, 'secret'),
    await fact(shown('fact'), true),
  ];
  await client.patch('/brand/cl/voice', { summary: hidden('draft') });
  await operate(setLanguageStatus, {}, { status: 'draft' });
  return {
    ...{ ids, pages, entries, media: [free, download, withdrawn, unused, onHidden] },
    files: ['released', 'download', 'withdrawn', 'unused', 'onhidden'].map((word) =>
      sha256Of(drawing(word === 'released' || word === 'download' ? `vx${word}` : `${mark}${word}`)),
    ),
    comparison: `/brands/northlight/pages/${edited.id}/compare?from=${old}`,
    commits: git(portal.gitdir('northlight'), ['rev-list', 'main']).trim().split('\n'),
  };
}

/** Every address of the table, with every thing that it may name, and every query that chooses what is shown. */
function addresses({ ids, pages, entries, media, files, commits }: Scene): string[] {
  const pageIds = [...pages.map(({ id }) => String(id)), ids.page, ids.trashed, '98', '99'];
  const values: Readonly<Record<string, readonly string[]>> = {
    brand: ['northlight'],
    page: pageIds,
    entry: [...entries, ids.entry, 'unknown'],
    media: [...media.map(({ id }) => String(id)), ids.media, ids.unreleased, '999'],
    file: files.map((sha256) => `${sha256}.svg`),
    color: [ids.color, '999'],
    section: ['voice', 'meta', 'unknown'],
    commit: [ids.first, ids.commit, commits[0] ?? ''],
    ...{ person: [ids.person], key: [ids.key], webhook: [ids.webhook] },
  };
  const fill = (path: string): string[] => {
    const name = /:(\w+)/.exec(path)?.[1];
    return name === undefined ? [path] : (values[name] ?? []).flatMap((value) => fill(path.replace(`:${name}`, value)));
  };
  const commit = commits[1];
  const queries = [
    ...['', `at=${commit}`, `done=${commit}`, `from=${commit}`, `to=${commit}`, `than=${commit}`, 'show=unreleased'],
    ...['show=unverified', 'show=unused', 'category=secret', 'width=320', `open=${pageIds.join('.')}`, 'q=content'],
  ];
  return backendRoutes
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/sign-in') && !path.startsWith('/me'))
    .flatMap(({ path, who }) => {
      // What a viewer may not open is refused before it reads its address.
      const asked = who === 'viewer' || who === 'person' ? queries : [''];
      return fill(path).flatMap((filled, thing) => [
        filled,
        // Each query with each thing of a kind in turn, or with full effort all of them.
        ...asked
          .filter((query, at) => query !== '' && (effort === 'full' || (at + thing) % 5 === 0))
          .map((query) => `${filled}?${query}`),
      ]);
    });
}

const headersOf = ({ headers }: BackendReply): string =>
  [...headers]
    .filter(([name]) => !['date', 'x-request-id', 'keep-alive'].includes(name))
    .map((header) => header.join(': '))
    .join('\n');

/** All that an answer says, without what differs in each answer. */
const saidIn = (reply: BackendReply): string =>
  `${reply.status}\n${headersOf(reply)}\n${reply.text.replace(/Request <code>[^<]*<\/code>/, '')}`;

/** Requests at a time. */
const together = 8;

async function answersTo(person: BackendClient, paths: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (let at = 0; at < paths.length; at += together) {
    const some = paths.slice(at, at + together);
    const said = await Promise.all(some.map(async (path) => [path, saidIn(await person.get(path))] as const));
    for (const [path, text] of said) answers.set(path, text);
  }
  return answers;
}

const searches = (words: readonly string[]): string[] =>
  words.flatMap((word) => [
    `/brands/northlight/search?q=${word}`,
    `/search?q=${word}`,
    ...['pages', 'media', 'context'].map((list) => `/brands/northlight/${list}?q=${word}`),
  ]);

const signIn = async (role: 'viewer' | 'editor') =>
  BackendClient.signIn(portal, await addPerson(portal, `Ada ${role}`, { northlight: role }));

let scene: Scene;
const options = { real: true, pictures: true, example: 'northlight' };

describe('a viewer', () => {
  portalForAll(options);
  beforeAll(async () => {
    scene = await makeScene();
  });

  it('reads nothing hidden, unreleased, unverified, unpublished or old at any address, also when more is hidden; an editor reads all of it', async () => {
    const [viewer, editor] = [await signIn('viewer'), await signIn('editor')];
    const later = `${mark}later`;
    const paths = [...addresses(scene), scene.comparison, ...searches(['content', 'vxpublik', 'vxpublic', later])];
    const seen = await answersTo(viewer, paths);
    const all = [...seen.values()].join('\n');
    for (const word of shownWords) expect([word, all.includes(word)]).toEqual([word, true]);
    for (const [path, said] of seen) {
      // What an address names, its answer may name as well.
      const rest = said.replaceAll(path.replaceAll('&', '&amp;'), '').replaceAll(encodeURIComponent(path), '');
      for (const word of hiddenWords) expect([path, word, rest.includes(word)]).toEqual([path, word, false]);
      const commit = scene.commits.find((one) => rest.replaceAll(/[?=]\w+|\/\w+/g, '').includes(one));
      expect([path, commit]).toEqual([path, undefined]);
    }
    const control = [
      ...(
        await answersTo(
          editor,
          paths.filter((path) => !/at=|done=|than=/.test(path)),
        )
      ).values(),
    ].join('');
    for (const word of [...hiddenWords, ...shownWords]) expect([word, control.includes(word)]).toEqual([word, true]);
    const medium = await putFile(client, `${later}.svg`, drawing(later));
    await makePage(later, 'hidden', {}, [heading('vxpublic vxpublik content'), image(medium)]);
    await makePage(later, 'hidden', { parent_id: scene.pages[3]?.id });
    const trashed = await makePage(later, 'hidden');
    await client.delete(`/pages/${trashed.id}`);
    await putFile(client, `${later}2.svg`, drawing(`${later}2`), { release: false });
    await operate(addEntry, {}, { title: later, body: 'vxfact content', category: 'company' });
    await client.patch('/brand/cl/voice', { summary: later });
    for (const [path, said] of await answersTo(viewer, [...seen.keys()])) {
      expect([path, said]).toEqual([path, seen.get(path)]);
    }
  });

  it('gets files and pictures of what is released and on a page that is shown, and no others', async () => {
    const [viewer, editor] = [await signIn('viewer'), await signIn('editor')];
    const at = '/brands/northlight';
    const statuses = async (person: BackendClient) => {
      const files = scene.media.map(({ id }) => `${at}/media/${id}/file`);
      const pictures = scene.files.map((sha256) => `${at}/picture/${sha256}.svg?width=320`);
      return Promise.all([...files, ...pictures].map(async (path) => (await person.get(path)).status));
    };
    expect(await statuses(editor)).toEqual(Array(10).fill(200));
    const visible = [200, 200, 404, 404, 404];
    expect(await statuses(viewer)).toEqual([...visible, ...visible]);
    const page = await viewer.get(`${at}/pages/${scene.pages.at(-3)?.id}`);
    const links = [...page.text.matchAll(/<a href="([^"]*\/file)">Download ([^<]*)<\/a>/g)];
    const file = `/backend${at}/media/${scene.media[1]?.id}/file`;
    expect(links.map(([, href, name]) => [href, name])).toEqual(
      Array(2).fill([file, expect.stringMatching(/^vxdownload\.svg, \d+ \w+$/)]),
    );
  });

  it('finds what is shown, and to words of hidden content gets the answer that words of nothing get', async () => {
    const viewer = await signIn('viewer');
    const [nothing = '', ...inLists] = await Promise.all(
      searches([`${mark}nothing`]).map(async (path) => saidIn(await viewer.get(path))),
    );
    for (const word of hiddenWords) {
      const [found = '', ...others] = await Promise.all(
        searches([word]).map(async (path) => saidIn(await viewer.get(path))),
      );
      const neutral = (said: string): string =>
        said.replaceAll(word, `${mark}nothing`).replace(/content-length: \d+/, '');
      const without = (said: string): string => said.replace(/content-length: \d+/, '');
      expect(neutral(found)).toBe(without(nothing));
      expect(others.map(neutral)).toEqual(inLists.map(without));
    }
    for (const word of ['vxpublic', 'vxinternal', 'vxfact', 'vxchapter', 'vxedited']) {
      expect((await viewer.get(`/brands/northlight/search?q=${word}`)).text).toContain(`${word}</`);
    }
    // What is hidden later is not found any more, nor are the pages of a chapter.
    const chapter = scene.pages[3] ?? { id: 0 };
    await show(chapter, 'hidden');
    expect((await viewer.get('/brands/northlight/search?q=vxpublic')).text).not.toContain('vxpublic</');
    await show(chapter, 'public');
    expect((await viewer.get('/brands/northlight/search?q=vxpublic')).text).toContain('vxpublic</');
  });
});

describe('a viewer, as time goes on', () => {
  portalForEach(options);
  beforeEach(async () => {
    scene = await makeScene();
  });

  it('sees which pages changed, without a text of then', async () => {
    let viewer = await signIn('viewer');
    const rows = async () => {
      const { text } = await viewer.get('/brands/northlight/changes');
      const found = text.matchAll(/<bdi>(v[^<]*)<\/bdi> <small>([^<]*)<\/small><\/a><span class="badge">(\w+)/g);
      return [...found].map(([, title, chapter, change]) => [title, chapter, change].join(' '));
    };
    expect((await rows()).sort()).toEqual(
      ['vxchapter  new', 'vxedited  new', 'vxinternal  new', 'vxpublic vxchapter new'].sort(),
    );
    portal.clock.advance({ days: 31 });
    viewer = await BackendClient.signIn(portal, viewer.person as PersonRecord);
    expect(await rows()).toEqual([]);
    await client.patch(`/pages/${scene.pages[4]?.id}`, { title: 'vxedited again' });
    await show(scene.pages[6] ?? { id: 0 }, 'public');
    await show(scene.pages.at(-2) ?? { id: 0 }, 'hidden');
    const { text } = await viewer.get('/brands/northlight/changes');
    expect(text).toContain('2 pages new or changed, 1 removed');
    expect(text).toMatch(/page<\/bdi> <small><\/small><\/a><span class="badge">new/);
    expect(text).toMatch(/vxedited again<\/bdi> <small><\/small><\/a><span class="badge">changed/);
    expect(text).not.toContain('vxinternal');
  });

  it('reads the language when it is published, and reaches nothing by the ways of programs', async () => {
    const viewer = await signIn('viewer');
    const language = async () => (await viewer.get('/brands/northlight/language')).text;
    expect(await language()).toContain('It is not published yet.');
    await operate(setLanguageStatus, {}, { status: 'published' });
    expect(await language()).toContain(`${mark}draft`);
    expect((await viewer.post('/brands/northlight/keys', { name: 'Mine', rights: 'read', once: 'x' })).status).toBe(
      403,
    );
    const headers = { Cookie: viewer.cookie ?? '' };
    const ways = ['/api/v1/pages', '/api/v1/media', '/git/northlight.git/info/refs?service=git-upload-pack'];
    for (const way of ways) expect([way, (await fetch(`${portal.url}${way}`, { headers })).status]).toEqual([way, 401]);
    const call = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: '{}' };
    expect((await fetch(`${portal.url}/mcp`, call)).status).toBe(401);
  });
});
