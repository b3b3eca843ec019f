import { describe, expect, it } from 'vitest';
import { brandForEach, client, expectInvalid, portal } from '../../support/portal-fixture.js';

brandForEach();

const slugOf = async (fields: Record<string, unknown>): Promise<string> => (await client.page(fields)).slug;

const taken = { slug: 'The slug has already been taken.' };

describe('a slug made from the title', () => {
  it.each([
    ['Logo', 'logo'],
    ['  Clear space & minimum size  ', 'clear-space-and-minimum-size'],
    ['Größe, Maß und Übergänge', 'groesse-mass-und-uebergaenge'],
    ['ÄÖÜ äöü ß', 'aeoeue-aeoeue-ss'],
    ['Café crème à la française', 'cafe-creme-a-la-francaise'],
    ['Combining e\u0301 and a\u0308', 'combining-e-and-ae'],
    ['camelCase stays one word', 'camelcase-stays-one-word'],
    ['snake_case / slash \\ dot.', 'snake-case-slash-dot'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
    ['../../etc/passwd', 'etc-passwd'],
    ['Welcome aboard 👋', 'welcome-aboard'],
    ['Привет', 'privet'],
    ['👋🚫🌙', 'page'],
    ['日本語', 'page'],
    ['الكتابة', 'alktabt'],
    ['constructor', 'constructor'],
  ])('of %j is %s', async (title, slug) => {
    expect(await slugOf({ title })).toBe(slug);
  });

  it('is cut to 255 characters, its number included when it is taken, with one hyphen before that', async () => {
    const title = 'x'.repeat(255);
    const numbered = [2, 3].map((number) => `${'x'.repeat(253)}-${number}`);
    expect([await slugOf({ title }), await slugOf({ title }), await slugOf({ title })]).toEqual([title, ...numbered]);
    expect(await slugOf({ title: 'ß'.repeat(255) })).toBe('s'.repeat(255));
    expect(await slugOf({ title: `${'ß'.repeat(127)} ab` })).toBe('s'.repeat(254));
    const hyphen = `${'y'.repeat(252)} zz`;
    expect([await slugOf({ title: hyphen }), await slugOf({ title: hyphen })][1]).toBe(`${'y'.repeat(252)}-2`);
  });
});

describe('a slug that is sent', () => {
  it.each([
    ['my-page', 'my-page'],
    ['  My Page ', 'my-page'],
    ['Größe', 'groesse'],
    ['-edge-', 'edge'],
    ['ß'.repeat(255), 's'.repeat(255)],
  ])('%j is stored as %s', async (slug, stored) => {
    expect(await slugOf({ title: 'Other', slug })).toBe(stored);
  });

  it.each(['👋', '---', '日本語', '!'])('%j is refused because nothing is left of it', async (slug) => {
    const sentence = 'The slug field format is invalid: it needs a letter or a digit that an address can have.';
    await expectInvalid('POST', '/pages', { title: 'Logo', slug }, { slug: sentence });
  });

  it.each(['logo', 'LOGO', ' logo ', 'Logo!'])('%j is refused when it is taken', async (slug) => {
    await client.page({ title: 'Logo' });
    await expectInvalid('POST', '/pages', { title: 'Other', slug }, taken);
  });
});

it('the slug of a page in the trash is taken for 30 days, to the second, and stays with its new page', async () => {
  const { id } = await client.page({ title: 'Logo' });
  await client.delete(`/pages/${id}`);
  const sent = { title: 'Other', slug: 'logo' };
  portal.clock.advance({ days: 30, seconds: -1 });
  await expectInvalid('POST', '/pages', sent, taken);
  portal.clock.advance({ seconds: 1 });
  const page = await client.page(sent);
  await portal.service.chores.purgeTrash();
  expect((await client.get(`/pages/${page.id}`)).body).toEqual(page);
});
