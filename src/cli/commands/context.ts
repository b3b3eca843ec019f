import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { visible } from '../../lib/display-safety.js';
import { listCategories, orderCategories, removeCategory, setCategory } from '../../operations/categories.js';
import { addEntry, editEntry, listAllEntries, removeEntry } from '../../operations/context.js';
import { verifyEntries } from '../../operations/verify-entries.js';
import { collect, columns, commandGroup, operationCommand } from '../command.js';

const entry = ['<entry>', "the entry's id"] as const;

export function contextCommand(): Command {
  const options = [
    ['--category <key>', 'the key of the category'],
    ['--title <text>', 'the title'],
    ['--body <text>', 'the text of the entry'],
    ['--source <title=url>', 'source of the entry; may be repeated; replaces all sources', collect(parseSource)],
  ] as const;
  const fields = { source: 'sources' };
  return commandGroup('context', 'list, add, edit, verify and remove the brand context entries', [
    operationCommand('list', 'list all entries, also those that the API does not show', listAllEntries, {
      text: columns('id', 'category', 'title', 'verified'),
    }),
    operationCommand('add', 'add an entry; it is shown once it is verified', addEntry, {
      options: [...options, ['--id <id>', 'a-z, 0-9 and hyphens (default: from the title)']],
      fields,
      text: ({ id }, brand) => `Added entry ${id}. Verify it with: context verify ${brand} ${id}`,
    }),
    operationCommand('edit', 'change fields of an entry', editEntry, {
      args: [entry],
      options,
      fields,
      text: ({ id, title, category }) => `Entry ${id} is "${visible(title)}" in ${category}.`,
    }),
    operationCommand('verify', 'mark entries as verified, so that the API shows them', verifyEntries, {
      args: [new Argument('<entries...>', 'the ids of the entries, 50 at most').argParser(collect((id) => ({ id })))],
      text: ({ verified: [first, ...others] }) =>
        others.length === 0 ? `Entry ${first} is verified.` : `${others.length + 1} entries are verified.`,
    }),
    operationCommand('unverify', 'mark an entry as not verified, so that the API hides it', editEntry, {
      args: [entry],
      body: { verified: false },
      text: ({ id }) => `Entry ${id} is not verified.`,
    }),
    operationCommand('remove', 'remove an entry', removeEntry, {
      args: [entry],
      text: ({ removed }) => `Removed entry ${removed}.`,
    }),
  ]);
}

function parseSource(text: string): { title: string; url: string } {
  const at = text.lastIndexOf('=http');
  if (at < 1)
    throw new InvalidArgumentError('A source is a title and a URL, such as "Annual report=https://example.org".');
  return { title: text.slice(0, at).trim(), url: text.slice(at + 1).trim() };
}

export function categoryCommand(): Command {
  return commandGroup('category', 'list, set, order and remove the categories of the brand context', [
    operationCommand('list', 'list the categories in display order', listCategories, { text: columns('key', 'label') }),
    operationCommand('set', 'change the label of a category, or add one at the end', setCategory, {
      args: [['<key>', 'a-z, 0-9, hyphens and underscores']],
      options: [new Option('--label <text>', 'the display name').makeOptionMandatory()],
      text: ({ key, label }) => `Category ${key} is "${visible(label)}".`,
    }),
    operationCommand('order', 'order the categories', orderCategories, {
      args: [new Argument('<keys...>', 'the keys of all categories').argParser(collect((key) => key))],
      text: (categories) => `The order is ${categories.map(({ key }) => key).join(', ')}.`,
    }),
    operationCommand('remove', 'remove a category; refused while entries are in it', removeCategory, {
      args: [['<key>', 'the key of the category']],
      text: ({ removed }) => `Removed category ${removed}.`,
    }),
  ]);
}
