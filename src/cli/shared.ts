import * as fs from 'node:fs';
import { resolve } from 'node:path';
import Table from 'cli-table3';
import { type Command, Option } from 'commander';
import { BackgroundSanitizer } from '../content/background-sanitizer.js';
import { stringifyJson } from '../content/files.js';
import { createLog } from '../log.js';
import { Service } from '../service.js';
import { oneLine, printable } from './printable.js';

export interface DataOption {
  readonly data: string;
}

export interface OutputOption {
  readonly json?: true;
}

export function withData(command: Command): Command {
  return command.addOption(new Option('--data <dir>', 'the data directory').default('./data').env('BRAND_PORTAL_DATA'));
}

export function withJson(command: Command): Command {
  return command.option('--json', 'print one JSON document on standard output and nothing else');
}

/** Opens the service on the data directory, runs the command, and waits until everything is on disk. */
export async function useService<Answer>(
  { data }: DataOption,
  command: (service: Service) => Promise<Answer>,
): Promise<Answer> {
  const sanitizer = new BackgroundSanitizer();
  const service = await Service.open({ fs, data: resolve(data), log: createLog('warn'), sanitizer });
  try {
    return await command(service);
  } finally {
    await service.close();
  }
}

/** Prints the value as JSON, or what a person wants to read of it. Neither steers a terminal, whatever is in it. */
export function print(value: unknown, { json }: OutputOption, forPeople: () => string): void {
  process.stdout.write(`${json ? stringifyJson(value) : printable(forPeople())}\n`);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const none = { top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '' };
  const more = { 'bottom-left': '', 'bottom-right': '', left: '', 'left-mid': '', mid: '', 'mid-mid': '' };
  const chars = { ...none, ...more, right: '', 'right-mid': '', middle: '  ' };
  const style = { 'padding-left': 0, 'padding-right': 0, head: [], border: [] };
  const drawn = new Table({ head: [...head], chars, style });
  drawn.push(...rows.map((row) => row.map(oneLine)));
  return drawn.toString();
}
