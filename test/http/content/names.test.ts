import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runOperation } from '../../../src/cli/command.js';
import { PortalError } from '../../../src/lib/errors.js';
import { setBrand, showBrand } from '../../../src/operations/brand.js';
import { listCategories, setCategory } from '../../../src/operations/categories.js';
import { setColor } from '../../../src/operations/colors.js';
import { addEntry, listAllEntries } from '../../../src/operations/context.js';
import type { Operation } from '../../../src/operations/engine/contract.js';
import { replaceSection, showSection } from '../../../src/operations/language.js';
import { addMedia, listAllMedia } from '../../../src/operations/media.js';
import { listPages } from '../../../src/operations/pages.js';
import { setFont } from '../../../src/operations/theme.js';
import type { Service } from '../../../src/service/service.js';
import { openService } from '../../support/data.js';
import { some, tried, tries } from '../../support/effort.js';
import { checkRepository, clone, git } from '../../support/git.js';
import { allNastyNames, isHazardous, isLine, misleading } from '../../support/hostile/names.js';
import { ask, connect, post } from '../../support/mcp.js';
import { sanitizer } from '../../support/portal.js';
import { client, operate, portal, portalForAll } from '../../support/portal-fixture.js';

const forged = 'Co-authored-by: Eve <eve@example.org>';
const names = [...new Set([forged, ...some(allNastyNames, 4)])];

portalForAll({ real: true, modules: ['corporate_language', 'brand_agent'] });

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
const run: (...args: Parameters<typeof operate>) => Promise<any> = operate;

/** What the operation stored, or `null` when it refused the input. */
async function attempt(operation: Operation, params: Record<string, string>, body: unknown) {
  try {
    return await run(operation, params, body);
  } catch (error) {
    if (error instanceof PortalError && error.code === 'invalid') return null;
    throw error;
  }
}

/** The same content as somebody sees it who has just started. */
async function restarted<Answer>(read: (service: Service) => Promise<Answer>): Promise<Answer> {
  const { data, clock } = portal;
  return read(await openService({ data, clock: clock.read }));
}

/** Files of the brand as git has them now. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into files of every shape
function files(): (path: string) => any {
  const work = clone(portal.gitdir('acme'));
  return (path) => JSON.parse(fs.readFileSync(join(work, path), 'utf8'));
}

const forEachName = <Answer>(work: (name: string) => Promise<Answer>): Promise<Answer[]> => {
  tried({ names: names.length });
  return Promise.all(names.map(work));
};

describe('a name that is taken reads back the same, now, after a restart and from git', () => {
  it('as the title and the slug of a page, over HTTP', async () => {
    const replies = await forEachName(async (name) => ({
      name,
      titled: await client.post('/pages', { title: name }),
      called: await client.post('/pages', { title: 'Slug', slug: name }),
    }));
    const pages = await restarted((service) => runOperation(service, 'acme', listPages));
    const slugs = new Set(pages.map(({ slug }: { slug: string }) => slug));
    expect(slugs.size).toBe(pages.length);
    const file = files();
    for (const { name, titled, called } of replies) {
      expect({ name, status: titled.status }).toEqual({ name, status: isLine(name, 255) ? 201 : 422 });
      for (const { status, body } of [titled, called]) {
        if (status !== 201) continue;
        expect(body.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        const { blocks: _, ...summary } = body;
        const { title, slug } = summary;
        expect(file(`pages/${Math.floor(body.id / 100)}/${body.id}.json`)).toMatchObject({ title, slug });
        expect(pages).toContainEqual(summary);
      }
      if (titled.status === 201) expect(titled.body.title).toBe(name.trim());
    }
  });

  it('as a text, a key and a list item of the corporate language: exactly as it was sent', async () => {
    for (const name of names) {
      const isKey = [...name].length <= 255 && !['__proto__', 'constructor', 'prototype'].includes(name);
      const sent = { summary: name, tone: [name], free: { list: [[name]] } };
      const asText = await client.patch('/brand/cl/voice', sent);
      expect({ name, status: asText.status }).toEqual({ name, status: isHazardous(name) ? 422 : 200 });
      if (asText.status === 200) expect(asText.body).toEqual({ voice: sent });
      const raw = `{"free":{${JSON.stringify(name)}:${JSON.stringify({ deep: 1 })}}}`;
      const asKey = await client.send('PATCH', '/brand/cl/notation', { raw });
      expect({ name, status: asKey.status }).toEqual({ name, status: !isHazardous(name) && isKey ? 200 : 422 });
      if (asKey.status !== 200) continue;
      expect(Object.entries(asKey.body.notation.free)).toEqual([[name, { deep: 1 }]]);
      expect(Object.keys((await client.get('/brand/cl/notation')).body.notation.free)).toEqual([name]);
    }
    const storable = names.filter((name) => !isHazardous(name) && [...name].length <= 255);
    const all = Object.fromEntries(storable.map((name) => [`_${name}`.slice(0, 255).toWellFormed(), name]));
    const params = { section: 'voice' };
    expect(await run(replaceSection, params, all)).toEqual({ voice: all });
    const shown = await restarted((service) => runOperation(service, 'acme', showSection, { params }));
    expect(shown).toEqual({ voice: all });
    expect(files()('corporate-language/voice.json')).toEqual(all);
  });

  it('as the name of a colour, a medium, a category, an entry, a font and the brand', async () => {
    await run(setCategory, { category: 'facts' }, { label: 'Facts' });
    const stored = await forEachName(async (name) => ({
      name,
      color: await attempt(setColor, {}, { name, hex: '#123' }),
      medium: await attempt(addMedia, {}, { type: 'image', title: name }),
      category: await attempt(setCategory, { category: name }, { label: 'x' }),
      label: await attempt(setCategory, { category: 'facts' }, { label: name }),
      entry: await attempt(addEntry, {}, { category: 'facts', title: name, body: name }),
      font: await attempt(setFont, { role: name }, { family: name }),
      brand: await attempt(setBrand, {}, { name }),
    }));
    const [brand, media, entries, categories] = await restarted((service) => {
      const show = <Value>(operation: Operation<Value>) => runOperation(service, 'acme', operation);
      return Promise.all([show(showBrand), show(listAllMedia), show(listAllEntries), show(listCategories)]);
    });
    const file = files();
    for (const { name, color, medium, category, label, entry, font, brand: named } of stored) {
      const [ok, trimmed] = [isLine(name), name.trim()];
      const taken = [color, label, named, font, medium, category].map((value) => value !== null);
      // A medium may have no title.
      const others = [ok || trimmed === '', /^[a-z0-9][a-z0-9_-]{0,99}$/.test(trimmed)];
      expect([name, ...taken]).toEqual([name, ok, ok, ok, ok, ...others]);
      if (ok) {
        expect(brand.theme.palette).toContainEqual(color);
        expect([color.name, file(`colors/${color.id}.json`)]).toEqual([trimmed, color]);
        expect([label.label, named.name]).toEqual([trimmed, trimmed]);
        const expected = { role: trimmed, family: trimmed, base_weight: null, faces: [] };
        expect(font.theme.fonts).toContainEqual(expected);
      }
      if (medium !== null) {
        expect([medium.title, medium]).toEqual([
          trimmed || null,
          expect.objectContaining(file(`media/${medium.id}.json`)),
        ]);
        expect(media).toContainEqual(medium);
      }
      if (category !== null) expect(categories).toContainEqual(category);
      if (entry === null) continue;
      expect(entries).toContainEqual(entry);
      expect(entry.id).toMatch(/^[a-z0-9-]{1,80}$/);
      expect(entry.id).not.toMatch(/^(?:con|nul|aux|com1)$/);
      expect([entry.title, entry.body]).toEqual([sanitizer.plain(name), sanitizer.plain(name)]);
      expect(file(`brand-context/entries/${entry.id}.json`)).toEqual(entry);
    }
    expect(stored.filter(({ entry }) => entry !== null).length).toBeGreaterThan(tries(60));
  });

  it('as the name of a key, and of a brand made with it; a brand slug is one label of a host name', async () => {
    for (const name of names) {
      const isName =
        !isHazardous(name) &&
        [...name.trim()].length <= 100 &&
        !/[\p{Cc}\u2028\u2029]/u.test(name.trim()) &&
        /[^\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(name);
      const made = await portal.client('acme', ['read', 'write'], name).catch(() => null);
      expect({ name, made: made !== null }).toEqual({ name, made: isName });
      if (made !== null) expect((await made.post('/pages', { title: 'By key' })).status).toBe(201);
      const brand = await portal.service.provisioning.createEmpty(name, 'X', []).catch(() => null);
      expect({ name, made: brand !== null }).toEqual({ name, made: /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name) });
      if (brand !== null) expect((await (await portal.client(name)).get('/brand')).body).toMatchObject({ slug: name });
    }
    const keyNames = (await restarted((service) => service.keys.list())).map((key) => key.name);
    expect(keyNames).toContain(forged);
    const title = 'abc\u202edef';
    await portal.service.provisioning.createEmpty('named', ` ${title} `, []);
    expect((await (await portal.client('named')).get('/brand')).body.name).toBe(title);
    for (const name of ['a\nb', 'a\u0000b', '\ud800', ' ']) {
      await expect(portal.service.provisioning.createEmpty('other', name, [])).rejects.toThrow(PortalError);
    }
  });
});

it.each<[raw: string, free: unknown]>([
  ['1e400', null],
  ['9007199254740993', null],
  ['123456789012345678901234567890', null],
  ['0.1', 0.1],
  ['0.12345678901234567890123456789', 0.12345678901234568],
  ['1e-400', 0],
  ['-0', 0],
  ['{"a":1,"a":2}', { a: 2 }],
  ['{"2":1,"1":2,"01":3}', { '1': 2, '2': 1, '01': 3 }],
  ['{"__proto__":1}', null],
  ['{"\\u005f_proto__":1}', null],
  ['{"a":{"constructor":{"prototype":{}}}}', null],
  ['{"toString":1,"hasOwnProperty":2,"":3}', { toString: 1, hasOwnProperty: 2, '': 3 }],
])('the value %s is stored as a computer reads it, or refused', async (raw, free) => {
  const reply = await client.send('PATCH', '/brand/cl/terminology', { raw: `{"free":${raw}}` });
  expect(reply.status).toBe(free === null ? 422 : 200);
  if (free === null) return;
  expect(reply.body).toEqual({ terminology: { free } });
  expect((await client.get('/brand/cl/terminology')).body).toEqual({ terminology: { free } });
  expect(files()('corporate-language/terminology.json')).toEqual({ free });
});

it.each(['{"__proto__":{"x":1}}', '{"summary":"\\ud800"}', '{"free":9007199254740993}'])(
  '%s is refused over MCP as it is over HTTP, and nothing is stored',
  async (content) => {
    const { version } = await ask(await connect(portal, client.key), 'get_language', { section: 'voice' });
    const head = portal.head('acme');
    const args = `{"section":"voice","expected_version":${JSON.stringify(version)},"content":${content}}`;
    const params = `{"name":"replace_language_section","arguments":${args}}`;
    const answer = await post(client, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`);
    expect(await answer.text()).toMatch(/(?=.*"isError":true).*\\"code\\":\\"invalid\\"/s);
    expect(portal.head('acme')).toBe(head);
  },
);

it('leaves a history in which every commit has its own author and trailers only, and no line steers a terminal', () => {
  for (const gitdir of [portal.gitdir('acme'), portal.gitdir('named'), `${portal.data}/registry.git`]) {
    checkRepository(gitdir);
    const parts = (...args: string[]): string[] => git(gitdir, args).split('\0').filter(Boolean);
    for (const text of parts('rev-list', '--header', 'main')) {
      const lines = text.slice(0, text.indexOf('\n\n')).split('\n').slice(1);
      const header = lines.map((line) => line.split(' ')[0]).filter((name) => name !== 'parent');
      expect(header).toEqual(['tree', 'author', 'committer']);
      expect(text).toMatch(/^author [^<>\n]+ <[a-z0-9@.-]+> \d+ \+0000$/m);
    }
    for (const text of parts('log', '-z', '--format=%H%n%B', 'main')) {
      const [, subject = '', ...rest] = text.trimEnd().split('\n');
      expect(misleading.test(text)).toBe(false);
      expect([...subject].length).toBeLessThanOrEqual(120);
      const own = rest.filter((line) => line !== '' && !line.startsWith('- ')).map((line) => line.split(': ')[0]);
      const trailers = own.filter((name) => !['Item', 'Items', 'Outcome'].includes(String(name)));
      expect([['Operation', 'Key', 'Via', 'Request-Id'], ['Operation', 'Via'], ['Operation']]).toContainEqual(trailers);
    }
    const files = git(gitdir, ['grep', '--text', '-h', '', 'main']);
    expect(misleading.exec(files)).toBeNull();
  }
});
