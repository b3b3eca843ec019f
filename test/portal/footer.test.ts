import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { setPortal } from '../../src/operations/portal.js';
import { setRecordTexts } from '../../src/operations/translations/records.js';
import { scene, space } from '../support/languages-scene.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { askHost, openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';

const footerIn = (html: string) => new JSDOM(html).window.document.querySelector('body > footer, .app > footer');
const linksIn = (html: string) =>
  [...(footerIn(html)?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')]);
const read = async (path: string) => (await visit(portal, `/brands/acme${path}`)).text();

const press = 'https://www.acme.example/press';
const footer = {
  imprint: 'clear-space',
  privacy: 'https://www.acme.example/privacy',
  accessibility: null,
  links: [
    { label: 'Press', url: press },
    { label: 'Plans', url: 'plans' },
  ],
};
const contact = { label: 'Ask us', url: 'mailto:brand@acme.example' };

describe('the footer', () => {
  portalForEach({ real: true });

  it('is at the end of every page of the portal, in its language, with the links that its reader may follow', async () => {
    await scene();
    await visiblePage({ title: 'Plans' }, 'hidden');
    expect(footerIn(await read('/'))).toBeNull();
    await operate(setPortal, {}, { footer, contact });
    const asGuest = [
      ['Imprint', '/brands/acme/clear-space'],
      ['Privacy', footer.privacy],
      ['Ask us', contact.url],
      ['Press', press],
    ];
    for (const path of ['/', '/clear-space', '/-/search', '/-/changes', '/-/selection', '/nothing'])
      expect([path, linksIn(await read(path))]).toEqual([path, asGuest]);
    const labels = { 'footer.links.0.label': 'Presse', 'contact.label': 'Fragen Sie uns' };
    await operate(setRecordTexts, { lang: 'de', of: 'portal' }, { texts: labels });
    const german = await read('/de/schutzraum');
    expect(linksIn(german)).toEqual([
      ['Impressum', '/brands/acme/de/schutzraum'],
      ['Datenschutz', footer.privacy],
      ['Fragen Sie uns', contact.url],
      ['Presse', press],
    ]);
    expect(footerIn(german)?.querySelector('[lang]')).toBeNull();
    await operate(setPortal, {}, { footer: { ...footer, links: [{ label: 'Jobs', url: press }] } });
    const jobs = footerIn(await read('/de/schutzraum'))?.querySelector('[lang]');
    expect([jobs?.textContent, jobs?.getAttribute('lang')]).toEqual(['Jobs', 'en']);
    await portal.service.setBrandSettings('acme', { portal: 'people' });
    expect(await read('/')).not.toContain('site-foot');
  });

  it('is filled in a form, one field at a time, and emptied again', async () => {
    const editor = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Eve', { acme: 'editor' }));
    const send = async (values: Record<string, string>) => {
      const { text } = await editor.get('/brands/acme/portal');
      const form = new JSDOM(text).window.document.querySelector('main form') as HTMLFormElement | null;
      const shown = [...(form?.querySelectorAll('input, select') ?? [])].flatMap((field) => {
        const { name, value, type, checked } = field as HTMLInputElement;
        return type === 'checkbox' && !checked ? [] : [[name, value]];
      });
      return editor.post('/brands/acme/portal', { ...Object.fromEntries(shown), ...values });
    };
    const now = async () => (await operate(setPortal, {}, {})).footer;
    await send({ 'footer.imprint': 'clear-space' });
    expect(await now()).toEqual({ imprint: 'clear-space', privacy: null, accessibility: null, links: [] });
    await send({ 'footer.links.0.label': 'Press', 'footer.links.0.url': press });
    expect(await now()).toMatchObject({ imprint: 'clear-space', links: [{ label: 'Press', url: press }] });
    await send({
      'footer.links.0.url': 'www.acme.example/press',
      'contact.label': 'Ask',
      'contact.url': 'us@acme.example',
    });
    expect(await now()).toMatchObject({ links: [{ url: press }], imprint: 'clear-space' });
    expect((await operate(setPortal, {}, {})).contact).toEqual({ label: 'Ask', url: 'mailto:us@acme.example' });
    const refused = await send({ 'footer.privacy': 'javascript:alert(1)' });
    const field = new JSDOM(refused.text).window.document.querySelector('[name="footer.privacy"]');
    expect([refused.status, field?.getAttribute('aria-invalid')]).toEqual([422, 'true']);
    await send({ 'footer.imprint': '', 'footer.links.0.label': '', 'footer.links.0.url': '' });
    expect(await now()).toEqual({ imprint: null, privacy: null, accessibility: null, links: [] });
  });

  const link = { label: 'Press', url: press };
  it.each([
    ['a script as imprint', { imprint: 'javascript:alert(1)' }, 'footer.imprint'],
    ['a script as link', { links: [{ label: 'Go', url: 'javascript:alert(1)' }] }, 'footer.links.0.url'],
    ['nine links', { links: Array(9).fill(link) }, 'footer.links'],
    ['a label of 61 characters', { links: [{ ...link, label: 'x'.repeat(61) }] }, 'footer.links.0.label'],
    ['a link without a label', { links: [{ ...link, label: '' }] }, 'footer.links.0.label'],
    ['an address of 501 characters', { privacy: `https://a.example/${'x'.repeat(483)}` }, 'footer.privacy'],
    ['a member that there is not', { terms: press }, 'footer'],
  ])('refuses %s', async (_, wrong, field) => {
    const none = { imprint: null, privacy: null, accessibility: null, links: [] };
    const full = {
      ...{ imprint: `https://a.example/${'x'.repeat(482)}`, privacy: 'a', accessibility: 'b' },
      links: Array(8).fill({ ...link, label: 'x'.repeat(60) }),
    };
    await operate(setPortal, {}, { footer: full });
    await expect(operate(setPortal, {}, { footer: { ...none, ...wrong } })).rejects.toMatchObject({
      code: 'invalid',
      fields: { [field]: [expect.any(String)] },
    });
    expect((await operate(setPortal, {}, {})).footer).toEqual(full);
    expect(client.brand).toBe('acme');
  });
});

describe('the footer of the gate', () => {
  portalForEach({
    config: { backend_url: 'https://work.example', portal_hosts: { 'brand.example': 'acme', '*.portal.example': '*' } },
  });

  it('has only addresses elsewhere, and only on the host that is named for the brand', async () => {
    await visiblePage(space);
    await openPortal(portal, 'acme', { portal: 'people' });
    await operate(setPortal, {}, { footer, contact });
    const { status, text } = await askHost(portal, 'brand.example', '/anything');
    expect([status, linksIn(text)]).toEqual([
      404,
      [
        ['Privacy', footer.privacy],
        ['Ask us', contact.url],
        ['Press', press],
      ],
    ]);
    const gates = await Promise.all([
      askHost(portal, 'work.example', '/brands/acme/'),
      askHost(portal, 'work.example', '/brands/none/'),
      askHost(portal, 'acme.portal.example', '/'),
    ]);
    for (const gate of gates) expect([gate.status, footerIn(gate.text)]).toEqual([404, null]);
    const [known, unknown] = gates;
    expect(known?.text).toBe(unknown?.text.replaceAll('none', 'acme'));
  });
});
