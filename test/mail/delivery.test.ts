import { beforeEach, expect, it } from 'vitest';
import { addComment } from '../../src/operations/proposals/comments.js';
import { declineProposal } from '../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../src/operations/proposals/merge.js';
import { waitingFor } from '../../src/operations/waiting.js';
import { TestBrand } from '../support/brand.js';
import { confirm, deliver, mailed, sendBack, sentProposal } from '../support/mail.js';
import { MailServer } from '../support/mail-server.js';
import { approve, makePage, paramsOf, person, run } from '../support/proposals.js';

let brand: TestBrand;
let server: MailServer;

beforeEach(async () => {
  brand = await TestBrand.create();
  server = await MailServer.start();
  return () => brand.close();
});

const minute = async (lines?: string[]): Promise<string[]> => {
  brand.clock.advance({ seconds: 60 });
  return deliver(brand.service, server.settings, lines);
};

/** The next day, at an hour of UTC. */
const tomorrowAt = (hour: number): void => {
  const now = brand.clock.read();
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, hour);
  brand.clock.advance({ seconds: (next - now.getTime()) / 1000 });
};

it('who may approve is told once that a proposal waits, and its author that it was sent back', async () => {
  const [hanna, leyla] = [await mailed(brand.service, 'Hanna', 'admin'), await mailed(brand.service, 'Leyla')];
  await mailed(brand.service, 'Vera', 'viewer');
  brand.clock.advance({ seconds: 1 });
  const n = await sentProposal(brand, leyla, 'Night mode on screens');
  await minute();
  expect(server.told).toEqual(['hanna@people.example: For your review: Night mode on screens']);
  const [mail] = server.mails;
  expect(mail?.text).toContain('Leyla asks for your review');
  expect(mail?.text).toContain(`https://portal.example/brands/acme/-/workspace/proposals/${n}`);
  expect(mail?.text).toContain('You get this because you review changes of Acme.');
  expect(mail?.from?.value).toEqual([{ name: 'Acme', address: 'brand@portal.example' }]);
  await minute();
  await sendBack(brand, n, hanna, 'Shorter, please.');
  await minute();
  await minute();
  expect(server.told.slice(1)).toEqual(['leyla@people.example: Changes asked for: Night mode on screens']);
  expect(server.mails[1]?.text).toContain('> Shorter, please.');
  const { people } = await brand.service.mails.state();
  const marks = Object.values(people).flatMap(({ told }) => told[brand.slug] ?? []);
  expect(marks).toEqual([expect.stringMatching(/^[\w-]{12}$/)]);
});

it('a mail is in the language of its person', async () => {
  const hanna = await mailed(brand.service, 'Hanna', 'admin');
  await brand.service.people.setReading({ language: 'de', time_zone: '' }, { ...hanna, brand: '' });
  const leyla = await mailed(brand.service, 'Leyla', 'viewer');
  brand.clock.advance({ seconds: 1 });
  await sentProposal(brand, leyla, 'Nachtmodus');
  await minute();
  expect(server.told).toEqual(['hanna@people.example: Zum Prüfen: Nachtmodus']);
  expect(server.mails[0]?.html).toContain('<html lang="de">');
});

it('who is mentioned in a comment is told, and its writer of an answer', async () => {
  const [hanna, leyla] = [await mailed(brand.service, 'Hanna', 'admin'), await mailed(brand.service, 'Leyla')];
  const { id: page } = await makePage(brand, { title: 'Minimum size' });
  brand.clock.advance({ seconds: 1 });
  await minute();
  const notes = brand.service.notes.of(brand.slug);
  const by = ({ id, name }: typeof leyla) => ({ kind: 'person' as const, id, name, grant: null, client: null });
  const place = { page, block: null, quote: '', kind: 'comment' } as const;
  const { number } = await notes.add({ ...place, by: by(leyla), text: '@Hanna CSS pixels?', mentions: [hanna.id] });
  await minute();
  await minute();
  await notes.comment(number, { by: by(hanna), text: 'Yes.', mentions: [] });
  await minute();
  expect(server.told).toEqual([
    'hanna@people.example: Leyla mentioned you: Minimum size',
    'leyla@people.example: New comment: Minimum size',
  ]);
  expect(server.mails[0]?.text).toContain(`/-/workspace/notes/${number}`);
});

it('what is older than the address, or was done meanwhile, is not sent', async () => {
  const leyla = await mailed(brand.service, 'Leyla');
  const before = await sentProposal(brand, leyla, 'Before');
  brand.clock.advance({ seconds: 60 });
  await mailed(brand.service, 'Hanna', 'admin');
  await minute();
  const n = await sentProposal(brand, leyla, 'Declined meanwhile');
  await run(brand, declineProposal, { params: paramsOf(n), actor: person('edith', 'admin'), body: {} });
  await minute();
  expect(before).toBe(1);
  expect(server.told).toEqual([]);
});

it('what the person has seen is not sent, at once or in the summary', async () => {
  const leyla = await mailed(brand.service, 'Leyla', 'viewer');
  const hanna = await mailed(brand.service, 'Hanna', 'admin');
  brand.clock.advance({ seconds: 1 });
  const n = await sentProposal(brand, leyla, 'Seen');
  const rows = (await run(brand, waitingFor, { actor: { ...person(hanna.id, 'admin'), name: 'Hanna' } })).value;
  expect(rows.map(({ kind, id }) => [kind, id])).toEqual([['review', n]]);
  brand.service.seen.note(
    hanna.id,
    'acme',
    rows.map(({ key }) => key),
  );
  await minute();
  tomorrowAt(9);
  await minute();
  expect(server.told).toEqual([]);
});

it('four mails a day are sent at once, and the rest in one summary at eight', async () => {
  const leyla = await mailed(brand.service, 'Leyla', 'viewer');
  const hanna = await mailed(brand.service, 'Hanna', 'admin');
  await brand.service.people.setReading({ language: '', time_zone: 'Europe/Vienna' }, { ...hanna, brand: '' });
  brand.clock.advance({ seconds: 1 });
  // The address begins with the summary of the next day.
  await minute();
  for (let n = 1; n <= 17; n += 1) await sentProposal(brand, leyla, `Title ${n}`);
  await minute();
  await minute();
  expect(server.mails).toHaveLength(4);
  tomorrowAt(6);
  await minute();
  const sentAtOnce = server.mails.length;
  // A new day, with four more.
  expect(sentAtOnce).toBe(8);
  // 08:00 in Vienna.
  brand.clock.advance({ seconds: 58 * 60 });
  await minute();
  await minute();
  const [summary, ...more] = server.mails.slice(sentAtOnce);
  expect(more).toEqual([]);
  expect(summary?.subject).toBe('Acme: 9 things wait for you');
  expect(summary?.text).toContain('Title 9');
  expect(summary?.text).toContain('more came up in a day');
  tomorrowAt(12);
  await minute();
  expect(server.mails).toHaveLength(sentAtOnce + 1);
});

it('a daily summary holds what is new, and no mail comes without news', async () => {
  const leyla = await mailed(brand.service, 'Leyla');
  const hanna = await mailed(brand.service, 'Hanna', 'admin');
  await brand.service.mails.addresses.choose(leyla.id, { acme: 'daily' });
  brand.clock.advance({ seconds: 1 });
  await minute();
  const n = await sentProposal(brand, leyla, 'Night mode');
  brand.clock.advance({ seconds: 1 });
  const actor = { ...person(hanna.id, 'admin'), name: 'Hanna' };
  await run(brand, addComment, { params: paramsOf(n), actor, body: { text: 'Good.' } });
  await approve(brand, n, actor);
  await run(brand, mergeProposal, { params: paramsOf(n), actor, body: {} });
  await minute();
  tomorrowAt(8);
  await minute();
  const summary = server.mails.findLast(({ recipients }) => recipients[0] === 'leyla@people.example');
  expect(summary?.text).toContain('Night mode');
  expect(summary?.text).toContain('Published');
  expect(summary?.text).toContain('Hanna has approved it');
  const { length } = server.mails;
  tomorrowAt(9);
  await minute();
  expect(server.mails).toHaveLength(length);
});

it('who wants nothing gets nothing, and does not begin with what waited', async () => {
  const leyla = await mailed(brand.service, 'Leyla', 'viewer');
  const hanna = await mailed(brand.service, 'Hanna', 'admin');
  await brand.service.mails.addresses.choose(hanna.id, { acme: 'nothing' });
  brand.clock.advance({ seconds: 1 });
  await sentProposal(brand, leyla, 'Not told');
  await minute();
  await brand.service.mails.addresses.choose(hanna.id, { acme: 'waiting' });
  await sentProposal(brand, leyla, 'Told');
  await minute();
  expect(server.told).toEqual(['hanna@people.example: For your review: Told']);
});

it('the address in a mail stops its kind, for the address that it went to', async () => {
  const leyla = await mailed(brand.service, 'Leyla', 'viewer');
  const hanna = await mailed(brand.service, 'Hanna', 'admin');
  brand.clock.advance({ seconds: 1 });
  await sentProposal(brand, leyla, 'First');
  await minute();
  const { addresses } = brand.service.mails;
  const tokenOf = (at: number): string =>
    /off\?t=([\w-]+)/.exec(server.mails[at]?.raw.replaceAll(/=\r\n/g, '') ?? '')?.[1] ?? '';
  const first = tokenOf(0);
  brand.clock.advance({ seconds: 600 });
  // Another address: what was sent to the former one stops nothing.
  await confirm(brand.service, hanna, 'new@people.example');
  await addresses.switchOff(first);
  await addresses.switchOff(`${first.slice(0, -3)}abc`);
  await addresses.switchOff('');
  brand.clock.advance({ seconds: 1 });
  await sentProposal(brand, leyla, 'Second');
  await minute();
  await addresses.switchOff(tokenOf(1));
  expect((await addresses.of(hanna.id)).choices).toEqual({ acme: 'nothing' });
  await sentProposal(brand, leyla, 'Third');
  await minute();
  expect(server.told).toEqual([
    'hanna@people.example: For your review: First',
    'new@people.example: For your review: Second',
  ]);
  await addresses.erase(hanna.id);
  await addresses.switchOff(tokenOf(1));
});

it('a server that puts off is asked again, and one that refuses marks the address', async () => {
  const leyla = await mailed(brand.service, 'Leyla', 'viewer');
  const hanna = await mailed(brand.service, 'Hanna', 'admin');
  brand.clock.advance({ seconds: 1 });
  await sentProposal(brand, leyla, 'First');
  server.turns.push({ at: 'RCPT', code: 450 }, { at: 'RCPT', code: 550 });
  expect(await minute()).toEqual(['later']);
  expect(await deliver(brand.service, server.settings)).toEqual([]);
  const lines: string[] = [];
  brand.clock.advance({ seconds: 60 });
  expect(await minute(lines)).toEqual(['refused']);
  expect((await brand.service.mails.state()).people[hanna.id]?.refused).toMatchObject({ at: expect.any(String) });
  await sentProposal(brand, leyla, 'Second');
  expect(await minute(lines)).toEqual([]);
  // Confirmed again, it counts as new.
  brand.clock.advance({ seconds: 600 });
  await confirm(brand.service, hanna, 'hanna@people.example');
  brand.clock.advance({ seconds: 1 });
  await sentProposal(brand, leyla, 'Third');
  expect(await minute(lines)).toEqual(['sent']);
  expect(server.told).toEqual(['hanna@people.example: For your review: Third']);
  expect(lines.join('\n')).not.toMatch(/people\.example|someone\.example/);
});

it('a server that is gone delays mails and nothing else, and health says so', async () => {
  const leyla = await mailed(brand.service, 'Leyla', 'viewer');
  await mailed(brand.service, 'Hanna', 'admin');
  await mailed(brand.service, 'Ada', 'admin');
  brand.clock.advance({ seconds: 1 });
  await sentProposal(brand, leyla, 'First');
  await server.close();
  // The first failure ends the minute.
  expect(await minute()).toEqual(['down']);
  expect((await brand.service.mails.state()).down?.reason).toBe('the mail server cannot be reached');
  await server.listen();
  brand.clock.advance({ seconds: 120 });
  expect(await minute()).toEqual(['sent', 'sent']);
  expect((await brand.service.mails.state()).down).toBeNull();
});

it('a mail whose answer is lost comes once more, with the same Message-ID', async () => {
  const leyla = await mailed(brand.service, 'Leyla', 'viewer');
  await mailed(brand.service, 'Hanna', 'admin');
  brand.clock.advance({ seconds: 1 });
  await sentProposal(brand, leyla, 'First');
  server.turns.push('cut');
  expect(await minute()).toEqual(['down']);
  brand.clock.advance({ seconds: 120 });
  expect(await minute()).toEqual(['sent']);
  brand.clock.advance({ seconds: 120 });
  expect(await minute()).toEqual([]);
  const [one, other, ...rest] = server.mails.map(({ messageId }) => messageId);
  expect(rest).toEqual([]);
  expect(other).toBe(one);
});
