import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { newBrandFile } from '../../src/content/brand.js';
import { sendMail } from '../../src/mail/transport.js';
import type { DirectMail } from '../../src/registry/mails.js';
import { type Letter, type Sender, written } from '../../src/site/letters/letter.js';
import { directLetter, type News, summaryLetter, waitingLetter } from '../../src/site/letters/letters.js';
import { frameLanguages } from '../../src/words/languages.js';
import { makeWithWords } from '../../src/words/of-request.js';
import { MailServer } from '../support/mail-server.js';

/** Names, titles and notes that try to be more than text. */
const corpus = [
  'A\r\nBcc: eve@evil.example',
  'A\nContent-Type: text/html\n\n<script>alert(1)</script>',
  '<a href="https://evil.example">Click</a><img src=x onerror=alert(1)>',
  'https://evil.example/login',
  'www.evil.example',
  'evil.example',
  'eve@evil.example',
  'mailto:eve@evil.example',
  'javascript:alert(1)',
  '\u202eelpmaxe.live\u202c',
  '\u2028\u2029\u0000\u001b[31m',
  '"Boss" <boss@company.example>',
  '=?utf-8?B?QmNjOiBldmVAZXZpbC5leGFtcGxl?=',
  'A'.repeat(500),
  '{name} {brand} {n}',
  '&amp; &lt; %0d%0aBcc: eve@evil.example',
];

const places = { origin: 'https://portal.example', off: 'https://portal.example/-/workspace/mail/off?t=abc' };
const sender = (name: string): Sender => ({
  name,
  colors: newBrandFile('').theme.colors,
  logos: null,
  contact: null,
});

const news = (text: string, more: Partial<News> = {}): News => ({
  kind: 'review',
  title: text,
  href: 'https://portal.example/brands/acme/-/workspace/proposals/1',
  proposal: 1,
  by: text,
  note: text,
  count: 2,
  ...more,
});

const direct = (kind: DirectMail['kind'], text: string): DirectMail => ({
  ...{ kind, to: 'a@b.example', brand: null, language: '', zone: '', href: 'https://portal.example/x' },
  values: { name: text, text, quote: text, role: 'editor', until: '2026-12-01T10:00:00Z' },
});

/** Every letter there is, with a text at each place that people write. */
function letters(text: string): Letter[] {
  const kinds = [
    'mention',
    'comment',
    'sent_back',
    'schedule',
    'conflict',
    'review',
    'note',
    'draft',
    'outdated',
    'comments',
  ];
  const all = kinds.map((kind) => news(text, { kind }));
  return [
    ...(['confirm', 'changed', 'invitation', 'answer', 'test'] as const).map((kind) =>
      directLetter(direct(kind, text), text, 'portal.example'),
    ),
    ...all.map((one) => waitingLetter(one, text, places)),
    summaryLetter(
      '2026-11-27',
      [
        { brand: text, waiting: all, news: all },
        { brand: text, waiting: all, news: [] },
      ],
      false,
      places,
    ),
  ];
}

const hrefs = (html: string): string[] => [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href]) => href ?? '');

describe.each(frameLanguages)('letters in %s', (language) => {
  it.each(corpus)('make neither headers nor links of %j', async (text) => {
    const server = await MailServer.start();
    for (const letter of makeWithWords(language, () => letters(text))) {
      const made = makeWithWords(language, () => written(letter, sender(text)));
      expect(made.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      expect(made.subject.length).toBeLessThan(210);
      for (const href of hrefs(made.html)) expect(href).toMatch(/^https:\/\/portal\.example\//);
      expect(made.html).not.toMatch(/<script|<img/);
    }
    const [one] = makeWithWords(language, () => letters(text).slice(5));
    const made = makeWithWords(language, () => written(one as Letter, sender(text)));
    await sendMail(server.settings, {
      to: 'ada@company.example',
      sender: text,
      id: 'x',
      off: places.off,
      pictures: {},
      ...made,
    });
    const [mail] = server.mails;
    expect(mail?.recipients).toEqual(['ada@company.example']);
    expect([...(mail?.headers.keys() ?? [])].sort()).toEqual([
      ...['auto-submitted', 'content-type', 'date', 'from', 'list', 'message-id', 'mime-version', 'subject', 'to'],
      'x-auto-response-suppress',
    ]);
    // The reader's program makes links of what looks like one.
    const { textAsHtml = '' } = await simpleParser(mail?.raw ?? '');
    for (const href of hrefs(textAsHtml)) expect(href).toMatch(/^https:\/\/portal\.example\//);
  });

  it('say every thing that may wait, and leave out what is too long', () => {
    const { text } = makeWithWords(language, () => {
      const many = Array.from({ length: 47 }, (_, n) => news(`Title ${n}`));
      const letter = summaryLetter('2026-11-27', [{ brand: 'Acme', waiting: many, news: [] }], false, places);
      return written(letter, sender('Acme'));
    });
    expect(text).toContain(language === 'de' ? 'Und 37 weitere' : 'And 37 more');
    expect(text).toContain(language === 'de' ? 'Freitag, 27. November' : 'Friday 27 November');
    expect(text).not.toMatch(/[{}]|undefined|null/);
  });
});
