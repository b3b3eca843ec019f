import { describe, expect, it } from 'vitest';
import { sectionSchemas } from '../../../src/content/language.js';
import type { TestClient } from '../../support/portal.js';
import { expectInvalid, client as northlight, portal, portalForAll } from '../../support/portal-fixture.js';
import { wrongValues } from '../../support/wrong-values.js';

portalForAll({ example: 'northlight' });

const writable = ['voice', 'terminology', 'company_name', 'notation'] as const;

let brands = 0;
/** A brand of its own with the module and without content. */
async function emptyBrand(): Promise<TestClient> {
  const slug = `brand-${++brands}`;
  await portal.service.provisioning.createEmpty(slug, 'New', ['corporate_language']);
  return portal.client(slug);
}

it('a brand without content has a draft with empty sections', async () => {
  const client = await emptyBrand();
  const head = { brand: client.brand, schema_version: '1.0', version: expect.any(Number), status: 'draft' };
  const empty = { meta: {}, voice: {}, terminology: {}, company_name: {}, notation: {} };
  expect((await client.get('/brand/cl')).body).toStrictEqual({ ...head, ...empty });
  for (const name of ['meta', ...writable])
    expect(await client.get(`/brand/cl/${name}`)).toMatchObject({ status: 200, text: `{"${name}":{}}` });
});

it.each(['nothing', 'Voice', 'version', '__proto__', 'voice.json'])('there is no section %s', async (name) => {
  const { body } = await northlight.refused(404, 'GET', `/brand/cl/${name}`);
  expect(body).toStrictEqual({ message: 'Corporate language section not found.' });
  await northlight.refused(404, 'PATCH', `/brand/cl/${name}`, { body: {} });
});

describe('replacing a section', () => {
  it.each(writable)('%s: sent directly, then under its own name', async (name) => {
    const client = await emptyBrand();
    for (const sent of [{ free: { deep: [1, null, 'x'] }, other: true }, { [name]: { only: 'this' } }]) {
      const { status, body } = await client.patch(`/brand/cl/${name}`, sent);
      expect({ status, body }).toStrictEqual({ status: 200, body: name in sent ? sent : { [name]: sent } });
      expect((await client.get(`/brand/cl/${name}`)).body).toStrictEqual(body);
    }
  });

  it('replaces all of it, and leaves the other sections', async () => {
    const before = (await northlight.get('/brand/cl')).body;
    for (const [at, notation] of [{ numbers: 'Figures.' }, {}].entries()) {
      await northlight.patch('/brand/cl/notation', notation);
      const version = before.version + at + 1;
      expect((await northlight.get('/brand/cl')).body).toStrictEqual({ ...before, version, notation });
    }
  });

  it('the version grows by one with each stored change and with nothing else', async () => {
    const client = await emptyBrand();
    const version = async (): Promise<number> => (await client.get('/brand/cl')).body.version;
    const start = await version();
    await client.refused(200, 'PATCH', '/brand/cl/voice', { body: {} });
    expect(await version()).toBe(start);
    for (const [at, name] of writable.entries()) {
      const section = { a: 1, b: [name] };
      await client.patch(`/brand/cl/${name}`, section);
      await client.refused(200, 'PATCH', `/brand/cl/${name}`, { body: section });
      await client.refused(200, 'PATCH', `/brand/cl/${name}`, { body: { [name]: { b: [name], a: 1 } } });
      await client.refused(422, 'PATCH', `/brand/cl/${name}`, { body: [] });
      await client.page();
      expect(await version()).toBe(start + at + 1);
    }
  });

  it.each([
    [
      'it is no HTML and is not trimmed',
      { summary: '  <b>Calm</b>\n\t<script>x</script> ', tone: [''], '': 'no name' },
    ],
    ['its own name is a free field that holds no object and stands next to others', { voice: 'alto', summary: 'Low.' }],
  ])('a section is stored as it was sent: %s', async (_, voice) => {
    const client = await emptyBrand();
    expect((await client.patch('/brand/cl/voice', voice)).body).toStrictEqual({ voice });
    expect((await client.get('/brand/cl/voice')).body).toStrictEqual({ voice });
  });
});

describe('a section is refused', () => {
  it.each(writable)('%s: when its own name is ambiguous or holds no object', async (name) => {
    const path = `/brand/cl/${name}`;
    const stored = (await northlight.get(path)).text;
    for (const body of [
      { [name]: {}, other: 1 },
      { other: {}, [name]: { a: 1 } },
      ...[null, 'x', 5, [], [{}]].map((value) => ({ [name]: value })),
    ])
      await expectInvalid('PATCH', path, body, { [name]: expect.stringMatching(/\w/) });
    expect((await northlight.get(path)).text).toBe(stored);
  });

  it('meta, whatever is sent', async () => {
    for (const body of [{}, { owner: 'me' }, { meta: {} }, [], 5]) {
      const reply = await northlight.refused(422, 'PATCH', '/brand/cl/meta', { body });
      expect(Object.keys(reply.body)).toEqual(['message', 'errors']);
    }
  });

  it.each(writable)('%s: when one of its values is of another type', async (section) => {
    const [, ...places] = wrongValues(sectionSchemas[section]);
    expect(places.length).toBeGreaterThan(4);
    for (const [path, must, sent] of places) {
      for (const [body, key] of [
        [sent, path.slice(1)],
        [{ [section]: sent }, `${section}${path}`],
      ] as const) {
        const sentence = `The ${key.replaceAll('_', ' ')} field must be ${must}.`;
        await expectInvalid('PATCH', `/brand/cl/${section}`, body, { [key]: sentence });
      }
    }
  });
});
