import { describe, expect, it } from 'vitest';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { backendOrigin } from '../support/workspace.js';
import { as } from '../support/workspace-people.js';

/** Language of a page, and the zone that its scripts take. */
const shown = ({ text }: { readonly text: string }) => {
  const [, language, zone] = /<html lang="(\w+)"(?: data-zone="([^"]*)")?/.exec(text) ?? [];
  return [language, zone];
};

describe('the language and the time zone of a person', () => {
  portalForAll({ real: true, example: 'northlight' });
  const german = { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.8' };
  const french = { 'Accept-Language': 'fr,fr-CA;q=0.9' };

  it('are those of the browser, else that of the brand', async () => {
    const ada = await as('admin');
    for (const path of ['/me', '/brands/northlight/settings', '/brands/northlight/']) {
      expect(shown(await ada.get(path, german))).toEqual(['de', undefined]);
      expect(shown(await ada.get(path, french))).toEqual(['en', undefined]);
      expect(shown(await ada.get(path))).toEqual(['en', undefined]);
    }
    expect((await ada.get('/brands/northlight/settings', german)).text).toContain('<h1><bdi>Einstellungen</bdi></h1>');
  });

  it('are chosen under the account, for every browser, and given back to it', async () => {
    const ada = await as('admin');
    const chosen = await ada.post('/me', { language: 'de', time_zone: 'europe/berlin' });
    expect([chosen.status, chosen.location]).toEqual([303, '/-/workspace/me']);
    const me = await ada.get('/me', french);
    expect(shown(me)).toEqual(['de', 'Europe/Berlin']);
    expect(me.text).toContain('<option value="de" lang="de" selected>Deutsch</option>');
    expect(me.text).toMatch(/\d\d:\d\d Europe\/Berlin/);
    // A page with a tag is another one.
    const tag = (await ada.get('/brands/northlight/-/workspace/media')).headers.get('etag') ?? '';
    expect(tag).not.toBe('');
    await ada.post('/me', { language: '', time_zone: '' });
    const again = await ada.get('/brands/northlight/-/workspace/media', { 'If-None-Match': tag });
    expect([again.status, ...shown(again)]).toEqual([200, 'en', undefined]);
  });

  it('are known ones, and stay when a role changes', async () => {
    const ada = await as('admin');
    for (const form of [
      { language: 'xx', time_zone: '' },
      { language: 'de', time_zone: 'Mars/Olympus' },
      { language: 'de', time_zone: '+01:00' },
    ]) {
      expect((await ada.post('/me', form)).status).toBe(422);
    }
    expect(shown(await ada.get('/me'))).toEqual(['en', undefined]);
    await ada.post('/me', { language: 'de', time_zone: 'Asia/Tokyo' });
    const { people } = portal.service;
    const { id = '' } = ada.person ?? {};
    await people.set(id, { name: 'Ada Other' });
    expect((await people.list()).find((person) => person.id === id)).toMatchObject({
      ...{ name: 'Ada Other', language: 'de', time_zone: 'Asia/Tokyo' },
    });
  });

  it('of a guest are those of the brand: nothing of the request changes a page', async () => {
    await portal.service.setBrandSettings('northlight', { portal: 'public' });
    const plain = await fetch(`${backendOrigin(portal)}/brands/northlight/`);
    const asked = await fetch(`${backendOrigin(portal)}/brands/northlight/`, { headers: german });
    expect(await asked.text()).toBe(await plain.text());
    expect(asked.headers.get('etag')).toBe(plain.headers.get('etag'));
    const gate = await fetch(`${backendOrigin(portal)}/brands/nowhere/`, { headers: german });
    expect([gate.status, ...shown({ text: await gate.text() })]).toEqual([404, 'de', undefined]);
  });
});
