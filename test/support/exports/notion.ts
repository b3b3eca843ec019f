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
