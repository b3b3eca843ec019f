import { execFileSync } from 'node:child_process';
import { paths } from '../../../src/content/catalog/paths.js';
import { encodeJson } from '../../../src/lib/json.js';
import { gitdirOf, makePage, positionsFor, slug } from '../data.js';
import { type Context, figure, type Measurement, percentile, type Row } from '../harness.js';
import { Client } from '../load.js';
import { portal, serve } from '../processes.js';

const pages = 100;
const bytes = 1024;
const other = 'other';

/** Adds commits that give one page after the other another slug. @returns the slug of the first page before the last of them */
function rename(gitdir: string, commits: number): string {
  const former = commits - 2 * pages;
  const parts: Buffer[] = [];
  for (let at = 0; at < commits; at += 1) {
    const id = (at % pages) + 1;
    const page = makePage(id, positionsFor(pages)[id - 1] ?? '', bytes);
    const content = encodeJson({ ...page, slug: `slug-${at}` });
    const from = at === 0 ? '\nfrom refs/heads/main^0' : '';
    const head = `commit refs/heads/main\ncommitter A <a@b> ${1_700_000_000 + at} +0000\ndata 6\nRename${from}\n`;
    parts.push(
      Buffer.from(`${head}M 100644 inline ${paths.page(id)}\ndata ${content.length}\n`),
      content,
      Buffer.from('\n'),
    );
  }
  execFileSync('git', ['--git-dir', gitdir, 'fast-import', '--quiet'], { input: Buffer.concat(parts) });
  return `slug-${former}`;
}

/** Others' pages while the history of a brand is read for the first time, by whoever asks for a former address. */
async function formerSlugs(context: Context): Promise<Measurement[]> {
  const data = await context.data(pages, bytes);
  const commits = context.size(100_000, 10_000);
  context.progress(`making ${commits} commits`);
  const former = rename(gitdirOf(data), commits);
  await portal('brand', 'create', other, '--name', 'Other', '--data', data);
  for (const brand of [slug, other]) await portal('brand', 'set', brand, '--portal', 'public', '--data', data);
  const { url } = await serve(context, data);
  const [brand, others] = [`/brands/${slug}`, `/brands/${other}`].map((path) => new Client(context, url + path));
  if (brand === undefined || others === undefined) return [];
  const read = async (): Promise<number> => (await others.get('/?uncached')).ms;
  for (const one of [brand, others]) await one.get('/?first');
  const idle: number[] = [];
  for (let at = 0; at < 500; at += 1) idle.push(await read());

  const start = performance.now();
  const meanwhile: number[] = [];
  let isFound = false;
  const asking = (async () => {
    while (!isFound) isFound = (await brand.ask('GET', `/${former}`)).status === 302;
  })();
  while (!isFound) meanwhile.push(await read());
  await asking;
  const seconds = (performance.now() - start) / 1000;
  const again = await brand.ask('GET', `/${former}?again`);
  return [
    figure(`the first one of ${commits.toLocaleString('en')} commits, until it leads to the page`, seconds, 's'),
    figure('the next', again.ms, 'ms', { atMost: 50 }),
    figure('pages of another brand, idle, 99th percentile', percentile(idle, 99), 'ms'),
    figure('meanwhile', percentile(meanwhile, 99), 'ms', { atMost: 100 }),
    figure('meanwhile, the longest', Math.max(...meanwhile), 'ms'),
  ];
}

export const rows: readonly Row[] = [{ id: 59, work: 'portal: a former address of a page', run: formerSlugs }];
