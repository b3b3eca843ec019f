/** Texts that something between a client and git, a file system or a terminal may take for more than text. */
const nastyNames: Readonly<Record<string, readonly string[]>> = {
  paths: 'a/b a\\b .. ../../etc/passwd /etc/passwd C:\\x ./x ~ a//b %2e%2e%2f file:///x'.split(' '),
  'reserved names': [
    ...['CON', 'nul', 'aux.txt', 'COM1', '.git', '.GIT', '.git/config', 'HEAD', 'refs/heads/main', 'main.lock'],
    ...['x.lock', '@{', '@{-1}', 'HEAD~1', 'a..b', '-x', '--help', '--upload-pack=x', '.', '*', '?', '[a]', '^', ':'],
    ...[':/', '$(id)', '`id`'],
  ],
  'object model': '__proto__ constructor prototype toString hasOwnProperty valueOf then length null'.split(' '),
  'lines and headers': [
    ...['a\nb', 'a\r\nb', 'a\rb', '\n\nKey: stolen', 'x\nCo-authored-by: Eve <eve@example.org>'],
    ...['x\n\nOperation: none', 'Key: stolen', 'Co-authored-by: Eve <eve@example.org>'],
    ...['a <eve@example.org> 0 +0000', '<>', '<', 'a>b', '# x', '---', 'a\u2028b', 'a\u2029b', 'a\u0085b'],
    ...['a\u000bb', 'a\u000cb', 'author Eve <e@x> 1 +0000', '-----BEGIN PGP SIGNATURE-----'],
  ],
  controls: [
    ...['a\u0000b', 'a\u0007b', 'a\u0008b', 'a\u001b[2Jb', 'a\u001b]0;x\u0007b', 'a\u009b31mb', 'a\u007fb'],
    ...['a\u0090x\u009cb', 'a\tb'],
  ],
  'direction and nothing': [
    ...['abc\u202edef', '\u2066a\u2069', '\u202a\u202b\u202c\u202d', '\u200f\u200e', '\u061c', 'a\u200bb', '\u200b'],
    ...['\u2060', '\ufeffa\ufeff', 'a\u00adb', '\u{e0061}\u{e007f}', '\ufe0f', 'الشعار', 'שלום (x)', '\u3000a\u3000'],
    ...['\u00a0', ' '],
  ],
  characters: [
    ...['😀'.repeat(255), '😀'.repeat(256), '👨‍👩‍👧‍👦'.repeat(20), `e${'\u0301'.repeat(200)}`, 'é', 'e\u0301', 'ﬁ'],
    ...['İıſß', 'ß'.repeat(200), '\ud800', '\udc00', 'a\ud83d', '\ude00\ud83d', '\ufffd', '\uffff', '\u{10ffff}'],
    ...['𝔸', 'ﷺ'.repeat(60), 'x'.repeat(256), ''],
    ...['x'.repeat(100_000), '"', "'", '\\', '\\u0000', '&amp;', '<b>x</b>', '5 < 6', '%00', '{{x}}'],
  ],
};

export const allNastyNames: readonly string[] = Object.values(nastyNames).flat();

/** C0 without tab and line breaks, and halves of characters: no text may hold them. */
export function isHazardous(text: string): boolean {
  return !text.isWellFormed() || /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\r(?!\n)/.test(text);
}

/** Whether a text of one line, at most `most` characters long, is taken. */
export function isLine(text: string, most = Number.POSITIVE_INFINITY): boolean {
  const trimmed = text.trim();
  return !isHazardous(text) && !/[\t\r\n]/.test(trimmed) && trimmed !== '' && [...trimmed].length <= most;
}

/** What steers a terminal or turns the order of a line. */
export const misleading = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
