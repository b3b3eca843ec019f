import type { Command } from 'commander';
import type { Catalog } from '../content/catalog/catalog.js';
import { comparePage, type PageComparison } from '../operations/compare.js';
import { listCommits } from '../operations/history.js';
import type { Repository } from '../store/repository.js';
import { diffLines } from './change-text.js';
import { print, useService } from './common.js';
import { type ContentOptions, contentCommand } from './content-command.js';
import { commitHelp } from './parse.js';
import { oneLine } from './printable.js';
import { runOperation } from './run-operation.js';

const help = `
Without a commit it shows what the last change of the page did. Words that are gone are in [-...-], new ones in {+...+}.`;

export function pageDiffCommand(): Command {
  const command = contentCommand('diff', 'two versions of a page, block by block and word by word')
    .argument('<page>', "the page's id")
    .argument('[a]', `the older version: ${commitHelp}`)
    .argument('[b]', 'the newer version', 'HEAD')
    .addHelpText('after', help);
  return command.action(
    async (brand: string, id: string, a: string | undefined, b: string, options: ContentOptions) => {
      await useService(options, async (service) => {
        const repository = await service.openBrand(brand);
        const { versions } = repository;
        const range =
          a === undefined
            ? await lastChange(repository, id)
            : { from: await versions.resolve(a), to: await versions.resolve(b) };
        const found = await runOperation(service, brand, comparePage, { params: { page: id }, query: range });
        print(found, options, () => inWords(id, found));
      });
    },
  );
}

async function lastChange(repository: Repository<Catalog>, page: string): Promise<{ to?: string }> {
  for await (const { commit } of listCommits(repository, { page }, { limit: 1 })) return { to: commit };
  return {};
}

function inWords(id: string, { change, from, to, fields, blocks, counts }: PageComparison): string {
  const title = (to.value ?? from.value)?.title;
  const named = title === undefined ? `page ${id}` : `page ${id} ${JSON.stringify(title)}`;
  const range = [from, to].map(({ commit }) => commit?.slice(0, 10) ?? 'nothing').join(' → ');
  const same = counts.same === 1 ? '1 block' : `${counts.same} blocks`;
  return [
    oneLine(`${named}, ${range}: ${change === 'same' ? 'nothing differs' : change}`),
    ...diffLines({ fields, blocks }),
    ...(counts.same > 0 && change !== 'same' ? [`  ${same} unchanged`] : []),
  ].join('\n');
}
