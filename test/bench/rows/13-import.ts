import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { paragraph } from '../data.js';
import { type Context, type Measurement, milliseconds, type Row, ratio, sideBySide } from '../harness.js';
import { ask, portal, startChild } from '../processes.js';

const chapterSize = 100;

/** A brand folder of chapters with 99 pages of 2 KB each. */
async function makeFolder(folder: string, pages: number): Promise<void> {
  await mkdir(join(folder, 'pages'), { recursive: true });
  const theme = {
    colors: { primary: '#1a1a1a', accent: '#0057b8', background: '#fff', text: '#1a1a1a', link: '#0057b8' },
    font: 'sans-serif',
  };
  await writeFile(join(folder, 'brand.yaml'), stringify({ name: 'Imported', theme }));
  for (let id = 0; id < pages; id += 1) {
    const chapter = join(folder, 'pages', String(Math.floor(id / chapterSize)).padStart(4, '0'));
    if (id % chapterSize === 0) {
      await mkdir(chapter);
      await writeFile(`${chapter}.yaml`, stringify({ title: `Chapter ${id}`, type: 'container' }));
      continue;
    }
    const blocks = [
      { type: 'heading', data: { text: `About ${id}`, level: 2 } },
      { type: 'rich_text', data: { html: paragraph(900, id * 2) } },
      { type: 'rich_text', data: { html: paragraph(900, id * 2 + 1) } },
    ];
    const name = String(id % chapterSize).padStart(3, '0');
    await writeFile(join(chapter, `${name}.yaml`), stringify({ title: `Page ${id}`, visibility: 'public', blocks }));
  }
}

async function run(context: Context): Promise<Measurement> {
  const pages = context.size(10_000, 2000);
  const base = await context.folder();
  const folder = join(base, 'imported');
  context.progress('writing the folder');
  await makeFolder(folder, pages);
  const ourSide = async (): Promise<number> => {
    const data = join(base, 'data');
    const ms = await milliseconds(() => portal('brand', 'import', folder, '--data', data));
    await rm(data, { recursive: true });
    return ms;
  };
  const theirSide = (): Promise<number> =>
    milliseconds(async () => {
      const child = startChild(context, 'parse-yaml', folder);
      await ask<number>(child);
      await child.stop();
    });
  const both = await sideBySide(context, ourSide, theirSide, { warmUp: false });
  return ratio(both, context.quick ? { note: '2,000 pages in a quick run' } : {});
}

export const row: Row = {
  id: 13,
  work: 'import of 10,000 pages of 2 KB from a folder of YAML',
  comparedWith: 'parsing the same files with yaml only',
  target: { atMost: 4 },
  unit: 'ms',
  run,
};
