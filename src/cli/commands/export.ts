import { createWriteStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { writeBrandFolder } from '../../brand-folder/write-folder.js';
import { newBlockId } from '../../content/blocks/block-id.js';
import type { BrandContent } from '../../content/brand-content.js';
import type { FilePointer } from '../../content/files/pointer.js';
import type { BrandFiles } from '../../files/brand-files.js';
import { copyAndHash } from '../../files/hash-file.js';
import { isoSeconds } from '../../lib/clock.js';
import { visible } from '../../lib/display-safety.js';
import { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { slugPattern } from '../../registry/records.js';
import { exportHead, exportPages, skippedFiles } from '../../service/export.js';
import type { Service } from '../../service/service.js';
import { machineFileSystem as fs } from '../../store/local/machine-file-system.js';
import { type DataOption, endSignal, useService, withData } from '../command.js';
import { jsonList, makeFile, printAll, progressBar } from '../output.js';

interface ExportOptions extends DataOption {
  readonly json?: true;
  readonly withoutFiles?: true;
}

const help = `
The folder has the format that "brand import" reads, with the files of media. It includes content that the API hides, such as entries that are
not verified. The trash, the history, proposals and the keys are only in a backup.

With --json the content is one JSON document: format (1), slug, commit, modules, api_enabled, highest_page_id, name,
default_visibility, theme, colors, media, corporate_language, brand_context {categories, entries}, skipped_files (of the
repository: path and reason), trash, and pages in navigation order, each with its blocks. In a brand with languages there are translations,
of pages at each page.`;

export function exportCommand(): Command {
  const command = new Command('export')
    .description('write a snapshot of the content of a brand to a folder of YAML files or as JSON')
    .argument('<brand>', "the brand's slug")
    .argument('[target]', 'target folder: empty or nonexistent; with --json a new file (default: print the JSON)')
    .option(
      '--json',
      'one JSON document with everything, including the trash; names and hashes of files, not their contents',
    )
    .option('--without-files', 'leave out the files of media')
    .addHelpText('after', help);
  return withData(command).action(async (slug: string, target: string | undefined, options: ExportOptions) => {
    const mistake = 'error: name a folder, or add --json to print the content';
    const folder = options.json ? null : (target ?? command.error(mistake, { exitCode: 2 }));
    await useService(options, async (service) => {
      const content = await service.exportBrand(slug);
      if (folder === null) await exportJson(content, target);
      else await exportFolder(service, content, folder, options);
    });
  });
}

async function exportFolder(
  service: Service,
  content: BrandContent,
  target: string,
  { withoutFiles }: ExportOptions,
): Promise<void> {
  const { sanitizer, clock } = service;
  const signal = endSignal();
  const files = service.files(content.slug);
  const name = basename(resolve(target));
  const pages = await writeBrandFolder(content, target, {
    sanitizer,
    newBlockId,
    time: isoSeconds(clock()),
    onProgress: progressBar(name),
    signal,
    ...(!withoutFiles && { writeFile: (file: FilePointer, path: string) => copyOut(files, file, path, signal) }),
  });
  for (const { path, reason } of skippedFiles(content.catalog.problems)) warn(`left out ${path}: ${reason}`);
  if (!slugPattern.test(name)) warn(`${name} is not a valid slug: to import the folder, rename it or add --slug`);
  process.stdout.write(`Exported brand ${content.slug} with ${plural(pages, 'page')} to ${target}.\n`);
}

async function copyOut(files: BrandFiles, { name, sha256 }: FilePointer, path: string, signal: AbortSignal) {
  const found = await files.find(sha256);
  if (found !== null && (await copyAndHash(fs, found.path, path, signal)) === sha256) return;
  const problem = `The file ${name} is ${found === null ? 'missing' : 'damaged'} (${sha256}): nothing was exported`;
  throw new PortalError('invalid', `${problem}. Restore it from a backup, or export the rest with --without-files.`);
}

async function exportJson(content: BrandContent, target: string | undefined): Promise<void> {
  const document = jsonList(exportPages(content), { members: await exportHead(content), name: 'pages' });
  if (target === undefined) return printAll(document);
  await makeFile(resolve(target), (building) =>
    pipeline(document, createWriteStream(building, { flags: 'wx', flush: true }), { signal: endSignal() }),
  );
  process.stdout.write(`Exported brand ${content.slug} to ${target}.\n`);
}

function warn(text: string): void {
  process.stderr.write(`warning: ${visible(text)}\n`);
}
