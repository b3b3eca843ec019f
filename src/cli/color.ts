import { Command, InvalidArgumentError } from 'commander';
import { inspectColor, listFullColors, removeColor, setColor } from '../operations/colors.js';
import { print, table } from './common.js';
import { type ContentOptions, collect, contentCommand, sentFields } from './content-command.js';
import { describeUse } from './describe-use.js';
import { oneLine } from './printable.js';
import { operate } from './run-operation.js';

export function colorCommand(): Command {
  const color = new Command('color').description('list, show, set and remove brand colours');
  return color.addCommand(listCommand()).addCommand(showCommand()).addCommand(setCommand()).addCommand(removeCommand());
}

function listCommand(): Command {
  return contentCommand('list', 'the brand colours').action(async (brand: string, options: ContentOptions) => {
    const colors = await operate(options, brand, listFullColors);
    const rows = colors.map(({ id, name, hex, role }) => [String(id), name, hex, role ?? '-']);
    print(colors, options, () => table(['ID', 'NAME', 'HEX', 'ROLE'], rows));
  });
}

function showCommand(): Command {
  const command = contentCommand('show', 'one colour, and the pages whose blocks use it').argument(
    '<color>',
    "the colour's id",
  );
  return command.action(async (brand: string, id: string, options: ContentOptions) => {
    const color = await operate(options, brand, inspectColor, { params: { id } });
    print(color, options, () => {
      const { used_by, ...fields } = color;
      const shades = color.shades.map(({ opacity, hex }) => `${opacity} ${hex}`).join(', ');
      return describeUse({ ...fields, shades: shades || null }, used_by);
    });
  });
}

const fields = ['name', 'hex', 'description', 'role', 'rgb', 'cmyk', 'pantone', 'ral'];
const optional = "; '' for none";

function setCommand(): Command {
  const command = contentCommand('set', 'change a colour, or without an id add one')
    .argument('[color]', "the colour's id")
    .option('--name <name>', 'what it is called')
    .option('--hex <value>', 'such as #0057b8');
  for (const name of fields.slice(2)) command.option(`--${name} <text>`, `its ${name}${optional}`);
  command.option(
    '--shade <opacity=hex>',
    'a shade, such as 20%=#ccddee; again for more; replaces all',
    collect(parseShade),
  );
  return command.action(async (brand: string, id: string | undefined, options: ContentOptions) => {
    const names = Object.fromEntries([...fields.map((name) => [name, name]), ['shade', 'shades']]);
    const params: Record<string, string> = id === undefined ? {} : { id };
    const color = await operate(options, brand, setColor, { params, body: sentFields(options, names) });
    print(color, options, () => `Colour ${color.id} "${oneLine(color.name)}" is ${color.hex}.`);
  });
}

function parseShade(text: string): { opacity: string; hex: string } {
  const [, opacity = '', hex = ''] = /^([^=]+)=(#[0-9a-f]{3,8})$/i.exec(text) ?? [];
  if (hex === '') throw new InvalidArgumentError('A shade is an opacity and a value, such as 20%=#ccddee.');
  return { opacity, hex };
}

function removeCommand(): Command {
  const command = contentCommand('remove', 'remove a colour; refused while blocks use it: color show tells which')
    .argument('<color>', "the colour's id")
    .option('--force', 'take it out of the blocks that use it');
  return command.action(async (brand: string, id: string, options: ContentOptions & { force?: true }) => {
    const body = { force: options.force === true };
    const removed = await operate(options, brand, removeColor, { params: { id }, body });
    print(removed, options, () => `Removed colour ${id}.`);
  });
}
