import { createVerify, generateKeyPairSync, hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mailProblem } from '../../src/mail/settings.js';
import { type Mail, sendMail } from '../../src/mail/transport.js';
import { temporaryDirectory } from '../support/git.js';
import { MailServer } from '../support/mail-server.js';

const mail: Mail = {
  to: 'hanna@northlight.example',
  sender: 'Northlight',
  subject: 'For your review',
  text: 'Look at it\n',
  html: '<p>Look at it</p>',
  id: 'event-1',
  off: 'https://portal.example/-/workspace/mail/off?t=abc',
  pictures: {},
};

it('a mail arrives with the headers that programs read', async () => {
  const server = await MailServer.start();
  expect(await sendMail(server.settings, { ...mail, pictures: { light: Buffer.from('PNG') } })).toEqual({ is: 'sent' });
  const [taken] = server.mails;
  expect(taken?.from?.value).toEqual([{ name: 'Northlight', address: 'brand@portal.example' }]);
  expect(taken?.recipients).toEqual(['hanna@northlight.example']);
  expect(taken?.messageId).toBe('<event-1@portal.example>');
  expect(taken?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(taken?.raw).toMatch(/^List-Unsubscribe: <https:\/\/portal\.example\/-\/workspace\/mail\/off\?t=abc>\r$/m);
  expect(taken?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect(taken?.attachments).toMatchObject([{ cid: 'light', contentType: 'image/png', related: true }]);
  await sendMail(server.settings, { ...mail, off: null });
  expect(server.mails[1]?.raw).not.toMatch(/List-Unsubscribe/);
});

it.each([
  ['Zum Prüfen: Nachtmodus für größere Bildschirme', 'Käthe Müßig'],
  ['For your review: 🌙 night mode 🚂', 'North 🌟 light'],
  ['للمراجعة: الوضع الليلي', 'الضوء الشمالي'],
])('subject and sender arrive as they are: %s', async (subject, sender) => {
  const server = await MailServer.start();
  await sendMail(server.settings, { ...mail, subject, sender });
  expect(server.mails[0]?.subject).toBe(subject);
  expect(server.mails[0]?.from?.value[0]?.name).toBe(sender);
  expect(server.mails[0]?.raw.split('\r\n\r\n')[0]).toMatch(/^[\t\r\n\x20-\x7e]*$/);
});

it('answers of a server decide what becomes of a mail, and no reason repeats its words', async () => {
  const server = await MailServer.start();
  server.turns.push(
    { at: 'RCPT', code: 450 },
    { at: 'RCPT', code: 550 },
    { at: 'DATA', code: 451 },
    { at: 'DATA', code: 554 },
    { at: 'RCPT', code: 421 },
    'cut',
  );
  const outcomes = [];
  for (let n = 0; n < 7; n += 1) outcomes.push(await sendMail(server.settings, mail));
  expect(outcomes.map((sent) => ('reason' in sent ? `${sent.is}: ${sent.reason}` : sent.is))).toEqual([
    'later: the mail server answered 450',
    'refused: the mail server answered 550',
    'later: the mail server answered 451',
    'rejected: the mail server answered 554',
    'down: the mail server answered 421',
    'down: the mail server cannot be reached',
    'sent',
  ]);
});

it('a silent server is left when the signal says so', async () => {
  const server = await MailServer.start();
  server.turns.push('silent');
  const ending = new AbortController();
  const sending = sendMail(server.settings, mail, ending.signal);
  // The server has the mail, and does not answer.
  server.onTaken = () => ending.abort();
  expect((await sending).is).toBe('down');
});

it('a server that is gone is down', async () => {
  const server = await MailServer.start();
  await server.close();
  expect(await sendMail(server.settings, mail)).toEqual({ is: 'down', reason: 'the mail server cannot be reached' });
});

it('user and password come from the address and a file', async () => {
  const server = await MailServer.start({ password: 'mellon' });
  const file = join(temporaryDirectory(), 'password');
  const settings = { ...server.settings, url: `smtp://brand%40portal@127.0.0.1:${server.port}`, password_file: file };
  await writeFile(file, 'wrong\n');
  expect(await sendMail(settings, mail)).toEqual({
    is: 'down',
    reason: 'the mail server does not accept user and password',
  });
  await writeFile(file, 'mellon\n');
  expect(await sendMail(settings, mail)).toEqual({ is: 'sent' });
  expect(server.mails[0]?.user).toBe('brand@portal');
  const missing = await sendMail({ ...settings, password_file: `${file}.none` }, mail);
  expect(missing).toEqual({ is: 'down', reason: 'a file of the mail settings cannot be read' });
});

it('a server elsewhere gets no password without STARTTLS', async () => {
  const server = await MailServer.start({ password: 'mellon' });
  // An address of this machine that does not look like one.
  const settings = { ...server.settings, url: `smtp://user@[::ffff:127.0.0.1]:${server.port}` };
  expect((await sendMail(settings, mail)).is).toBe('down');
  expect(server.logins).toBe(0);
  const untrusted = await MailServer.start({ password: 'mellon', hasStartTls: true });
  const url = `smtp://user@[::ffff:127.0.0.1]:${untrusted.port}`;
  expect(await sendMail({ ...settings, url }, mail)).toEqual({
    is: 'down',
    reason: 'the mail server has no secure connection',
  });
  expect(untrusted.logins).toBe(0);
});

it('DKIM signs all that a receiver checks, also the headers that stop mails', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const file = join(temporaryDirectory(), 'dkim.pem');
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const server = await MailServer.start();
  const dkim = { domain: 'portal.example', selector: 's1', key_file: file };
  await sendMail({ ...server.settings, dkim }, { ...mail, subject: 'Zum Prüfen: Größe 🌙' });
  const raw = server.mails[0]?.raw ?? '';
  const { signed, isValid } = verified(raw, (text, signature) =>
    createVerify('rsa-sha256').update(text).verify(publicKey, signature, 'base64'),
  );
  expect(isValid).toBe(true);
  expect(signed).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
  const forged = raw.replace('off?t=abc', 'off?t=xyz');
  const check = (text: string, signature: string) =>
    createVerify('rsa-sha256').update(text).verify(publicKey, signature, 'base64');
  expect(verified(forged, check).isValid).toBe(false);
});

/** Verifies a signature with relaxed canonicalization of headers and body (RFC 6376, sections 3.4 and 3.7). */
function verified(raw: string, check: (text: string, signature: string) => boolean) {
  const at = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, at)
    .replaceAll(/\r\n[\t ]+/g, ' ')
    .split('\r\n');
  const relaxed = (line: string): string => {
    const colon = line.indexOf(':');
    return `${line.slice(0, colon).toLowerCase()}:${line
      .slice(colon + 1)
      .replaceAll(/[\t ]+/g, ' ')
      .trim()}`;
  };
  const own = headers.find((line) => /^dkim-signature:/i.test(line)) ?? '';
  const tags = new Map(
    own
      .slice(own.indexOf(':') + 1)
      .split(';')
      .map((tag) => {
        const equals = tag.indexOf('=');
        return [tag.slice(0, equals).trim(), tag.slice(equals + 1).replaceAll(/\s/g, '')];
      }),
  );
  const body = `${raw
    .slice(at + 4)
    .split('\r\n')
    .map((line) => line.replaceAll(/[\t ]+/g, ' ').trimEnd())
    .join('\r\n')
    .replace(/(?:\r\n)+$/, '')}\r\n`;
  const signed = (tags.get('h') ?? '').toLowerCase().split(':');
  const lines = signed.flatMap((name) => {
    const found = headers.findLast((line) => line.toLowerCase().startsWith(`${name}:`));
    return found === undefined ? [] : [relaxed(found)];
  });
  const unsigned = relaxed(own).replace(/(;| )b=[^;]*/, '$1b=');
  const isBody = hash('sha256', body, 'base64') === tags.get('bh');
  return { signed, isValid: isBody && check([...lines, unsigned].join('\r\n'), tags.get('b') ?? '') };
}

it.each([
  ['https://smtp.example', 'mail.url must be the address of a mail server'],
  ['smtp://smtp.example/path', 'mail.url must be the address of a mail server'],
  ['smtp://user:secret@smtp.example', 'mail.url must not hold the password'],
])('settings that cannot be used are told: %s', (url, problem) => {
  expect(mailProblem({ url, from: 'brand@portal.example' })).toContain(problem);
});

it('settings take one address as the sender', () => {
  const url = 'smtps://user@smtp.example:465';
  expect(mailProblem({ url, from: 'brand@portal.example' })).toBeNull();
  expect(mailProblem({ url, from: 'Brand <brand@portal.example>' })).toContain('mail.from');
});
