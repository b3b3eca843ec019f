import type { Command } from 'commander';
import { trashRetentionDays } from '../../content/trash.js';
import { visible } from '../../lib/display-safety.js';
import {
  listTrash,
  purgePage,
  purgeTrash,
  restorePage,
  showTrashed,
  type TrashedPage,
} from '../../operations/trash.js';
import { brandServiceCommand, commandGroup, memberLines, operationCommand, runOperation, table } from '../command.js';
import { blockText } from '../output.js';

const page = ['<page>', "the page's id"] as const;

export function trashCommand(): Command {
  return commandGroup('trash', 'list, show, restore and purge deleted pages', [
    operationCommand(
      'list',
      'list the deleted pages, with who deleted them and the days left to restore them',
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
    operationCommand('show', 'show a deleted page, and the place that it would be restored to', showTrashed, {
      args: [page],
      text(trashed) {
        const { title, slug, deleted_at, deleted_by, days_left } = trashed;
        const head = { title, slug, deleted_at, deleted_by, days_left, returns_to: returnsTo(trashed) };
        return [...memberLines(head), ...trashed.page.blocks.map(blockText)].join('\n');
      },
    }),
    operationCommand(
      'restore',
      'restore a deleted page; to the top level if its chapter no longer exists',
      restorePage,
      { args: [page], text: ({ id, title }) => `Restored page ${id} ${JSON.stringify(visible(title))}.` },
    ),
    brandServiceCommand('purge', purgeHelp, {
      args: [['[page]', 'the id of one page, due or not; needs --yes']],
      options: [
        ['--all', 'remove every deleted page, due or not; needs --yes'],
        ['--yes', 'confirm --all, or one page'],
      ],
      check({ all, yes }: { readonly all?: true; readonly yes?: true }, _brand, id) {
        if (all && id !== undefined) return 'give the id of one page, or --all';
        if (yes || (!all && id === undefined)) return null;
        return `${all ? '--all removes pages that' : 'the page'} could still be restored: add --yes`;
      },
      run: (service, { all }, brand = '', id?: string) =>
        id === undefined
          ? runOperation(service, brand, purgeTrash, { body: { all: all === true } })
          : runOperation(service, brand, purgePage, { params: { page: id } }),
      text: ({ purged }) => (purged.length === 0 ? 'Nothing is due.' : `Purged from the trash: ${purged.join(', ')}.`),
    }),
  ]);
}

function returnsTo({ chapter, returns_to }: TrashedPage): string {
  if (returns_to !== null) return returns_to.title;
  if (chapter === null) return 'the top level';
  const named = chapter.title ?? `chapter ${chapter.id}`;
  const why = { active: '', trash: 'in the trash', gone: 'gone', 'no chapter': 'no chapter' }[chapter.state];
  return `the top level (${named} is ${why})`;
}

const purgeHelp = `remove the deleted pages whose ${trashRetentionDays} days are over, as a running server does every day`;
