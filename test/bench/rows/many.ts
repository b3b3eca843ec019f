import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newBrandFile } from '../../../src/content/brand.js';
import { program } from '../../support/child-server.js';
import { richText } from '../data.js';
import { type Context, figure, type Measurement, type Row } from '../harness.js';
import { command } from '../processes.js';

const pages = 9;

/** Folders of brands with pages of 4 KB. JSON is YAML. */
async function brandFolders(context: Context, count: number): Promise<string[]> {
  const root = await context.folder();
  const folders = Array.from({ length: count }, (_, at) => join(root, `brand-${at}`));
  for (const [at, folder] of folders.entries()) {
    await mkdir(join(folder, 'pages'), { recursive: true });
    const { name, theme } = newBrandFile(`Brand ${at}`);
    await writeFile(join(folder, 'brand.yaml'), JSON.stringify({ name, theme, modules: [] }));
    for (let page = 0; page < pages; page += 1) {
      const seed = (at * pages + page) * 4;
      const blocks = [0, 1, 2, 3].map((block) => ({ type: 'rich_text', data: { html: richText(seed + block) } }));
      await writeFile(join(folder, `pages/${page}.yaml`), JSON.stringify({ title: `Page ${page}`, blocks }));
    }
  }
  return folders;
}

/** Prints the processor time of the process and its threads at its end. */
const report = 'data:text/javascript,process.on("exit",()=>console.log(JSON.stringify(process.cpuUsage())))';

/** Seconds of processor time that a command takes. */
async function processorSeconds(...args: string[]): Promise<number> {
  const printed = await command(process.execPath, ['--import', report, program, ...args]);
  const { user, system } = JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '') as Record<string, number>;
  return ((user ?? 0) + (system ?? 0)) / 1_000_000;
}

async function imports(context: Context): Promise<Measurement[]> {
  const [data, apart] = [join(await context.folder(), 'data'), join(await context.folder(), 'data')];
  const folders = await brandFolders(context, context.size(300, 50));
  const together = (await processorSeconds('brand', 'import', ...folders, '--data', data)) / folders.length;
  const some = folders.slice(0, 10);
  let alone = 0;
  for (const folder of some) alone += await processorSeconds('brand', 'import', folder, '--data', apart);

  const csv = join(await context.folder(), 'keys.csv');
  const slugs = folders.map((_, at) => `brand-${at}`);
  await writeFile(csv, ['brand,name,rights', ...slugs.map((slug) => `${slug},Website,read`)].join('\n'));
  const secrets = ['--secrets', join(await context.folder(), 'secrets.csv')];
  const keys = await processorSeconds('key', 'issue', '--csv', csv, ...secrets, '--data', data);
  return [
    figure('brand import, processor time a brand', together, 's', { atMost: 0.3 }),
    figure('the same, a command each', alone / some.length, 's'),
    figure('key issue --csv, processor time a key', keys / folders.length, 's', { atMost: 0.3 }),
  ];
}

export const rows: readonly Row[] = [{ id: 48, work: '300 brands of 9 pages in one command', run: imports }];
