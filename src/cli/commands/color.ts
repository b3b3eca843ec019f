import { type Command, InvalidArgumentError } from 'commander';
import { visible } from '../../lib/display-safety.js';
import { inspectColor, listFullColors, removeColor, setColor } from '../../operations/colors.js';
import { collect, columns, commandGroup, operationCommand, withReferrers } from '../command.js';

const notations = ['description', 'role', 'rgb', 'cmyk', 'pantone', 'ral'];

export function colorCommand(): Command {
  return commandGroup('color', 'list, show, set and remove brand colours', [
    operationCommand('list', 'list the brand colours', listFullColors, { text: columns('id', 'name', 'hex', 'role') }),
    operationCommand('show', 'show a colour, and the pages whose blocks use it', inspectColor, {
      args: [['<color>', "the colour's id"]],
      text: ({ shades, ...color }) =>
        withReferrers({ ...color, shades: shades.map(({ opacity, hex }) => `${opacity} ${hex}`).join(', ') || null }),
    }),
    operationCommand('set', 'change a colour, or add one if no id is given', setColor, {
      args: [['[color]', "the colour's id"]],
      options: [
        ['--name <name>', 'the name of the colour'],
        ['--hex <value>', 'such as #0057b8'],
        ...notations.map((name) => [`--${name} <text>`, `the ${name} of the colour; '' removes it`] as const),
        [
          '--shade <opacity=hex>',
          'a shade, such as 20%=#ccddee; may be repeated; replaces all shades',
          collect(parseShade),
        ],
      ],
      fields: { shade: 'shades' },
      text: ({ id, name, hex }) => `Colour ${id} "${visible(name)}" is ${hex}.`,
    }),
    operationCommand('remove', 'remove a colour; refused while blocks use it (see "color show")', removeColor, {
      args: [['<color>', "the colour's id"]],
      options: [['--force', 'also remove it from the blocks that use it']],
      text: ({ removed }) => `Removed colour ${removed}.`,
    }),
  ]);
}

function parseShade(text: string): { opacity: string; hex: string } {
  const [, opacity = '', hex = ''] = /^([^=]+)=(#[0-9a-f]{3,8})$/i.exec(text) ?? [];
  if (hex === '') throw new InvalidArgumentError('A shade is an opacity and a value, such as 20%=#ccddee.');
  return { opacity, hex };
}
