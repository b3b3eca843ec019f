import { type Command, InvalidArgumentError, Option } from 'commander';
import type { BrandFile } from '../content/brand.js';
import { showSettings } from '../operations/brand.js';
import { removeFont, setFont } from '../operations/theme.js';
import { collect, columns, commandGroup, operationCommand } from './content-command.js';

export function fontCommand(): Command {
  return commandGroup('font', "list, set and remove the theme's fonts", [
    operationCommand('list', 'the fonts by role', showSettings, { ...shown }),
    operationCommand('set', 'change the font of a role, or add one', setFont, {
      args: [['<role>', 'what it is for, such as headline']],
      options: [
        ['--family <name>', 'its family; a new font needs it'],
        ['--base-weight <number>', 'the weight of running text'],
        new Option('--face <weight:style>', 'a face, such as 400:italic; again for more; replaces all').argParser(
          collect(parseFace),
        ),
      ],
      fields: { face: 'faces' },
      ...shown,
    }),
    operationCommand('remove', 'remove the font of a role', removeFont, {
      args: [['<role>', 'what it is for']],
      ...shown,
    }),
  ]);
}

const shown = {
  json: ({ theme }: BrandFile) => theme.fonts,
  text({ theme }: BrandFile): string {
    const fonts = theme.fonts.map(({ faces, ...font }) => {
      return { ...font, faces: faces.map(({ weight, style }) => `${weight} ${style}`).join(', ') || null };
    });
    return columns<(typeof fonts)[number]>('role', 'family', 'base_weight', 'faces')(fonts);
  },
};

function parseFace(text: string): { weight: number; style: string } {
  const [, weight = '', style = ''] = /^(\d{1,4}):([a-z]{1,20})$/.exec(text) ?? [];
  if (style === '') throw new InvalidArgumentError('A face is a weight and a style, such as 400:italic.');
  return { weight: Number(weight), style };
}
