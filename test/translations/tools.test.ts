import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { translatedBrand } from '../support/translations.js';

portalForAll();

const folder = mkdtempSync(join(tmpdir(), 'brand-portal-xliff-'));
afterAll(() => rmSync(folder, { recursive: true }));

const works = (command: string, ...parameters: string[]): boolean => {
  try {
    execFileSync(command, parameters, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const python = '/usr/bin/python3';
const hasToolkit = works(python, '-c', 'import translate.storage.xliff');
const hasOmegat = works('omegat', '--help');

/** Each element that a text can have inside of a line, with what is around it. */
const codes = [
  ...'strong b em i u s del ins mark small sub sup code kbd samp var q cite abbr dfn bdi bdo span'
    .split(' ')
    .map((tag) => `<p>Word <${tag}>inner</${tag}> and more.</p>`),
  '<p>Word <time datetime="2026-11-30">today</time>.</p>',
  '<p>Read <a href="/logo">the rule</a>, <a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener">out</a>.</p>',
  '<p>First<br>second<wbr>third.</p><hr><p lang="fr">Bonjour &amp; salut.</p>',
  '<h2>Head</h2><ul><li>One</li><li>Two <em>and <strong>more</strong></em></li></ul><ol start="3"><li>Three</li></ol>',
  '<blockquote><p>Quote</p></blockquote><pre>  a &lt; b\n  c</pre><address>Street&nbsp;1</address>',
  '<dl><dt>Term</dt><dd>Meaning</dd></dl><div dir="rtl">Text</div>',
  '<table><caption>Sizes</caption><thead><tr><th scope="col">Size</th></tr></thead><tbody><tr><td colspan="2">Large</td></tr></tbody></table>',
  '<figure><p>Picture</p><figcaption>Below</figcaption></figure>',
];
/** 60 texts, with the title of the page. */
const htmls = Array.from({ length: 59 }, (_, at) =>
  (codes[at % codes.length] ?? '').replace(/(?<=>)\w/, `No. ${at + 1} $&`),
);

async function brandWithCodes() {
  const client = await translatedBrand(portal);
  const blocks = htmls.map((html) => ({ type: 'rich_text', data: { html } }));
  const page = await client.page({ title: 'Tools', blocks });
  expect(page.blocks.map(({ data }: { data: { html: string } }) => data.html)).toEqual(htmls);
  const file = (await client.get(`/languages/de/texts.xlf?pages=${page.id}`)).text;
  expect(file.split('<trans-unit ')).toHaveLength(61);
  return { client, page, file };
}

/** The page in German with what a tool made of every second text: exactly these differ, with all their codes. */
async function expectEverySecond(client: TestClient, page: { id: number }, file: string): Promise<void> {
  const headers = { 'Content-Type': 'application/xliff+xml' };
  const at = '/languages/de/texts.xlf';
  const checked = await client.send('PUT', `${at}?check=true`, { raw: file, headers });
  expect(checked.body).toMatchObject({ taken: 30, outdated: 0, same: 0, empty: 30, refused: 0, refusals: [] });
  const done = await client.send('PUT', `${at}?by=person`, { raw: file, headers });
  const proposal = done.headers.get('proposal');
  const { body } = await client.get(`/pages/${page.id}?lang=de&proposal=${proposal}`);
  const found = [body.title, ...body.blocks.map(({ data }: { data: { html: string } }) => data.html)];
  const expected = ['Tools', ...htmls].map((text, at) => (at % 2 === 0 ? translated(text) : text));
  expect(found).toEqual(expected);
  const again = (await client.get(`${at}?pages=${page.id}&proposal=${proposal}`)).text;
  expect(again.split('<target state="final">')).toHaveLength(31);
}

/** Each run of words in capitals, as both tools are told to do it. */
const translated = (html: string): string =>
  html.replaceAll(
    /(<[^>]*>)|(&\w+;)|([^<&]+)/g,
    (_, tag = '', entity = '', text = '') => tag + entity + text.toUpperCase(),
  );

describe.skipIf(!hasToolkit)('translate-toolkit (not installed: skipped)', () => {
  it('changes 30 of 60 texts with every code, and nothing else', async () => {
    const { client, page, file } = await brandWithCodes();
    const [from, to, script] = ['in.xlf', 'out.xlf', 'change.py'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(from, file);
    writeFileSync(
      script,
      `import sys
from translate.storage import xliff
from translate.storage.placeables import StringElem
store = xliff.xlifffile.parsefile(sys.argv[1])
def upper(elem):
    elem.sub = [part.upper() if isinstance(part, str) else upper(part) for part in elem.sub]
    return elem
for unit in store.units[::2]:
    unit.rich_target = [upper(elem) for elem in unit.rich_source]
store.savefile(sys.argv[2])
`,
    );
    execFileSync(python, [script, from, to]);
    await expectEverySecond(client, page, readFileSync(to, 'utf8'));
  });
});

describe.skipIf(!hasOmegat)('OmegaT (not installed: skipped)', () => {
  it('changes 30 of 60 texts with every code, and nothing else', async () => {
    const { client, page, file } = await brandWithCodes();
    const project = join(folder, 'project');
    const places = ['source', 'target', 'omegat', 'tm', 'glossary', 'dictionary'];
    for (const name of places) mkdirSync(join(project, name), { recursive: true });
    writeFileSync(join(project, 'source', 'texts.xlf'), file);
    const inDefault = ['source_dir', 'target_dir', 'tm_dir', 'glossary_dir', 'glossary_file', 'dictionary_dir'];
    writeFileSync(
      join(project, 'omegat.project'),
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<omegat><project version="1.0">${inDefault.map((name) => `<${name}>__DEFAULT__</${name}>`).join('')}
<source_lang>en</source_lang><target_lang>de</target_lang><sentence_seg>false</sentence_seg>
<support_default_translations>true</support_default_translations><remove_tags>false</remove_tags></project></omegat>`,
    );
    writeFileSync(join(project, 'omegat', 'project_save.tmx'), memoryOf(file));
    const config = `--config-dir=${join(folder, 'config')}`;
    execFileSync('omegat', ['--mode=console-translate', config, project], { stdio: 'ignore' });
    await expectEverySecond(client, page, readFileSync(join(project, 'target', 'texts.xlf'), 'utf8'));
  });
});

/**
 * A translation memory as OmegaT stores it, with every second text. It leaves out codes around a text, and numbers the others from 0: each
 * number of codes that it may leave out is an entry.
 */
function memoryOf(file: string): string {
  const sources = [...file.matchAll(/<source>([\s\S]*?)<\/source>/g)].map(([, source = '']) => source);
  const units = sources.flatMap((source, at) => {
    if (at % 2 === 1) return [];
    const parts = source.match(/<[^>]*>|[^<]+/g) ?? [];
    const [before, after] = [parts, parts.toReversed()].map((list) => list.findIndex((part) => !part.startsWith('<')));
    return Array.from({ length: (before ?? 0) + 1 }, (_, from) =>
      Array.from({ length: (after ?? 0) + 1 }, (_, to) => entryOf(parts.slice(from, parts.length - to))),
    ).flat();
  });
  const header =
    'creationtool="OmegaT" o-tmf="OmegaT TMX" adminlang="EN-US" datatype="plaintext" creationtoolversion="3.6"';
  return `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.1"><header ${header} segtype="paragraph" srclang="en"/><body>${units.join('\n')}</body></tmx>`;
}

/** Empty for parts whose codes have no beginning or no end. */
function entryOf(parts: readonly string[]): string {
  let next = 0;
  const open: number[] = [];
  const written = parts.map((part) => {
    const [, end, name] = /^<(\/?)([gx])\b/.exec(part) ?? [];
    if (name === undefined)
      return [part, part.replaceAll(/(&\w+;)|([^&]+)/g, (_, entity = '', text = '') => entity + text.toUpperCase())];
    const number = end === '/' ? open.pop() : next++;
    if (end !== '/' && name === 'g') open.push(number ?? 0);
    const code = `&lt;${end}${name}${number}${name === 'x' ? '/' : ''}&gt;`;
    return [code, code];
  });
  const [english, german] = [0, 1].map((side) => written.map((pair) => pair[side]).join(''));
  const isWhole = open.length === 0 && !english?.includes('undefined');
  return isWhole ? `<tu><tuv lang="en"><seg>${english}</seg></tuv><tuv lang="de"><seg>${german}</seg></tuv></tu>` : '';
}
