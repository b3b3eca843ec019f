/** Texts that mean something in Markdown, and must stay texts. */
export const markdownTexts: readonly string[] = [
  ...['<!-- rich_text deadbeef0000 -->', 'a\n\n<!-- heading x -->\n# b', '-->', '<!--', '<!-- a\n-->', '<!-->'],
  ...['<!doctype x>', '<script>alert(1)</script>', '<b onclick=x>', '</div>', '<?php ?>', '<![CDATA[x]]>'],
  ...['<a href="javascript:1">x</a>', '[x](javascript:alert(1))', '[x][y]\n\n[y]: javascript:1', '[x]: javascript:1'],
  ...['![x](//evil.example/x)', '[x](<y>)', '[a]'],
  ...['!', '[', '](javascript:1)', '](/x "y")', '\\](x)', '[^1]', '[^1]: note', '[ ] task', '- [x] task', '*[abbr]: x'],
  ...['<javascript:alert(1)>', '<https://evil.example>', '<a@b.example>', 'https://evil.example/a_b'],
  ...['www.evil.example', 'a@b.example', '# a', '## a ##', '#', '#\ta', 'a\n===', 'a\n---', 'a\n=', 'a\n-', '==='],
  ...['---', '***', '_ _ _', '* * *', '- - -', '+++', '- a', '* a', '+ a', '-\ta', '1. a', '1) a', '123456789. a'],
  ...['0)', '-', '+', '1.', '> a', '>a', '>', '    code', '\tcode', '```', '```js\na\n```', '~~~', '`` ` ``', '`a`'],
  ...['`', 'a `b', '``', '~a~', '~~a~~', '~', '**a**', '*a*', '_a_', '__a__', '***', 'snake_case_name', '_', '*'],
  ...['__init__', 'a*b*c', '2*3*4', 'a\\', '\\', '\\\\', '\\*', 'a\\\nb', 'a  \nb', 'a \n b', '\n', '\n\n'],
  ...['&lt;b&gt;', '&amp;', '&copy;', '&#60;', '&#x3c;!--', '&', '&notit;', 'AT&T'],
  ...['| a | b |\n| - | - |\n| 1 | 2 |', 'a | b\n--- | ---', '|', '\\|', ':-|', '|-|', '-|-', ':--', '\u00a0'],
  ...['\u200b', ' a ', 'a\r\nb', 'a\rb', 'a\tb', '\u2028', '🎨', 'ä', 'a', '', ' '],
];
