import { type Command, Option } from 'commander';
import { listCategories, removeCategory, setCategory } from '../operations/categories.js';
import { columns, commandGroup, operationCommand } from './content-command.js';
import { oneLine } from './printable.js';

export function categoryCommand(): Command {
  return commandGroup('category', 'list, set and remove the categories of the brand context', [
    operationCommand('list', 'the categories in display order', listCategories, { text: columns('key', 'label') }),
    operationCommand('set', 'change the label of a category, or add one at the end', setCategory, {
      args: [['<key>', 'a-z, 0-9, hyphens and underscores']],
      options: [new Option('--label <text>', 'what people read').makeOptionMandatory()],
      text: ({ key, label }) => `Category ${key} is "${oneLine(label)}".`,
    }),
    operationCommand('remove', 'remove a category; refused while entries are in it', removeCategory, {
      args: [['<key>', 'its key']],
      text: ({ removed }) => `Removed category ${removed}.`,
    }),
  ]);
}
