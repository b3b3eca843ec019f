import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { projectFolder } from '../support/child-server.js';
import { DataTemplates } from './data.js';
import { Context, type Row } from './harness.js';
import { drawTable, type Result, resultOf } from './table.js';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    row: { type: 'string' },
    out: { type: 'string', default: 'test/.bench/results.json' },
  },
});

/** Every file of `rows/` has some. */
async function readRows(): Promise<Row[]> {
  const folder = new URL('./rows/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const modules: { rows: Row[] }[] = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  return modules.flatMap(({ rows }) => rows).sort((a, b) => a.id - b.id);
}

function chosen(rows: readonly Row[]): readonly Row[] {
  if (options.row === undefined) return rows;
  const ids = new Set(options.row.split(',').map(Number));
  const found = rows.filter(({ id }) => ids.has(id));
  if (found.length !== ids.size) throw new Error(`--row names rows of ${rows.map(({ id }) => id).join(', ')}`);
  return found;
}

/** On a terminal one line that is overwritten, else a line each. */
function say(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text.slice(0, process.stderr.columns - 1)}` : `${text}\n`);
}

/** Of the row under way. */
let current: Context | undefined;

/** Gives a row a context, and removes what it leaves. */
async function measure(row: Row, templates: DataTemplates): Promise<Result[]> {
  const start = performance.now();
  const context = new Context(options.quick, templates, (text) => say(`row ${row.id}: ${text}`));
  current = context;
  try {
    context.progress(row.work);
    const results = [await row.run(context)].flat().map((measurement) => resultOf(row, measurement));
    context.progress(`done in ${((performance.now() - start) / 1000).toFixed(0)} s`);
    return results;
  } finally {
    await context.finish();
    // The next row does not pay for what this one left for the disk to do.
    await promisify(execFile)('sync');
  }
}

async function run(): Promise<void> {
  const rows = chosen(await readRows());
  const templates = new DataTemplates();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      await current?.finish().catch(() => {});
      await templates.remove().catch(() => {});
      process.exit(1);
    });
  }
  const results: Result[] = [];
  try {
    for (const row of rows) results.push(...(await measure(row, templates)));
  } finally {
    await templates.remove();
  }
  if (process.stderr.isTTY) say('');
  process.stdout.write(`${drawTable(results)}\n${options.quick ? 'Smaller sizes than those named (--quick).\n' : ''}`);
  const out = resolve(projectFolder, options.out);
  await mkdir(dirname(out), { recursive: true });
  const head = { date: new Date().toISOString(), node: process.version, quick: options.quick };
  await writeFile(out, `${JSON.stringify({ ...head, results }, null, 2)}\n`);
}

await run().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
