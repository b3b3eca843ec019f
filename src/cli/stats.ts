import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Command } from 'commander';
import { type BrandStats, brandStats } from '../service/stats.js';
import { print, useService } from './common.js';
import { type ContentOptions, contentCommand } from './content-command.js';

export function statsCommand(): Command {
  const command = contentCommand('stats', 'how large a brand is: content, history, repository and memory');
  return command.action(async (brand: string, options: ContentOptions) => {
    await useService(options, async (service) => {
      const repository = await service.openBrand(brand);
      const before = heapUsed();
      await repository.read();
      const catalog_bytes = Math.max(0, heapUsed() - before);
      const stats = { ...(await brandStats(repository)), catalog_bytes };
      print(stats, options, () => inWords(stats));
    });
  });
}

/** In bytes, after a collection: nothing else allocates in this process meanwhile. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

function inWords(stats: BrandStats & { catalog_bytes: number }): string {
  const rows: [string, string][] = [
    ['pages', `${stats.pages}, of them ${stats.chapters === 1 ? '1 chapter' : `${stats.chapters} chapters`}`],
    ['in the trash', String(stats.in_trash)],
    ['colours', String(stats.colors)],
    ['media', String(stats.media)],
    ['context entries', String(stats.context_entries)],
    ['invalid files', String(stats.invalid_files)],
    ['commits', stats.commits === null ? 'unknown without git' : String(stats.commits)],
    ['repository', bytes(stats.repository_bytes)],
    ['packs', String(stats.packs)],
    ['loose objects', String(stats.loose_objects)],
    ['catalog in memory', `about ${bytes(stats.catalog_bytes)}`],
  ];
  return rows.map(([name, value]) => `${name.padEnd(18)}${value}`).join('\n');
}

function bytes(count: number): string {
  return count < 1024 * 1024 ? `${(count / 1024).toFixed(1)} KiB` : `${(count / 1024 / 1024).toFixed(1)} MiB`;
}
