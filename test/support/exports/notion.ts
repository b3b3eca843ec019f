import { hash } from 'node:crypto';
import { svg } from '../files.js';

/**
 * An export of Notion as "Markdown & CSV", in the form that Notion's help ("Export your content") and the importer of Obsidian
 * (github.com/obsidianmd/obsidian-importer, src/formats/notion) describe: names with 32 hexadecimal digits, a folder next to each
 * page that has others, `<aside>` for callouts, links in percent-encoding, databases as CSV.
 */
export function notionExport(): Record<string, string> {
  const files: Record<string, string> = {};
  const idOf = (title: string): string => hash('md5', title);
  const nameOf = (title: string): string => `${title} ${idOf(title)}`;
  const linkTo = (folder: string, title: string): string =>
    `[${title}](${encodeURI(`${folder}${nameOf(title)}`).replaceAll(',', '%2C')}.md)`;
  const root = 'Brand guidelines';
  const chapters = ['Logo', 'Colour', 'Typography', 'Photography', 'Tone of voice', 'Applications'];
  const rootFolder = `${nameOf(root)}/`;
  files[`${nameOf(root)}.md`] = [
    `# ${root}`,
    'These pages say how we look and sound. Ask brand@acme.example before you bend a rule.',
    ...chapters.map((title) => linkTo(rootFolder, title)),
    '',
  ].join('\n\n');
  for (const [number, chapter] of chapters.entries()) {
    const folder = `${rootFolder}${nameOf(chapter)}/`;
    const topics = ['Basics', 'Sizes', 'Misuse', 'Examples', 'Downloads', ...(number < 3 ? ['Questions'] : [])];
    const titles = topics.map((topic) => `${chapter}: ${topic.toLowerCase()}`);
    // Notion leaves out what names of files cannot have.
    const fileOf = (title: string): string => nameOf(title).replace(':', '');
    const link = (title: string): string => `[${title}](${encodeURI(`${nameOf(chapter)}/${fileOf(title)}`)}.md)`;
    files[`${rootFolder}${nameOf(chapter)}.md`] = [`# ${chapter}`, ...titles.toReversed().map(link), ''].join('\n\n');
    for (const [at, title] of titles.entries()) {
      const picture = `${fileOf(title)}/Untitled.svg`;
      files[`${folder}${picture}`] = svg(title);
      files[`${folder}${fileOf(title)}/sheet.svg`] = svg(`sheet ${chapter}`);
      const next = titles[(at + 1) % titles.length] ?? '';
      files[`${folder}${fileOf(title)}.md`] = [
        `# ${title}`,
        `The **${chapter.toLowerCase()}** is the first thing people see. Read *${next}* next: [${next}](${encodeURI(fileOf(next))}.md).`,
        `<aside>\n${['💡', '⚠️', '✅'][at % 3]} Never stretch it, and [ask us](mailto:brand@acme.example) if you are not sure.\n\n</aside>`,
        '## What to do',
        '- Keep the clear space\n- Use the files from here\n    - SVG for screens\n    - PDF for print\n- Check the contrast',
        `![Untitled](${encodeURI(picture)})`,
        '### Measures',
        '| Size | Width | Use |\n| --- | --- | --- |\n| Small | 24 px | Icons |\n| Large | **320 px** | Posters |',
        '- [ ]  Ask for the files\n- [x]  Read this page',
        '> It is only a mark. It is also the only one we have.',
        '---',
        '1. Open the file\n2. Place it\n3. Check it',
        `![sheet.svg](${encodeURI(`${fileOf(title)}/sheet.svg`)})`,
        ...(at === 3 ? [`![Poster](https://images.acme.example/${number}.png)`] : []),
        ...(at === 4 ? [`[The old page](${encodeURI(`Archive ${idOf('Archive')}`)}.md) stays for a year.`] : []),
        'Last look: `#1a2b3c` on white, see the [specification](https://www.w3.org/TR/WCAG22/).',
        '',
      ].join('\n\n');
    }
  }
  const base = `Contacts ${idOf('Contacts')}`;
  files[`${rootFolder}${base}.csv`] =
    '\ufeffName,Role,Mail\nAda,Design,ada@acme.example\nBen,"Print, paper",ben@acme.example\n';
  files[`${rootFolder}${base}_all.csv`] = files[`${rootFolder}${base}.csv`] ?? '';
  return files;
}

const ids = { root: hash('md5', 'Brand'), logo: hash('md5', 'Logo page'), colour: hash('md5', 'Colour page') };

const page = (id: string, title: string, icon: string, body: string): string =>
  `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><title>${title}</title><style>
.checkbox-on {background-image: url("data:image/svg+xml;charset=UTF-8,%3Csvg%20width%3D%2216%22%3E%3C%2Fsvg%3E");}
</style></head><body><article id="${id}" class="page sans"><header><div class="page-header-icon undefined"><span class="icon">${icon}</span></div><h1 class="page-title">${title}</h1><p class="page-description"></p></header><div class="page-body">${body}</div></article><span class="sans" style="font-size:14px;padding-top:2em"></span></body></html>`;

/**
 * An export of Notion as "HTML", in the form of such exports that people keep in public: `page-body`, callouts as figures,
 * a list per item, check boxes as elements without content, toggles, columns.
 */
export const notionHtmlExport = (): Record<string, string> => ({
  'index.html': `<!DOCTYPE html><html><head><title>Export-950ad927-7171-4abf-9001-821e5310d286</title></head><body><ul id="id::1"><li><h3>Workspace details:</h3></li><li><ul id="id::2"><a href="Brand ${ids.root}.html">Brand ${ids.root}.html</a></ul></li></ul></body></html>`,
  [`Brand ${ids.root}.html`]: page(
    ids.root,
    'Brand',
    '📚',
    `<figure id="a" class="link-to-page"><a href="Brand%20${ids.root}/Logo%20${ids.logo}.html"><span class="icon">🫀</span>Logo</a></figure><figure id="b" class="link-to-page"><a href="Brand%20${ids.root}/Colour%20${ids.colour}.html">Colour</a></figure>`,
  ),
  [`Brand ${ids.root}/Logo ${ids.logo}.html`]: page(
    ids.logo,
    'Logo',
    '🫀',
    `<nav id="t" class="block-color-gray table_of_contents"><div class="table_of_contents-item"><a class="table_of_contents-link" href="#p">Plan</a></div></nav>
<p id="1" class="">Keep it <strong>calm</strong>, see <a href="Colour%20${ids.colour}.html">Colour</a> and <mark class="highlight-red">red</mark>.</p><p id="2" class="">
</p><h2 id="p" class="">Plan</h2>
<ul id="3" class="bulleted-list"><li style="list-style-type:disc">Screens<ul id="4" class="bulleted-list"><li style="list-style-type:circle">Phones</li></ul></li></ul><ul id="5" class="bulleted-list"><li style="list-style-type:disc">Print</li></ul>
<ol type="1" id="6" class="numbered-list" start="1"><li>Open</li></ol><ol type="1" id="7" class="numbered-list" start="2"><li>Place</li></ol>
<ul id="8" class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Ask</span><div class="indented"></div></li></ul><ul id="9" class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">Wait</span></li></ul>
<ul id="10" class="toggle"><li><details open=""><summary>Why?</summary><p id="11">Because.</p></details></li></ul>
<figure class="block-color-gray_background callout" style="white-space:pre-wrap;display:flex" id="12"><div style="font-size:1.5em"><span class="icon">⚠️</span></div><div style="width:100%">Never turn it.</div></figure>
<div id="13" class="column-list"><div id="14" style="width:50%" class="column"><figure id="15" class="image"><a href="Logo%20${ids.logo}/mark.svg"><img style="width:240px" src="Logo%20${ids.logo}/mark.svg"/></a><figcaption>On a wall</figcaption></figure></div><div id="16" style="width:50%" class="column"><p id="17" class="">Beside it.</p></div></div>
<blockquote id="18" class="">A mark.</blockquote><pre id="19" class="code"><code class="language-CSS">a { b: c }</code></pre><hr id="20"/>
<table id="21" class="simple-table"><tbody><tr id="22"><td class=""><strong>Size</strong></td><td class=""><strong>Use</strong></td></tr><tr id="23"><td class="">24</td><td class="">Icons</td></tr></tbody></table>
<figure id="24"><a href="https://www.w3.org/TR/WCAG22/" class="bookmark source"><div class="bookmark-info"><div class="bookmark-text"><div class="bookmark-title">WCAG 2.2</div><div class="bookmark-description">Rules.</div></div><div class="bookmark-href"><img src="https://www.w3.org/favicon.ico" class="icon bookmark-icon"/>https://www.w3.org/TR/WCAG22/</div></div><img src="https://www.w3.org/card.png" class="bookmark-image"/></a></figure>
<figure id="25"><div class="source"><a href="Logo%20${ids.logo}/print.pdf">print.pdf</a></div></figure>`,
  ),
  [`Brand ${ids.root}/Logo ${ids.logo}/mark.svg`]: svg('mark'),
  [`Brand ${ids.root}/Logo ${ids.logo}/print.pdf`]:
    '%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  [`Brand ${ids.root}/Colour ${ids.colour}.html`]: page(ids.colour, 'Colour', '🎨', '<p id="30" class="">Blue.</p>'),
});
