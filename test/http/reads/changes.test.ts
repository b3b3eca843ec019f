import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movePage } from '../../../src/operations/arrange-pages.js';
import { removeColor, setColor } from '../../../src/operations/colors.js';
import { editEntry } from '../../../src/operations/context.js';
import { releaseMedia } from '../../../src/operations/media.js';
import { resetBrand } from '../../../src/operations/reset.js';
import { restorePage } from '../../../src/operations/trash.js';
import { runs } from '../../support/effort.js';
import { forcePush, git, pushFiles } from '../../support/git.js';
import { client, operate, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ real: true, example: 'northlight' });

interface Item {
  readonly kind: string;
  readonly id: number | string | null;
  readonly change: string;
  readonly version: string | null;
}

const since = async (version?: string): Promise<{ version: string; changes: Item[] }> =>
  (await client.get(version === undefined ? '/changes' : `/changes?since=${version}`)).body;

const told = ({ changes }: { changes: Item[] }): string[] =>
  changes.map(({ kind, id, change }) => `${change} ${kind} ${id ?? ''}`.trim());

describe('GET /changes', () => {
  it('tells nothing when nothing has changed, and what there is without a version', async () => {
    const { version, changes } = await since();
    expect(version).toBe(portal.head('northlight'));
    expect(await since(version)).toEqual({ version, changes: [] });
    const { body: pages } = await client.get('/pages');
    const listed = changes.filter(({ kind }) => kind === 'page').map(({ id }) => id);
    expect(listed).toEqual(pages.map(({ id }: { id: number }) => id));
    const { headers } = await client.get(`/pages/${listed[0]}`);
    expect(headers.get('etag')).toBe(`"${changes.find(({ kind }) => kind === 'page')?.version}"`);
  });

  it('tells each thing once, deletions first and chapters before their pages', async () => {
    const { version } = await since();
    const gone = await client.page({ title: 'Gone before it was seen' });
    await client.delete(`/pages/${gone.id}`);
    const chapter = await client.page({ type: 'container', title: 'Chapter' });
    const page = await client.page({ title: 'Inside' });
    await client.patch(`/pages/${page.id}`, { title: 'Inside', parent_id: chapter.id });
    await client.patch('/pages/1', { title: 'Another title' });
    await client.patch('/pages/1', { title: 'A third title' });
    await client.delete('/pages/2');
    await client.patch('/brand/cl/voice', { summary: 'Calm.' });
    expect(told(await since(version))).toEqual([
      'deleted page 2',
      'changed language',
      'changed section voice',
      'changed page 1',
      `created page ${chapter.id}`,
      `created page ${page.id}`,
    ]);
  });

  it('tells a move from a change, and what came back from the trash from what is new', async () => {
    const before = await since();
    await operate(movePage, { page: '1' }, { after: 3 });
    expect(told(await since(before.version))).toEqual(['moved page 1']);
    const moved = await since();
    const { title } = (await client.get('/pages/1')).body;
    await client.patch('/pages/1', { title: 'Another' });
    portal.clock.advance({ seconds: 5 });
    await client.patch('/pages/1', { title });
    expect(told(await since(moved.version))).toEqual(['changed page 1']);
    await operate(resetBrand, {}, { to: moved.version, page: '1' });
    portal.clock.advance({ seconds: 5 });
    expect(told(await since(moved.version))).toEqual(['changed page 1']);
    const { id } = await client.page();
    await client.delete(`/pages/${id}`);
    const deleted = await since();
    await operate(restorePage, { page: `${id}` }, {});
    expect(told(await since(deleted.version))).toEqual([`restored page ${id}`]);
    await client.delete(`/pages/${id}`);
    await operate(restorePage, { page: `${id}` }, {});
    expect(told(await since(deleted.version))).toEqual([`restored page ${id}`]);
  });

  it('tells of facts and media what readers see: verified ones, and released ones', async () => {
    const { version } = await since();
    const { body: facts } = await client.get('/brand/context');
    await operate(editEntry, { entry: facts[0].id }, { verified: false });
    await operate(releaseMedia, { id: '101' }, { released: false });
    const changed = await since(version);
    expect(told(changed)).toEqual(['deleted media 101', `deleted entry ${facts[0].id}`]);
    await operate(editEntry, { entry: facts[0].id }, { verified: true });
    expect(told(await since(changed.version))).toEqual([`created entry ${facts[0].id}`]);
  });

  it('names with a part the whole that shows it, whoever has changed the part', async () => {
    const { version } = await since();
    const before = (await client.get('/brand')).text;
    await operate(setColor, { id: '1' }, { hex: '#123456' });
    expect((await client.get('/brand')).text).not.toBe(before);
    expect(told(await since(version))).toEqual(['changed brand', 'changed color 1']);
    const next = await since();
    await operate(removeColor, { id: '2' }, { force: true });
    expect(told(await since(next.version))).toEqual(expect.arrayContaining(['changed brand', 'deleted color 2']));
    const last = await since();
    pushFiles(portal.gitdir('northlight'), { 'corporate-language/voice.json': { summary: 'Pushed.' } });
    expect(told(await since(last.version))).toEqual(['changed language', 'changed section voice']);
  });

  it('leaves out what belongs to a module that is off', async () => {
    await portal.service.setBrandSettings('northlight', { modules: [] });
    const kinds = new Set((await since()).changes.map(({ kind }) => kind));
    expect([...kinds]).toEqual(['brand', 'color', 'media', 'page', 'translation']);
    await portal.service.setBrandSettings('northlight', { modules: ['corporate_language', 'brand_agent'] });
  });

  it('is 410 for a version that is not in the history, and 422 for what is none', async () => {
    const { version } = await since();
    await client.patch('/pages/1', { title: 'Another title' });
    const lost = await since();
    forcePush(portal.gitdir('northlight'), version);
    await client.patch('/pages/1', { title: 'After the push' });
    for (const gone of [lost.version, 'f'.repeat(40)]) {
      const { status, body } = await client.get(`/changes?since=${gone}`);
      expect([status, body.message]).toEqual([410, expect.stringContaining('without `since`')]);
    }
    expect(told(await since(version))).toEqual(['changed page 1']);
    for (const wrong of ['since=main', 'since=', 'after=1']) {
      const { status, body } = await client.get(`/changes?${wrong}`);
      expect([wrong, status]).toEqual([wrong, wrong === 'since=' ? 200 : 422]);
      if (status === 422) expect(Object.keys(body.errors)).toEqual([wrong.split('=')[0]]);
      if (wrong === 'since=main')
        expect(body.message).toBe('The since field format is invalid: use the version of an earlier response.');
    }
  });
});

/** A copy of a brand that is kept by the feed only: the JSON of each thing by its address. */
class Copy {
  readonly #things = new Map<string, string>();
  #version: string | undefined;

  async follow(): Promise<void> {
    const query = this.#version === undefined ? '' : `?since=${this.#version}`;
    const { status, body } = await client.get(`/changes${query}`);
    if (status === 410) {
      this.#version = undefined;
      this.#things.clear();
      await this.follow();
      return;
    }
    const changed = new Set<string>();
    for (const { kind, id, change } of body.changes as Item[]) {
      const path = addresses[kind]?.(id);
      if (path === undefined) continue;
      if (change === 'deleted' && kind === 'page') this.#things.delete(path);
      else changed.add(path);
    }
    for (const path of changed) this.#things.set(path, (await client.get(path)).text);
    this.#version = body.version;
  }

  get content(): Record<string, string> {
    return Object.fromEntries([...this.#things].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

const addresses: Record<string, (id: Item['id']) => string> = {
  brand: () => '/brand',
  color: () => '/brand/colors?expand=full',
  media: () => '/media',
  language: () => '/brand/cl',
  section: (id) => `/brand/cl/${id}`,
  categories: () => '/brand/context',
  entry: () => '/brand/context',
  page: (id) => `/pages/${id}`,
};

describe('a client that follows the feed', () => {
  it('has what a full read gives, whatever happened meanwhile: deletions, restores, resets, rewritten histories', async () => {
    const commits: string[] = [];
    const steps: Record<string, (pick: number) => Promise<unknown>> = {
      create: (pick) => client.page({ title: `New ${pick}`, blocks: [{ type: 'heading', data: { text: `${pick}` } }] }),
      rename: async (pick) => client.patch(`/pages/${await some(pick)}`, { title: `Title ${pick}` }),
      remove: async (pick) => client.delete(`/pages/${await some(pick)}`),
      move: async (pick) => operate(movePage, { page: `${await some(pick)}` }, { parent_id: null }),
      restore: async (pick) => operate(restorePage, { page: `${pick}` }, {}).catch(() => {}),
      color: (pick) => operate(setColor, { id: '1' }, { hex: `#0000${String(10 + pick)}` }),
      voice: (pick) => client.patch('/brand/cl/voice', { summary: `Voice ${pick}` }),
      reset: (pick) => operate(resetBrand, {}, { to: commits[pick % commits.length] }),
      rewrite: async (pick) => forcePush(portal.gitdir('northlight'), commits[pick % commits.length] as string),
    };
    const some = async (pick: number): Promise<number> => {
      const { body } = await client.get('/pages');
      return body[pick % body.length]?.id ?? 1;
    };
    const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(50), fc.boolean());
    const copy = new Copy();
    await copy.follow();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (chosen) => {
        for (const [name, pick, follows] of chosen) {
          // After many pushes git packs the reference: there is no file of it any more.
          commits.push(git(portal.gitdir('northlight'), ['rev-parse', 'main']).trim());
          await steps[name]?.(pick);
          if (follows) await copy.follow();
        }
        await copy.follow();
        const full = new Copy();
        await full.follow();
        expect(copy.content).toEqual(full.content);
      }),
      { ...runs(12, 3), endOnFailure: true },
    );
  });
});
