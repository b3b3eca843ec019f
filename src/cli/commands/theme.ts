import { type Command, InvalidArgumentError } from 'commander';
import { type BrandFile, ThemeColors } from '../../content/brand.js';
import { showSettings } from '../../operations/brand.js';
import { removeFont, setFont, setTheme } from '../../operations/theme.js';
import { collect, columns, commandGroup, memberLines, operationCommand } from '../command.js';

export function themeCommand(): Command {
  const colors = Object.keys(ThemeColors.properties);
  return commandGroup('theme', "show and set the theme's colours and font stack", [
    operationCommand('show', 'the theme', showSettings, theme),
    operationCommand('set', 'set colours of the theme, or its font stack', setTheme, {
      options: [
        ...colors.map((name) => [`--${name} <hex>`, `the ${name} colour, such as #0057b8`] as const),
        ['--font <stack>', 'the font stack, as in CSS'],
      ],
      ...theme,
    }),
  ]);
}

const theme = {
  json: ({ theme: { colors, font } }: BrandFile) => ({ colors, font }),
  text: ({ theme: { colors, font } }: BrandFile): string => memberLines({ ...colors, font }, 12).join('\n'),
};

export function fontCommand(): Command {
  return commandGroup('font', "list, set and remove the theme's fonts", [
    operationCommand('list', 'list the fonts by role', showSettings, fonts),
    operationCommand('set', 'change the font of a role, or add one', setFont, {
      args: [['<role>', 'the role of the font, such as headline']],
      options: [
        ['--family <name>', 'the font family; required for a new font'],
        ['--base-weight <number>', 'the weight of running text'],
        [
          '--face <weight:style>',
          'a face, such as 400:italic; may be repeated; replaces all faces',
          collect(parseFace),
        ],
      ],
      fields: { face: 'faces' },
      ...fonts,
    }),
    operationCommand('remove', 'remove the font of a role', removeFont, {
      args: [['<role>', 'the role of the font']],
      ...fonts,
    }),
  ]);
}

const fonts = {
  json: ({ theme }: BrandFile) => theme.fonts,
  text({ theme }: BrandFile): string {
    const rows = theme.fonts.map(({ faces, ...font }) => {
      return { ...font, faces: faces.map(({ weight, style }) => `${weight} ${style}`).join(', ') || null };
    });
    return columns<(typeof rows)[number]>('role', 'family', 'base_weight', 'faces')(rows);
  },
};

function parseFace(text: string): { weight: number; style: string } {
  const [, weight = '', style = ''] = /^(\d{1,4}):([a-z]{1,20})$/.exec(text) ?? [];
  if (style === '') throw new InvalidArgumentError('A face is a weight and a style, such as 400:italic.');
  return { weight: Number(weight), style };
}
