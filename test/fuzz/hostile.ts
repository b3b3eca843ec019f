import { hostileHtml } from '../support/hostile/html.js';

/** Markup that must come out harmless: also part of inputs that are otherwise valid. */
export const markup = Object.values(hostileHtml).flat();

/** JSON texts to stand anywhere in a body. */
export const values: Readonly<Record<string, readonly string[]>> = {
  markup: markup.map((text) => JSON.stringify(text)),
  prototype: [
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    '{"toString":1,"hasOwnProperty":2}',
    '"__proto__"',
  ],
  surrogates: ['"\\ud800"', '"\\udc00a"', '{"\\ud800":1}', '"a\\ud83d"'],
  control: ['"\\u0000"', '"a\\u0000b"', '{"\\u0000":1}', '"\\u001b[31m"', '"\\u2028\\u202e\\u2066"', '"\\ufeff"'],
  numbers: ['1e400', '-1e400', '1e308', '5e-324', '12345678901234567890', '9007199254740993', '-0', '1.0', '1E5'],
  'duplicate keys': ['{"a":1,"a":2}', '{"type":"heading","type":"alert","data":{},"data":5}'],
  depth: [`${'['.repeat(5000)}${']'.repeat(5000)}`, `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
  length: [
    `"${'x'.repeat(256)}"`,
    `"${'🙂'.repeat(255)}"`,
    `"${'y'.repeat(1_048_577)}"`,
    `[${'0,'.repeat(1000)}0]`,
    `[${'{},'.repeat(200)}{}]`,
    `{"${'k'.repeat(256)}":1}`,
  ],
  injection: [
    '"Title\\r\\nOperation: brands.delete"',
    '"x\\n\\ntree 0000000000000000000000000000000000000000"',
    '"../../../../etc/passwd"',
    '"..\\\\..\\\\registry.git"',
    '"CON"',
    '".git/config"',
    '"\'; DROP TABLE pages; --"',
    '"$(id)`id`"',
    '"%s%n%x"',
    '"javascript:alert(1)"',
    '"data:text/html,<script>1</script>"',
  ],
};

/** Whole bodies that are no sensible request to anything. */
export const bodies: readonly Buffer[] = [
  ...['', ' ', 'null', 'true', '0', '"x"', '[]', '[{}]', '{}', '{', '{"title":', '{"title":"a"}x', '{title:1}'],
  ...['// x\n{}', '{"title":"a",}', '\ufeff{"title":"a"}', '[['.repeat(50_000), '{"a":'.repeat(50_000)],
  `{"title":"a"${',"b":1'.repeat(110_000)}}`,
]
  .map((body) => Buffer.from(body))
  .concat([
    Buffer.from('{"title":"a"}', 'utf16le'),
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0]),
    Buffer.alloc(64),
  ]);

/** Beyond every limit for bodies. */
export const tooLarge = Buffer.alloc(4 * 1024 * 1024 + 1, ' ');

/** In the place of one part of a path, as sent. */
export const pathParts: readonly string[] = [
  ...['..', '.', '%2e%2e', '%2e%2e%2f%2e%2e', '..%2f..%2fregistry.git', '%2F', '%5c', '1%00', '%', '%zz', '%c0%af'],
  ...['%ed%a0%80', '%ff', '%0d%0aX-Injected:%20y', '%25', '%2500', '__proto__', 'constructor', 'toString'],
  ...['-1', '0', '01', '1.0', '1e3', '0x1', '%201', '1%20', 'NaN', 'null', '9007199254740993', '%F0%9F%99%82'],
  ...['1;x=y', '1,2', '*', '$', '(', ':page', '{page}', '~', "'", '1%27--', '%E2%80%AE', '..;', 'CON', '.git'],
  ...['a'.repeat(9000), '%61'.repeat(2000), 'meta%2f', 'VOICE', '%D9%A1'],
];

export const queries: readonly string[] = [
  ...['?', '?&', '?=', '?%', '?%zz', '?expand', '?expand=', '?expand=FULL', '?expand=full&expand=full'],
  ...['?expand[]=full', '?expand[__proto__]=full', '?expand[a][b][c]=full', '?__proto__=1', '?__proto__[x]=1'],
  ...['?category=%00', '?category=%ff', "?category='%20OR%201=1", '?category=__proto__', '?category[]=company'],
  ...['?a=1#fragment', '?at=', '?at=now', '?at=2026-02-30', '?at=2026-03-01T12:00:00+01:00', '?at=0000-01-01'],
  ...['?at=9999-12-31T23:59:59.999999999Z', '?at=2026-03-01&at=2026-03-02', `?at=${'0'.repeat(40)}`],
  ...[`?at=${'f'.repeat(8000)}`, '?at[__proto__]=2026-03-01', '?at=main%5E%00'],
  ...['include', 'slug', 'parent_id', 'type', 'visibility', 'fields', 'limit', 'after', 'since', 'q'].flatMap((name) =>
    ['', '%00', '__proto__', '-1', '1e9', 'null', ',,,', `${'x,'.repeat(3000)}`, `a&${name}=b`].map(
      (value) => `?${name}=${value}`,
    ),
  ),
  ...['?fields=id,id,blocks', '?include=blocks&include=blocks', '?limit=1001', '?limit=0', '?after=0&limit=1'],
  ...[`?since=${'0'.repeat(40)}`, `?since=${'F'.repeat(40)}`, '?since=HEAD', '?q=%F0%9F%99%82&type=page&type=none'],
  ...[`?${'a=1&'.repeat(1500)}`, `?category=${'x'.repeat(8000)}`, '?category=%0d%0aX-Injected:%20y', '??', '?a?b'],
];

const tags = ['', '"', '""', '"0000"', 'W/"0000"', '"a", "b"', '0000', '"\u00ff"', `"${'a'.repeat(4000)}"`];
const keys = ['', '""', '"', 'a"b', 'a b', 'a\\b', 'a'.repeat(256), '\u00e9', 'fuzz-0', '"fuzz-0"'];
const types = ['', 'text/plain', 'text/json', 'application/json; charset=utf-16', 'json', '*/*', ';'];

const longKey = `Bearer ${'a'.repeat(4000)}`;

/** Headers as sent, in place of a header of the same name. */
export const headers: readonly (readonly [string, string])[] = [
  ...tags.flatMap((tag) => [['If-Match', tag] as const, ['If-None-Match', tag] as const]),
  ...keys.map((key) => ['Idempotency-Key', key] as const),
  ...['', '@commit:0', '0'.repeat(40), 'HEAD', '../x', 'f'.repeat(4000)].map((id) => ['Last-Event-ID', id] as const),
  ...['', 'a b', '../x', 'a'.repeat(65), 'x\ty', '\u00e9', '<script>'].map((id) => ['X-Request-Id', id] as const),
  ...types.map((type) => ['Content-Type', type] as const),
  ...['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'application/merge-patch+json'].map(
    (type) => ['Content-Type', type] as const,
  ),
  ...['gzip', 'br', 'deflate', 'x', 'identity', 'gzip, gzip'].map((coding) => ['Content-Encoding', coding] as const),
  ...['', 'Bearer', 'Bearer x y', 'bearer bp_', 'Basic Og==', 'Basic !', 'Bearer \u00ff', longKey].map(
    (value) => ['Authorization', value] as const,
  ),
  ...['text/html', '', 'application/json;q=0', '*/*;q=x'].map((type) => ['Accept', type] as const),
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Host', 'evil.example'],
  ['Host', ''],
  ['Origin', 'https://evil.example'],
  ['X-Forwarded-For', '1.2.3.4'],
  ['Expect', '100-continue'],
  ['Upgrade', 'websocket'],
  ['Range', 'bytes=0-0'],
  ['Cookie', 'a=b'.repeat(1000)],
  ['If-Modified-Since', 'Sat, 01 Jan 2050 00:00:00 GMT'],
  ['Accept-Encoding', 'gzip;q=2, x'],
];

export const methods: readonly string[] = [
  ...['HEAD', 'OPTIONS', 'TRACE', 'PATCH', 'PUT', 'DELETE', 'POST', 'PROPFIND', 'PURGE', 'LINK', 'QUERY', 'SEARCH'],
];

/** Lines in place of a request's head that HTTP does not allow, or allows only just. `%` stands for the path. */
export const wires: Readonly<Record<string, string>> = {
  'no host': 'GET % HTTP/1.1\r\nConnection: close\r\n\r\n',
  'two hosts': 'GET % HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
  'version 1.0': 'GET % HTTP/1.0\r\n\r\n',
  'version 9': 'GET % HTTP/9.9\r\nHost: a\r\n\r\n',
  'version 2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no version': 'GET %\r\n\r\n',
  'bare newlines': 'GET % HTTP/1.1\nHost: a\nConnection: close\n\n',
  'unknown method': 'FROBNICATE % HTTP/1.1\r\nHost: a\r\n\r\n',
  connect: 'CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n',
  'absolute address': 'GET http://evil.example% HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'star address': 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'space in the path': 'GET % x HTTP/1.1\r\nHost: a\r\n\r\n',
  'NUL in a header': 'GET % HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n',
  'folded header': 'GET % HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\nConnection: close\r\n\r\n',
  'space before the colon': 'GET % HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\nabcde',
  'no colon': 'GET % HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n',
  'two lengths': 'POST % HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x',
  'negative length': 'POST % HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  'length and chunks': 'POST % HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'broken chunk': 'POST % HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  'unknown transfer coding': 'POST % HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\n\r\n{}',
  'header of 20 KB': `GET % HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  'a thousand headers': `GET % HTTP/1.1\r\nHost: a\r\n${'X: a\r\n'.repeat(1000)}Connection: close\r\n\r\n`,
  'unknown expectation':
    'POST % HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  'upgrade to http2': 'GET % HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\n\r\n',
  'TLS hello': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'smuggled request':
    'GET % HTTP/1.1\r\nHost: a\r\nX: y\r\nConnection: close\r\n\r\nDELETE /api/v1/pages/1 HTTP/1.1\r\nHost: a\r\n\r\n',
};
