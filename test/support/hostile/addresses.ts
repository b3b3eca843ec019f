/** Addresses that run code or bring a document of their own, in the spellings in which browsers still see through. */

const plain = ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'vbscript:msgbox(1)'];
const others = [
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'javascript://example.org/%0aalert(1)',
  'javascript:/*http://example.org*/alert(1)',
  'livescript:alert(1)',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  'filesystem:https://example.org/x',
  'view-source:javascript:alert(1)',
  'feed:javascript:alert(1)',
  'jar:javascript:alert(1)!/',
  'ms-its:x',
  'x-javascript:alert(1)',
  'ftp://example.org/',
  'about:blank',
  'intent://x#Intent;end',
];

const inside = (address: string, place: number, text: string): string =>
  address.slice(0, place) + text + address.slice(place);

/** What the URL parser of a browser drops, before and within a scheme. */
const raw: ((address: string) => string)[] = [
  (address) => address.toUpperCase(),
  (address) => [...address].map((c, at) => (at % 2 === 0 ? c.toUpperCase() : c)).join(''),
  (address) => ` ${address}`,
  (address) => `\t${address}`,
  (address) => `\n\n${address}`,
  (address) => `\u00a0${address}`,
  (address) => `\u3000${address}`,
  (address) => `\ufeff${address}`,
  (address) => inside(address, 4, '\t'),
  (address) => inside(address, 4, '\n'),
  (address) => inside(address, 4, '\r\n'),
  (address) => inside(address, address.indexOf(':'), '\n'),
  (address) => inside(address, address.indexOf(':'), ' '),
  (address) => inside(address, 4, '\u200b'),
  (address) => inside(address, 4, '\u00ad'),
  (address) => inside(address, 4, '\u202e'),
  (address) => [...address].join('\t'),
];

const controls = [...'\u0000\u0001\u0008\u000b\u000c\u001b\u001f'].flatMap((control) => [
  (address: string) => control + address,
  (address: string) => inside(address, 4, control),
]);

const reference = (address: string, write: (code: number) => string): string =>
  [...address].map((c) => write(c.codePointAt(0) as number)).join('');

/** Spellings that only a parser of HTML undoes. */
const entities: ((address: string) => string)[] = [
  (address) => reference(address, (code) => `&#${code};`),
  (address) => reference(address, (code) => `&#${code}`),
  (address) => reference(address, (code) => `&#x${code.toString(16)};`),
  (address) => reference(address, (code) => `&#X${code.toString(16).toUpperCase()};`),
  (address) => reference(address, (code) => `&#${String(code).padStart(9, '0')};`),
  (address) => `&#${address.codePointAt(0)};${address.slice(1)}`,
  (address) => address.replace(':', '&colon;'),
  (address) => address.replace(':', '&#58;'),
  (address) => address.replace(':', '&#x3a'),
  (address) => inside(address, 4, '&Tab;'),
  (address) => inside(address, 4, '&NewLine;'),
  (address) => inside(address, 4, '&#9;'),
  (address) => inside(address, 4, '&#x0d;'),
  (address) => `&#1;${address}`,
  (address) => `&#32;&#x20;${address}`,
  (address) => `&nbsp;${address}`,
];

const spell = (spellings: readonly ((address: string) => string)[]): string[] =>
  spellings.flatMap((write) => plain.map((address) => write(address)));

export const rawAddresses: readonly string[] = [...plain, ...others, ...spell(raw)];
export const controlAddresses: readonly string[] = spell(controls);
export const entityAddresses: readonly string[] = spell(entities);
