import { beforeEach, describe, expect, it } from 'vitest';
import { setPortal } from '../../src/operations/portal.js';
import { svg } from '../support/files.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { askHost, openPortal, visit } from '../support/portal-visitors.js';
import { putFile, withdraw } from '../support/put-file.js';

const config = {
  backend_url: 'https://work.example',
  portal_hosts: { 'brand.example': 'acme', 'gone.example': 'gone', '*.portal.example': '*' },
};
portalForEach({ real: true, pictures: true, config });

let [logo, other] = [0, 0];

beforeEach(async () => {
  [logo, other] = [(await putFile(client, 'logo.svg', svg(1))).id, (await putFile(client, 'other.svg', svg(2))).id];
  await operate(setPortal, {}, { logo_light: logo, cover: other });
});

const named = 'brand.example';
const logoAt = (id: number): string => `/-/files/${id}/${id === logo ? 'logo' : 'other'}.svg`;

describe.each(['off', 'people'] as const)('the gate of a portal that is %s', (access) => {
  beforeEach(() => openPortal(portal, 'acme', { portal: access }));

  it('shows logo and name on the host that is named for the brand, and nothing else of it', async () => {
    const { status, text } = await askHost(portal, named, '/anything');
    expect([status, text.includes('Acme shows it to its people')]).toEqual([404, true]);
    const [, src = ''] = /<img src="([^"]+)"[^>]* alt="Acme"/.exec(text) ?? [];
    expect(src).toBe(logoAt(logo));
    const file = await askHost(portal, named, src);
    expect([file.status, file.text, file.headers.get('cache-control')]).toEqual([200, svg(1), 'private, no-store']);
    const gates = await Promise.all(
      [logoAt(other), logoAt(999), '/-/theme/0123456789abcdef.css'].map((path) => askHost(portal, named, path)),
    );
    for (const gate of gates) expect([gate.status, gate.text.includes('Acme shows it')]).toEqual([404, true]);
    await withdraw(client, logo);
    expect((await askHost(portal, named, src)).status).toBe(404);
    expect((await askHost(portal, named, '/anything')).text).not.toContain('<img');
  });

  it('shows neither on any other host', async () => {
    const hosts = ['acme.portal.example', 'gone.example'].map((host) => askHost(portal, host, '/'));
    for (const { status, text } of await Promise.all(hosts)) {
      expect([status, /Acme|<img/.test(text), text.includes('The brand shows it')]).toEqual([404, false, true]);
    }
    expect((await askHost(portal, 'acme.portal.example', logoAt(logo))).status).toBe(404);
    expect(await (await visit(portal, '/brands/acme/')).text()).not.toMatch(/Acme|<img/);
  });
});
