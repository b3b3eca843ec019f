import { beforeAll, describe, expect, it } from 'vitest';
import { StoredBlockShape } from '../../src/content/blocks/block-type.js';
import { ThemeColors } from '../../src/content/brand.js';
import { parsePath } from '../../src/content/catalog/paths.js';
import { encodeFile } from '../../src/content/file-codec.js';
import { fileSchemas, fitFormat } from '../../src/content/file-format.js';
import { parseFile } from '../../src/content/ingest.js';
import { sectionSchemas } from '../../src/content/language.js';
import { readPage } from '../../src/operations/engine/read-page.js';
import * as records from '../../src/registry/records.js';
import { PositionFile, SecretFile } from '../../src/registry/webhook-files.js';
import { git } from '../support/git.js';
import { sanitizer } from '../support/portal.js';
import { portalOver } from '../support/shared/nodes.js';
import { ask, askAgain, findingsOf, recordsOf, unpackData } from './data.js';

interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  type?: string;
  default?: unknown;
}

const { BrandRecord, KeyRecord, PasskeyRecord, PersonRecord, SessionRecord, SignInRecord } = records;
const recordSchemas = [
  ...[BrandRecord, KeyRecord, PasskeyRecord, PersonRecord, SessionRecord, SignInRecord],
  ...[records.UsedChallenge, records.WebhookRecord, SecretFile, PositionFile],
];

/** Adds a field with a default to every object of a schema, as a later version would. The data of blocks are free, and a theme has only colours. */
function addField(schema: Schema): void {
  if (schema === (StoredBlockShape as Schema) || schema === (ThemeColors as Schema)) return;
  if (schema.items !== undefined) addField(schema.items);
  if (schema.properties === undefined || Object.hasOwn(schema.properties, 'added')) return;
  for (const member of Object.values(schema.properties)) addField(member);
  schema.properties.added = { type: 'boolean', default: true };
  schema.required?.push('added');
}

describe('a field with a default, added to every kind of record', () => {
  beforeAll(() => {
    for (const schema of [...Object.values(fileSchemas), ...Object.values(sectionSchemas), ...recordSchemas])
      addField(schema as Schema);
  });

  it('leaves all that an earlier version has stored readable and as it is, and has its default in each of them', async () => {
    const { data, said } = await unpackData();
    const head = (): string => git(`${data}/brands/northlight.git`, ['rev-parse', 'main']).trim();
    const before = head();
    const portal = await portalOver(undefined, { real: true, data });
    expect(await askAgain(portal, said)).toMatchObject(said.answers);
    // The version of a record that a form has is a hash of all that it holds.
    const withoutVersions = JSON.parse(
      JSON.stringify(said.records, (name, value) => (name === 'version' ? undefined : value)),
    );
    expect(await recordsOf(portal, Object.keys(said.keys))).toMatchObject(withoutVersions);
    expect(await findingsOf(portal)).toEqual([]);
    expect(head()).toBe(before);

    // And is read with the default in each of them.
    const repository = await portal.service.brands.get('northlight');
    const snapshot = await repository.read();
    const { brand, colors, media, files, entries, categories, language, sections, purged, pages, trash } =
      snapshot.catalog;
    const pageFiles = [...pages.values(), ...trash.values()].map((record) => readPage(snapshot, record, sanitizer));
    const records = await recordsOf(portal, ['northlight']);
    const found: Record<string, readonly unknown[]> = {
      ...{ brand: [brand, brand?.theme], colors: [...colors.values()], media: [...media.values()] },
      ...{ files: [...files.values()], entries: [...entries.values()], categories, language: [language], purged },
      ...{ sections: [...sections.values()].map(({ content }) => content), pages: await Promise.all(pageFiles) },
      ...{ keys: records.keys, people: records.people, passkeys: records.passkeys, sessions: records.sessions.flat() },
      ...{ webhooks: records.webhooks.flat().map(({ record }) => record), brands: records.brands },
      positions: records.webhooks.flat().map(({ position }) => position),
    };
    for (const [kind, values] of Object.entries(found)) {
      expect([kind, values.length]).not.toEqual([kind, 0]);
      expect([kind, values]).toEqual([kind, values.map(() => expect.objectContaining({ added: true }))]);
    }
  });

  it('changes no file until a write does, which changes that file only', async () => {
    const { data, said } = await unpackData();
    const portal = await portalOver(undefined, { real: true, data });
    const gitdir = portal.gitdir('northlight');
    const send = async (path: string, body: object) => {
      const headers = { Authorization: `Bearer ${said.keys.northlight}`, 'Content-Type': 'application/json' };
      const request = { method: 'PATCH', headers, body: JSON.stringify(body) };
      expect((await fetch(`${portal.url}/api/v1${path}`, request)).status).toBe(200);
    };
    const before = git(gitdir, ['rev-parse', 'main']).trim();
    const { title } = (await ask(portal, 'northlight', said.keys.northlight ?? '', '/pages/11')).body as {
      title: string;
    };
    await send('/pages/11', { title });
    expect(git(gitdir, ['rev-parse', 'main']).trim()).toBe(before);
    await send('/pages/11', { title: 'Otherwise' });
    expect(git(gitdir, ['diff', '--name-only', before, 'main']).trim()).toBe('pages/0/11.json');
    expect(JSON.parse(git(gitdir, ['show', 'main:pages/0/11.json']))).toMatchObject({
      title: 'Otherwise',
      added: true,
    });
  });
});

it.each(Object.entries(fileSchemas as Record<string, Schema>))(
  'each field that has a default now of a %s file may be missing',
  async (kind, schema) => {
    const { data } = await unpackData();
    const gitdir = `${data}/brands/northlight.git`;
    const fields = Object.entries(schema.properties ?? {}).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const path = git(gitdir, ['ls-tree', '-r', '--name-only', 'main'])
      .split('\n')
      .find((name) => parsePath(name)?.kind === kind);
    const at = parsePath(path ?? '');
    if (at === null || at.kind === 'file' || fields.length === 0) return;
    const stored = JSON.parse(git(gitdir, ['show', `main:${path}`]));
    for (const [name, value] of fields) {
      const { [name]: _, ...rest } = stored;
      const { value: read } = fitFormat(at, parseFile(at, encodeFile(path ?? '', rest)).value);
      expect(read).toMatchObject({ [name]: value });
    }
  },
);
