import { describe, expect, it } from 'vitest';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';

portalForEach();

const slugOf = async (fields: Record<string, unknown>): Promise<string> => (await client.page(fields)).slug;

const taken = { message: 'The slug has already been taken.', errors: { slug: ['The slug has already been taken.'] } };

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

  it('is cut to 255 characters', async () => {
    expect(await slugOf({ title: 'x'.repeat(255) })).toBe('x'.repeat(255));
    expect(await slugOf({ title: 'ß'.repeat(255) })).toBe('s'.repeat(255));
    expect(await slugOf({ title: `${'ß'.repeat(127)} ab` })).toBe('s'.repeat(254));
  });

  it('keeps its number within 255 characters when it is taken', async () => {
    const title = 'x'.repeat(255);
    expect([await slugOf({ title }), await slugOf({ title }), await slugOf({ title })]).toEqual([
      title,
      ...[2, 3].map((number) => `${'x'.repeat(253)}-${number}`),
    ]);
  });

  it('has one hyphen before its number when it is cut at a hyphen', async () => {
    const title = `${'x'.repeat(252)} yy`;
    await client.page({ title });
    expect(await slugOf({ title })).toBe(`${'x'.repeat(252)}-2`);
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
    const reply = await client.refused(422, 'POST', '/pages', { body: { title: 'Logo', slug } });
    const sentence = 'The slug field format is invalid: it needs a letter or a digit that an address can have.';
    expect(reply.body).toEqual({ message: sentence, errors: { slug: [sentence] } });
  });

  it.each(['logo', 'LOGO', ' logo ', 'Logo!'])('%j is refused when it is taken', async (slug) => {
    await client.page({ title: 'Logo' });
    const reply = await client.refused(422, 'POST', '/pages', { body: { title: 'Other', slug } });
    expect(reply.body).toEqual(taken);
  });
});

it('the slug of a page in the trash is taken for 30 days, to the second, and stays with its new page', async () => {
  const { id } = await client.page({ title: 'Logo' });
  await client.delete(`/pages/${id}`);
  const sent = { title: 'Other', slug: 'logo' };
  portal.clock.advance({ days: 30, seconds: -1 });
  expect((await client.refused(422, 'POST', '/pages', { body: sent })).body).toEqual(taken);
  portal.clock.advance({ seconds: 1 });
  const page = await client.page(sent);
  await portal.service.chores.purgeTrash();
  expect((await client.get(`/pages/${page.id}`)).body).toEqual(page);
});
