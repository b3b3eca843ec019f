import { createInterface } from 'node:readline/promises';
import { InvalidArgumentError } from 'commander';

export interface ConfirmOption {
  readonly yes?: true;
}

export const confirmOption = ['--yes', 'do not ask; needed where there is no terminal to ask on'] as const;

/** Confirmation on a terminal. @throws `InvalidArgumentError` without a terminal, unless `--yes` is given */
export async function confirm(question: string, { yes }: ConfirmOption): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new InvalidArgumentError('there is no terminal to ask on: add --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
