import { Command } from 'commander';
import { listTrash, purgeTrash, restorePage } from '../operations/trash.js';
import { oneLine } from './printable.js';
import { operate } from './run-operation.js';
import { type DataOption, type OutputOption, print, table, withData, withJson } from './shared.js';

export function trashCommand(): Command {
  const trash = new Command('trash').description('list, restore and purge deleted pages');
  return trash.addCommand(listCommand()).addCommand(restoreCommand()).addCommand(purgeCommand());
}

function listCommand(): Command {
  const command = new Command('list')
    .description('the deleted pages, who deleted them, and how many days they can still be restored')
    .argument('<brand>', "the brand's slug");
  return withJson(withData(command)).action(async (brand: string, options: DataOption & OutputOption) => {
    const pages = await operate(options, brand, listTrash);
    const rows = pages.map(({ id, title, deleted_at, deleted_by, days_left }) => {
      return [String(id), title, deleted_at, deleted_by, String(days_left)];
    });
    print(pages, options, () => table(['ID', 'TITLE', 'DELETED', 'BY', 'DAYS LEFT'], rows));
  });
}

function restoreCommand(): Command {
  const command = new Command('restore')
    .description('bring a deleted page back as it was; without its chapter it comes to the top level')
    .argument('<brand>', "the brand's slug")
    .argument('<page>', "the page's id");
  return withJson(withData(command)).action(async (brand: string, id: string, options: DataOption & OutputOption) => {
    const page = await operate(options, brand, restorePage, { params: { page: id } });
    print(page, options, () => `Restored page ${page.id} ${JSON.stringify(oneLine(page.title))}.`);
  });
}

interface PurgeOptions extends DataOption, OutputOption {
  readonly all?: true;
  readonly yes?: true;
}

function purgeCommand(): Command {
  const command = new Command('purge')
    .description('remove the deleted pages whose 30 days are over, as a running server does every day')
    .argument('<brand>', "the brand's slug")
    .option('--all', 'every deleted page, due or not; needs --yes')
    .option('--yes', 'confirm --all');
  return withJson(withData(command)).action(async (brand: string, options: PurgeOptions) => {
    const { all = false, yes } = options;
    if (all && !yes)
      command.error('error: --all removes pages that could still be restored: add --yes', { exitCode: 2 });
    const purged = await operate(options, brand, purgeTrash, { body: { all } });
    const named = purged.purged.join(', ');
    print(purged, options, () => (named === '' ? 'Nothing is due.' : `Purged from the trash: ${named}.`));
  });
}
