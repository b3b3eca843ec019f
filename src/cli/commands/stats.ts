import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Command } from 'commander';
import { plural } from '../../lib/plural.js';
import { sizeText } from '../../lib/size-text.js';
import { type BrandStats, brandStats } from '../../service/stats.js';
import { brandServiceCommand, memberLines } from '../command.js';

export function statsCommand(): Command {
  return brandServiceCommand('stats', 'show the size of a brand: content, history, repository and memory', {
    async run(service, _options, brand = '') {
      const repository = await service.openBrand(brand);
      const before = heapUsed();
      // The first read loads the catalog.
      await repository.read();
      const catalog_bytes = Math.max(0, heapUsed() - before);
      return { ...(await brandStats(service, brand)), catalog_bytes };
    },
    text: inWords,
  });
}

/** Memory in use after a garbage collection, in bytes. No other code allocates memory in this process. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

function inWords(stats: BrandStats & { catalog_bytes: number }): string {
  const lines = {
    pages: `${stats.pages}, ${plural(stats.chapters, 'chapter')} among them`,
    'in the trash': stats.in_trash,
    colours: stats.colors,
    media: stats.media,
    files: `${stats.files}, ${sizeText(stats.file_bytes)} of ${sizeText(stats.file_bytes_limit)}`,
    'context entries': stats.context_entries,
    ...(stats.proposals !== 0 && {
      proposals: `${stats.proposals ?? 'not readable'}, files of ${sizeText(stats.proposal_file_bytes)}`,
    }),
    'invalid files': stats.invalid_files,
    commits: stats.commits ?? 'unknown without git',
    repository: sizeText(stats.repository_bytes),
    packs: stats.packs,
    'loose objects': stats.loose_objects,
    'catalog in memory': `about ${sizeText(stats.catalog_bytes)}`,
  };
  return memberLines(lines, 18).join('\n');
}
