import { Command } from 'commander';
import type { BrandFile } from '../content/brand.js';
import { showSettings } from '../operations/brand.js';
import { setTheme } from '../operations/theme.js';
import { print } from './common.js';
import { type ContentOptions, contentCommand, sentFields } from './content-command.js';
import { oneLine } from './printable.js';
import { operate } from './run-operation.js';

const colors = ['primary', 'accent', 'background', 'text', 'link'];

export function themeCommand(): Command {
  const theme = new Command('theme').description("show and set the theme's colours and font stack");
  return theme.addCommand(showCommand()).addCommand(setCommand());
}

function showCommand(): Command {
  return contentCommand('show', 'the theme').action(async (brand: string, options: ContentOptions) => {
    printTheme(await operate(options, brand, showSettings), options);
  });
}

function setCommand(): Command {
  const command = contentCommand('set', 'set colours of the theme, or its font stack');
  for (const name of colors) command.option(`--${name} <hex>`, `the ${name} colour, such as #0057b8`);
  command.option('--font <stack>', 'the font stack, as in CSS');
  return command.action(async (brand: string, options: ContentOptions) => {
    const body = sentFields(options, Object.fromEntries([...colors, 'font'].map((name) => [name, name])));
    printTheme(await operate(options, brand, setTheme, { body }), options);
  });
}

function printTheme({ theme }: BrandFile, options: ContentOptions): void {
  const { colors, font } = theme;
  const lines = Object.entries({ ...colors, font }).map(([name, value]) => `${name.padEnd(12)}${oneLine(value)}`);
  print({ colors, font }, options, () => lines.join('\n'));
}
