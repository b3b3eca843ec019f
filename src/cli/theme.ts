import type { Command } from 'commander';
import { type BrandFile, ThemeColors } from '../content/brand.js';
import { showSettings } from '../operations/brand.js';
import { setTheme } from '../operations/theme.js';
import { commandGroup, memberLines, operationCommand } from './content-command.js';

export function themeCommand(): Command {
  const colors = Object.keys(ThemeColors.properties);
  return commandGroup('theme', "show and set the theme's colours and font stack", [
    operationCommand('show', 'the theme', showSettings, { ...shown }),
    operationCommand('set', 'set colours of the theme, or its font stack', setTheme, {
      options: [
        ...colors.map((name) => [`--${name} <hex>`, `the ${name} colour, such as #0057b8`] as const),
        ['--font <stack>', 'the font stack, as in CSS'],
      ],
      ...shown,
    }),
  ]);
}

const shown = {
  json: ({ theme: { colors, font } }: BrandFile) => ({ colors, font }),
  text: ({ theme: { colors, font } }: BrandFile): string => memberLines({ ...colors, font }, 12).join('\n'),
};
