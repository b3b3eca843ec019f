import { svg } from '../files.js';

const origin = 'https://brand.globex.example';
const chapters = ['Logo', 'Colour', 'Type', 'Imagery'];
const topics = [
  'Overview',
  'Construction',
  'Clear space',
  'Sizes',
  'On colour',
  'Motion',
  'Partners',
  'Misuse',
  'Files',
];
const slug = (text: string): string => text.toLowerCase().replaceAll(' ', '-');

const pages = [
  { path: '/guidelines/', title: 'Welcome', chapter: '' },
  ...chapters.flatMap((chapter) => [
    { path: `/guidelines/${slug(chapter)}/`, title: chapter, chapter },
    ...topics.slice(chapter === 'Logo' ? 0 : 1).map((topic) => ({
      path: `/guidelines/${slug(chapter)}/${slug(topic)}/`,
      title: `${chapter}: ${topic.toLowerCase()}`,
      chapter,
    })),
  ]),
  { path: '/guidelines/contact/', title: 'Contact', chapter: '' },
  { path: '/guidelines/glossary/', title: 'Glossary', chapter: '' },
];

const menu = pages.map(({ path, title }) => `<li><a href="${origin}${path}">${title}</a></li>`).join('');

/** Name that a browser gives the file. */
const fileOf = (title: string): string => `${title.replace(':', '_')} | Globex Brand`;

/**
 * A site of guidelines as Chrome saves its pages with "Webpage, Complete": the comment with the address, links with their full
 * address, and what the page needs in `<name>_files` (chromium.googlesource.com, content/renderer/savable_resources.cc and
 * blink/renderer/core/frame/frame_serializer.cc). The page itself is as static generators write it: header, navigation, main,
 * breadcrumbs, footer, a message on cookies.
 */
export function savedSite(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [at, { path, title, chapter }] of pages.entries()) {
    const folder = `${fileOf(title)}_files`;
    const next = pages[(at + 1) % pages.length];
    files[`${folder}/hero-${at}.svg`] = svg(title);
    files[`${folder}/logo.svg`] = svg('globex');
    files[`${folder}/app.js`] = 'console.log(1)';
    files[`${folder}/main.css`] = ':root{--brand-blue:#0a3cff;--brand-ink:#101828}body{color:var(--brand-ink)}';
    files[`${folder}/saved_resource.html`] = '<html><body>frame</body></html>';
    const up = chapter === '' ? '' : `<li><a href="${origin}/guidelines/${slug(chapter)}/">${chapter}</a></li>`;
    files[`${fileOf(title)}.html`] = `<!DOCTYPE html>
<!-- saved from url=(00${(origin + path).length})${origin}${path} -->
<html lang="en"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<title>${title} | Globex Brand</title><link rel="stylesheet" href="./${encodeURI(folder)}/main.css"><script src="./${encodeURI(folder)}/app.js"></script>
<style>.hero{background:url(data:image/png;base64,iVBORw0KGgo=)}</style></head>
<body class="page"><a class="skip-link" href="${origin}${path}#main">Skip to content</a>
<header class="site-header"><a href="${origin}/"><img src="./${encodeURI(folder)}/logo.svg" alt="Globex" width="120"></a>
<nav aria-label="Main"><ul>${menu}</ul></nav><button type="button">Menu</button></header>
<div class="layout"><aside class="sidebar"><ul>${menu}</ul></aside>
<main id="main"><nav aria-label="Breadcrumb" class="breadcrumb"><ol><li><a href="${origin}/guidelines/">Guidelines</a></li>${up}</ol></nav>
<article><header><h1>${title}<a class="anchor" href="#top">#</a></h1><p class="lead">How we use ${title.toLowerCase()}, in one minute.</p></header>
<div class="prose"><section><h2 id="rule">The rule</h2><p>Keep it <strong>calm</strong>. See <a href="${origin}${next?.path}">${next?.title}</a> or the <a href="https://www.iso.org/standard/1.html" target="_blank">standard</a>.</p>
<ul><li>One colour</li><li>One size<ul><li>on screens</li><li>in print</li></ul></li></ul>
<figure><picture><source srcset="./x.webp"><img src="./${encodeURI(folder)}/hero-${at}.svg" alt="${title} in use" loading="lazy"></picture><figcaption>${title} on a wall</figcaption></figure></section>
<section><h2>Measures</h2><div class="table-wrapper"><table><thead><tr><th>Medium</th><th>Width</th></tr></thead><tbody><tr><td>Screen</td><td>24&nbsp;px</td></tr><tr><td>Print</td><td><em>8 mm</em></td></tr></tbody></table></div>
<div class="admonition warning" role="note"><p class="admonition-title">Mind the edge</p><p>Never place it closer than its height.</p></div>
<details><summary>Why not smaller?</summary><p>Because nobody can read it.</p></details>
<details><summary>And larger?</summary><p>As large as you like.</p></details>
<svg width="18" height="18"><path d="M0 0h8"/></svg>
${at % 10 === 3 ? '<form action="/newsletter"><label>Mail <input type="email"></label><button>Send</button></form>' : ''}
${at % 10 === 5 ? '<svg width="640" height="320" aria-label="Grid"><path d="M0 0h640"/></svg>' : ''}
${at % 10 === 7 ? '<img src="https://cdn.globex.example/wall.jpg" alt="Wall">' : ''}
<iframe src="https://www.youtube.com/embed/abc123DEF45" title="Film"></iframe>
<pre><code>logo { width: 24px }
</code></pre></section></div>
<div class="pagination"><a href="${origin}${next?.path}">Next: ${next?.title}</a></div></article></main></div>
<footer class="site-footer"><p>© Globex</p><a href="${origin}/imprint/">Imprint</a></footer>
<div id="cookie-banner" class="cookie-consent"><p>We use cookies.</p><button>OK</button></div></body></html>
`;
  }
  return files;
}
