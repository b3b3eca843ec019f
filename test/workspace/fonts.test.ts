import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { setPortal } from '../../src/operations/portal.js';
import { removeFont, setFont } from '../../src/operations/theme.js';
import { maxFontBytes } from '../../src/service/files/fonts.js';
import { otf, realFont, ttf, woff } from '../support/fonts.js';
import { operate, portal, portalForEach } from '../support/portal-fixture.js';
import { openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { backendOrigin } from '../support/workspace.js';
import { fill } from '../support/workspace-forms.js';
import { as } from '../support/workspace-people.js';

portalForEach({ real: true, pictures: true });

type Fields = Readonly<Record<string, string>>;

const box = (role: string): Fields => ({ [`role.${Buffer.from(role).toString('base64url')}`]: 'yes' });
const served = { served_on_web: 'yes' };

/** Sends the form as a browser without scripts does. */
async function send(name: string | null, bytes: Buffer, fields: Fields, first: Fields = {}) {
  const editor = await as('editor');
  const form = new FormData();
  for (const [field, value] of Object.entries({ once: randomUUID(), ...first })) form.append(field, value);
  form.append('file', name === null ? new File([], '') : new File([new Uint8Array(bytes)], name));
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return editor.send('POST', '/brands/acme/theme/font', { body: form, headers: { Origin: backendOrigin(portal) } });
}

const catalogOf = async (slug: string) => (await (await portal.service.openBrand(slug)).read()).catalog;
const fontsOf = async () => (await catalogOf('acme')).brand?.theme.fonts;

describe('a font', () => {
  it('is added by its file in one change: medium, faces and roles, as the file says', async () => {
    const head = portal.head('acme');
    const bytes = ttf({ family: 'Röma Sans', weight: 550, isItalic: true });
    const reply = await send('roma.ttf', bytes, { family: '', weights: '', style: '', ...box('headline'), ...served });
    expect([reply.status, reply.location]).toEqual([303, expect.stringMatching(/\/theme\?done=/)]);
    const { portal: settings, media, files } = await catalogOf('acme');
    const [[id, medium] = []] = media;
    const faces = [{ weight: 550, style: 'italic' }];
    expect([medium?.released, medium?.title, files.get(id ?? 0)?.name]).toEqual([
      true,
      'Röma Sans 550 italic',
      'roma.ttf',
    ]);
    expect(settings.fonts).toEqual([{ family: 'Röma Sans', ...faces[0], media_id: id }]);
    expect(await fontsOf()).toEqual([{ role: 'headline', family: 'Röma Sans', base_weight: 550, faces }]);
    const { versions } = await portal.service.brands.get('acme');
    expect(await versions.parentOf(portal.head('acme'))).toBe(head);
  });

  it('is shown by the portal in each format', async () => {
    await openPortal(portal, 'acme');
    await visiblePage({ title: 'Type' });
    const files = { woff: woff({ family: 'A', weight: 400 }), otf: otf({ family: 'B', weight: 400 }), woff2: realFont };
    for (const [type, bytes] of Object.entries(files))
      expect((await send(`font.${type}`, bytes, { ...box('body'), ...served })).status).toBe(303);
    const page = await (await visit(portal, '/brands/acme/type')).text();
    const path = /href="(\/brands\/acme\/-\/theme\/[^"]+)"/.exec(page)?.[1] ?? '';
    const sheet = await (await visit(portal, path)).text();
    for (const [format, type] of Object.entries({ woff: 'woff', opentype: 'otf', woff2: 'woff2' })) {
      const address = new RegExp(`url\\("\\.\\.(/fonts/[^"]+\\.${type})"\\) format\\("${format}"\\)`).exec(sheet)?.[1];
      const font = await visit(portal, `/brands/acme/-${address}`);
      expect([type, font.status, font.headers.get('content-type')]).toEqual([type, 200, `font/${type}`]);
    }
    expect(sheet).toContain('--font-read:"Inter"');
    // The file of a variable font has each of its weights.
    expect(sheet.match(/"Inter";font-weight:\d+/g)).toEqual(['"Inter";font-weight:400', '"Inter";font-weight:700']);
  });

  it('gets more faces, takes the place of another in its role, and goes with its files', async () => {
    const add = (file: Buffer, fields: Fields) => send('font.ttf', file, { ...fields, ...served });
    await add(ttf({ family: 'One', weight: 400 }), { ...box('headline'), role: 'numerals' });
    await add(ttf({ family: 'One', weight: 700 }), box('headline'));
    expect(await fontsOf()).toMatchObject([
      { role: 'headline', base_weight: 400, faces: [{ weight: 400 }, { weight: 700 }] },
      { role: 'numerals', faces: [{ weight: 400 }] },
    ]);
    // The same file again is the same medium.
    const before = portal.head('acme');
    await add(ttf({ family: 'One', weight: 700 }), box('headline'));
    expect(portal.head('acme')).toBe(before);
    await add(ttf({ family: 'Two', weight: 300 }), box('headline'));
    expect((await fontsOf())?.[0]).toMatchObject({ family: 'Two', base_weight: 300, faces: [{ weight: 300 }] });
    const families = async () => (await catalogOf('acme')).portal.fonts.map(({ family }) => family);
    expect(await families()).toEqual(['One', 'One', 'Two']);
    await operate(setFont, { role: 'headline' }, { family: 'Three' });
    expect(await families()).toEqual(['One', 'One', 'Three']);
    await operate(removeFont, { role: 'numerals' });
    expect(await families()).toEqual(['Three']);
  });

  it('of devices needs no file', async () => {
    const reply = await send(null, Buffer.alloc(0), { family: 'Georgia', weights: '400, 700', ...box('body') });
    expect(reply.status).toBe(303);
    const faces = [400, 700].map((weight) => ({ weight, style: 'normal' }));
    expect(await fontsOf()).toEqual([{ role: 'body', family: 'Georgia', base_weight: 400, faces }]);
    expect((await catalogOf('acme')).media.size).toBe(0);
  });

  it('is refused with what is wrong, and the form keeps what was typed', async () => {
    const head = portal.head('acme');
    const font = ttf({ family: 'One', weight: 400 });
    const fields = { ...box('body'), ...served };
    const refusals: [string | null, Buffer, Fields, string][] = [
      ['notes.txt', Buffer.from('a text'), fields, 'A font is a file of the type'],
      ['logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), fields, 'A font is a file of the type'],
      ['font.woff2', realFont.subarray(0, 3000), fields, 'This font cannot be read.'],
      ['font.ttf', Buffer.concat([font, Buffer.alloc(maxFontBytes)]), fields, 'The file is larger than'],
      ['font.ttf', ttf({ family: '', weight: 400 }), fields, 'The family field is required.'],
      [null, font, fields, 'The family field is required.'],
      ['font.ttf', font, served, 'roles'],
      ['font.ttf', font, box('body'), 'only if it may be served on the web'],
      ['font.ttf', font, { ...fields, weights: 'bold' }, 'A weight is a whole number from 1 to 1000.'],
      ['font.ttf', font, { ...fields, weights: '1001' }, 'weights'],
    ];
    for (const [name, bytes, sent, reason] of refusals) {
      const { status, text } = await send(name, bytes, { style: 'italic', ...sent });
      const alert = /role="alert".*?<\/ul>/s.exec(text)?.[0];
      expect([reason, status, alert]).toEqual([
        reason,
        reason.includes('larger') ? 413 : 422,
        expect.stringContaining(reason),
      ]);
      expect(text).toContain('<option value="italic" selected');
    }
    expect(portal.head('acme')).toBe(head);
  });

  it('tells the script what it says of itself, and is not kept', async () => {
    const head = portal.head('acme');
    const facts = async (name: string, bytes: Buffer) =>
      JSON.parse((await send(name, bytes, {}, { reads: 'yes' })).text);
    expect(await facts('one.ttf', ttf({ family: 'One', weight: 300, isRestricted: true }))).toEqual({
      ...{ family: 'One', weights: [300], style: 'normal', isRestricted: true },
      refused: [],
    });
    expect(await facts('notes.txt', Buffer.from('x'))).toEqual({
      refused: ['A font is a file of the type WOFF2, WOFF, TTF or OTF.'],
    });
    expect(portal.head('acme')).toBe(head);
  });

  it('is proposed as a whole where changes need a review', async () => {
    await portal.service.setBrandSettings('acme', { review: 'everyone' });
    const head = portal.head('acme');
    const bytes = ttf({ family: 'One', weight: 400 });
    const form = (await (await as('editor')).get('/brands/acme/theme/font')).text;
    expect(form).toMatch(/name="proposal" value="new"/);
    const reply = await send('one.ttf', bytes, { ...box('body'), ...served }, { proposal: 'new' });
    expect([reply.status, reply.location]).toEqual([303, expect.stringContaining('/theme?proposed=1')]);
    expect(portal.head('acme')).toBe(head);
    const second = await as('admin');
    expect((await second.get('/brands/acme/proposals/1')).text).toContain('One');
    await fill(second, '/brands/acme/proposals/1', 'approve');
    await fill(second, '/brands/acme/proposals/1', 'publish');
    const { portal: settings, media } = await catalogOf('acme');
    expect([settings.fonts.length, media.size, (await fontsOf())?.length]).toEqual([1, 1, 1]);
  });

  it('of a role that is gone keeps no file that is not its own', async () => {
    await send('one.ttf', ttf({ family: 'One', weight: 400 }), { ...box('body'), ...served });
    const { fonts } = (await catalogOf('acme')).portal;
    const [font] = fonts;
    await operate(setPortal, {}, { fonts: [...fonts, { ...font, family: 'Other' }] });
    await operate(removeFont, { role: 'body' });
    expect((await catalogOf('acme')).portal.fonts.map(({ family }) => family)).toEqual(['Other']);
  });
});
