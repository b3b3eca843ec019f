import { Command, InvalidArgumentError } from 'commander';
import { addEntry, editEntry, listAllEntries, removeEntry } from '../operations/context.js';
import { print, table } from './common.js';
import { type ContentOptions, collect, contentCommand, sentFields } from './content-command.js';
import { oneLine } from './printable.js';
import { operate } from './run-operation.js';

export function contextCommand(): Command {
  const context = new Command('context').description('list, add, edit, verify and remove the brand context entries');
  const commands = [
    listCommand(),
    addCommand(),
    editCommand(),
    verifyCommand(true),
    verifyCommand(false),
    removeCommand(),
  ];
  for (const command of commands) context.addCommand(command);
  return context;
}

function listCommand(): Command {
  const command = contentCommand('list', 'all entries, also those that the API does not show');
  return command.action(async (brand: string, options: ContentOptions) => {
    const entries = await operate(options, brand, listAllEntries);
    const rows = entries.map(({ id, category, title, verified }) => {
      return [id, category, title, verified ? 'yes' : 'no'];
    });
    print(entries, options, () => table(['ID', 'CATEGORY', 'TITLE', 'VERIFIED'], rows));
  });
}

const fields = { id: 'id', category: 'category', title: 'title', body: 'body', source: 'sources' };

function withEntryOptions(command: Command): Command {
  return command
    .option('--category <key>', 'the key of its category')
    .option('--title <text>', 'its title')
    .option('--body <text>', 'what it says')
    .option('--source <title=url>', 'where it is from; again for more; replaces all', collect(parseSource));
}

function addCommand(): Command {
  const command = withEntryOptions(contentCommand('add', 'add an entry; it is shown once it is verified'));
  command.option('--id <id>', 'a-z, 0-9 and hyphens (default: from the title)');
  return command.action(async (brand: string, options: ContentOptions) => {
    const entry = await operate(options, brand, addEntry, { body: sentFields(options, fields) });
    print(entry, options, () => `Added entry ${entry.id}. Verify it with: context verify ${brand} ${entry.id}`);
  });
}

function editCommand(): Command {
  const command = withEntryOptions(
    contentCommand('edit', 'change fields of an entry').argument('<entry>', "the entry's id"),
  );
  return command.action(async (brand: string, id: string, options: ContentOptions) => {
    const input = { params: { entry: id }, body: sentFields(options, fields) };
    const entry = await operate(options, brand, editEntry, input);
    print(entry, options, () => `Entry ${entry.id} is "${oneLine(entry.title)}" in ${entry.category}.`);
  });
}

function parseSource(text: string): { title: string; url: string } {
  const at = text.lastIndexOf('=http');
  if (at < 1)
    throw new InvalidArgumentError('A source is a title and a URL, such as "Annual report=https://example.org".');
  return { title: text.slice(0, at).trim(), url: text.slice(at + 1).trim() };
}

function verifyCommand(verified: boolean): Command {
  const command = verified
    ? contentCommand('verify', 'mark an entry as verified: the API shows it')
    : contentCommand('unverify', 'take the mark back: the API shows it no longer');
  return command
    .argument('<entry>', "the entry's id")
    .action(async (brand: string, id: string, options: ContentOptions) => {
      const input = { params: { entry: id }, body: { verified } };
      const entry = await operate(options, brand, editEntry, input);
      print(entry, options, () => `Entry ${id} is ${verified ? '' : 'not '}verified.`);
    });
}

function removeCommand(): Command {
  const command = contentCommand('remove', 'remove an entry').argument('<entry>', "the entry's id");
  return command.action(async (brand: string, id: string, options: ContentOptions) => {
    const removed = await operate(options, brand, removeEntry, { params: { entry: id } });
    print(removed, options, () => `Removed entry ${id}.`);
  });
}
