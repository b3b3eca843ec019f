import { Command, InvalidArgumentError } from 'commander';
import type { BrandFile } from '../content/brand.js';
import { showSettings } from '../operations/brand.js';
import { removeFont, setFont } from '../operations/theme.js';
import { print, table } from './common.js';
import { type ContentOptions, collect, contentCommand, parseInteger, sentFields } from './content-command.js';
import { operate } from './run-operation.js';

export function fontCommand(): Command {
  const font = new Command('font').description("list, set and remove the theme's fonts");
  return font.addCommand(listCommand()).addCommand(setCommand()).addCommand(removeCommand());
}

function listCommand(): Command {
  return contentCommand('list', 'the fonts by role').action(async (brand: string, options: ContentOptions) => {
    printFonts(await operate(options, brand, showSettings), options);
  });
}

function printFonts({ theme }: BrandFile, options: ContentOptions): void {
  const rows = theme.fonts.map(({ role, family, base_weight, faces }) => {
    const shown = faces.map(({ weight, style }) => `${weight} ${style}`).join(', ');
    return [role, family, String(base_weight ?? '-'), shown || '-'];
  });
  print(theme.fonts, options, () => table(['ROLE', 'FAMILY', 'BASE WEIGHT', 'FACES'], rows));
}

function setCommand(): Command {
  const command = contentCommand('set', 'change the font of a role, or add one')
    .argument('<role>', 'what it is for, such as headline')
    .option('--family <name>', 'its family; a new font needs it')
    .option('--base-weight <number>', 'the weight of running text', parseInteger)
    .option('--face <weight:style>', 'a face, such as 400:italic; again for more; replaces all', collect(parseFace));
  return command.action(async (brand: string, role: string, options: ContentOptions) => {
    const body = sentFields(options, { family: 'family', baseWeight: 'base_weight', face: 'faces' });
    printFonts(await operate(options, brand, setFont, { params: { role }, body }), options);
  });
}

function parseFace(text: string): { weight: number; style: string } {
  const [, weight = '', style = ''] = /^(\d{1,4}):([a-z]{1,20})$/.exec(text) ?? [];
  if (style === '') throw new InvalidArgumentError('A face is a weight and a style, such as 400:italic.');
  return { weight: Number(weight), style };
}

function removeCommand(): Command {
  const command = contentCommand('remove', 'remove the font of a role').argument('<role>', 'what it is for');
  return command.action(async (brand: string, role: string, options: ContentOptions) => {
    printFonts(await operate(options, brand, removeFont, { params: { role } }), options);
  });
}
