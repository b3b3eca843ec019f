import { Command } from 'commander';
import { listCategories, removeCategory, setCategory } from '../operations/categories.js';
import { print, table } from './common.js';
import { type ContentOptions, contentCommand } from './content-command.js';
import { oneLine } from './printable.js';
import { operate } from './run-operation.js';

export function categoryCommand(): Command {
  const category = new Command('category').description('list, set and remove the categories of the brand context');
  return category.addCommand(listCommand()).addCommand(setCommand()).addCommand(removeCommand());
}

function listCommand(): Command {
  return contentCommand('list', 'the categories in display order').action(
    async (brand: string, options: ContentOptions) => {
      const categories = await operate(options, brand, listCategories);
      const rows = categories.map(({ key, label }) => [key, label]);
      print(categories, options, () => table(['KEY', 'LABEL'], rows));
    },
  );
}

function setCommand(): Command {
  const command = contentCommand('set', 'change the label of a category, or add one at the end')
    .argument('<key>', 'a-z, 0-9, hyphens and underscores')
    .requiredOption('--label <text>', 'what people read');
  return command.action(async (brand: string, key: string, options: ContentOptions & { label: string }) => {
    const input = { params: { category: key }, body: { label: options.label } };
    const category = await operate(options, brand, setCategory, input);
    print(category, options, () => `Category ${key} is "${oneLine(category.label)}".`);
  });
}

function removeCommand(): Command {
  const command = contentCommand('remove', 'remove a category; refused while entries are in it').argument(
    '<key>',
    'its key',
  );
  return command.action(async (brand: string, key: string, options: ContentOptions) => {
    const removed = await operate(options, brand, removeCategory, { params: { category: key } });
    print(removed, options, () => `Removed category ${key}.`);
  });
}
