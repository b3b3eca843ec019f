import { Command } from 'commander';
import { listTrash, purgePage, purgeTrash, restorePage, showTrashed, type TrashedPage } from '../operations/trash.js';
import { type DataOption, type OutputOption, print, table, withData, withJson } from './common.js';
import { commandGroup, memberLines, operationCommand } from './content-command.js';
import { blockText } from './output.js';
import { oneLine } from './printable.js';
import { operate } from './run-operation.js';

const page = ['<page>', "the page's id"] as const;

export function trashCommand(): Command {
  return commandGroup('trash', 'list, show, restore and purge deleted pages', [
    operationCommand(
      'list',
      'the deleted pages, who deleted them, and how many days they can still be restored',
      listTrash,
      {
        text(pages) {
          const rows = pages.map((page) => {
            const { id, title, deleted_at, deleted_by, days_left } = page;
            return [String(id), title, deleted_at, deleted_by, String(days_left), returnsTo(page)];
          });
          return table(['ID', 'TITLE', 'DELETED', 'BY', 'DAYS LEFT', 'RETURNS TO'], rows);
        },
      },
    ),
    operationCommand('show', 'a deleted page as it was, and where it would come back to', showTrashed, {
      args: [page],
      text(trashed) {
        const { title, slug, deleted_at, deleted_by, days_left } = trashed;
        const head = { title, slug, deleted_at, deleted_by, days_left, returns_to: returnsTo(trashed) };
        return [...memberLines(head), ...trashed.page.blocks.map(blockText)].join('\n');
      },
    }),
    operationCommand(
      'restore',
      'bring a deleted page back as it was; without its chapter it comes to the top level',
      restorePage,
      { args: [page], text: ({ id, title }) => `Restored page ${id} ${JSON.stringify(oneLine(title))}.` },
    ),
    purgeCommand(),
  ]);
}

function returnsTo({ chapter, returns_to }: TrashedPage): string {
  if (returns_to !== null) return returns_to.title;
  if (chapter === null) return 'the top level';
  const named = chapter.title ?? `chapter ${chapter.id}`;
  const why = { active: '', trash: 'in the trash', gone: 'gone', 'no chapter': 'no chapter' }[chapter.state];
  return `the top level (${named} is ${why})`;
}

interface PurgeOptions extends DataOption, OutputOption {
  readonly all?: true;
  readonly yes?: true;
}

function purgeCommand(): Command {
  const command = new Command('purge')
    .description('remove the deleted pages whose 30 days are over, as a running server does every day')
    .argument('<brand>', "the brand's slug")
    .argument('[page]', "one page's id, due or not; needs --yes")
    .option('--all', 'every deleted page, due or not; needs --yes')
    .option('--yes', 'confirm --all, or one page');
  return withJson(withData(command)).action(async (brand: string, id: string | undefined, options: PurgeOptions) => {
    const { all = false, yes } = options;
    if (all && id !== undefined) command.error('error: give the id of one page, or --all', { exitCode: 2 });
    if ((all || id !== undefined) && !yes) {
      const what = all ? '--all removes pages that could still be restored' : 'the page could still be restored';
      command.error(`error: ${what}: add --yes`, { exitCode: 2 });
    }
    const purged =
      id === undefined
        ? await operate(options, brand, purgeTrash, { body: { all } })
        : await operate(options, brand, purgePage, { params: { page: id } });
    const named = purged.purged.join(', ');
    print(purged, options, () => (named === '' ? 'Nothing is due.' : `Purged from the trash: ${named}.`));
  });
}
