import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';

export interface ConfirmOption {
  readonly yes?: true;
}

export function withConfirmation(command: Command): Command {
  return command.option('--yes', 'do not ask; needed where there is no terminal to ask on');
}

/** Asks on a terminal whether to go on. Elsewhere only `--yes` lets it: without, the command line is wrong. */
export async function confirm(command: Command, question: string, { yes }: ConfirmOption): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) command.error('error: there is no terminal to ask on: add --yes', { exitCode: 2 });
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
