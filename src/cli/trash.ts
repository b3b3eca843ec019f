import { Command } from 'commander';
import { stringifyJson } from '../json.js';
import { listTrash, purgePage, purgeTrash, restorePage, showTrashed, type TrashedPage } from '../operations/trash.js';
import { type DataOption, type OutputOption, print, table, withData, withJson } from './common.js';
import { oneLine } from './printable.js';
import { operate } from './run-operation.js';

export function trashCommand(): Command {
  const trash = new Command('trash').description('list, show, restore and purge deleted pages');
  for (const command of [listCommand(), showCommand(), restoreCommand(), purgeCommand()]) trash.addCommand(command);
  return trash;
}

function listCommand(): Command {
  const command = new Command('list')
    .description('the deleted pages, who deleted them, and how many days they can still be restored')
    .argument('<brand>', "the brand's slug");
  return withJson(withData(command)).action(async (brand: string, options: DataOption & OutputOption) => {
    const pages = await operate(options, brand, listTrash);
    const rows = pages.map((page) => {
      const { id, title, deleted_at, deleted_by, days_left } = page;
      return [String(id), title, deleted_at, deleted_by, String(days_left), returnsTo(page)];
    });
    print(pages, options, () => table(['ID', 'TITLE', 'DELETED', 'BY', 'DAYS LEFT', 'RETURNS TO'], rows));
  });
}

function returnsTo({ chapter, returns_to }: TrashedPage): string {
  if (returns_to !== null) return returns_to.title;
  if (chapter === null) return 'the top level';
  const named = chapter.title ?? `chapter ${chapter.id}`;
  const why = { active: '', trash: 'in the trash', gone: 'gone', 'no chapter': 'no chapter' }[chapter.state];
  return `the top level (${named} is ${why})`;
}

function showCommand(): Command {
  const command = new Command('show')
    .description('a deleted page as it was, and where it would come back to')
    .argument('<brand>', "the brand's slug")
    .argument('<page>', "the page's id");
  return withJson(withData(command)).action(async (brand: string, id: string, options: DataOption & OutputOption) => {
    const trashed = await operate(options, brand, showTrashed, { params: { page: id } });
    const { title, slug, deleted_at, deleted_by, days_left, page } = trashed;
    const back = returnsTo(trashed);
    const head = { title, slug, deleted_at, deleted_by, days_left, returns_to: back };
    const fields = Object.entries(head).map(([name, value]) => `${name.padEnd(14)} ${oneLine(String(value))}`);
    const blocks = page.blocks.map(({ id: block, type, data }, at) => {
      const named = oneLine(`block ${at + 1} (${type ?? 'untyped'} ${block ?? ''})`);
      return `${named}\n${stringifyJson(data).replace(/^/gm, '  ')}`;
    });
    print(trashed, options, () => [...fields, ...blocks].join('\n'));
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
