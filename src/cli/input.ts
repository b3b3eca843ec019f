import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { InvalidArgumentError } from 'commander';
import { PortalError } from '../lib/errors.js';

/**
 * Reads a file that the command line names.
 *
 * @throws `invalid` when it cannot be read
 */
export async function readNamed(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new PortalError('invalid', `${file} cannot be read.`, { cause });
  }
}

/**
 * Reads the text of a file, or of standard input for `-`.
 *
 * @throws `invalid` when the file cannot be read
 */
export async function readText(file: string): Promise<string> {
  return file === '-' ? text(process.stdin) : (await readNamed(file)).toString();
}

/**
 * Reads the JSON in a file, or on standard input for `-`.
 *
 * @throws `invalid`
 */
export async function readJson(file: string): Promise<unknown> {
  const json = await readText(file);
  try {
    return JSON.parse(json);
  } catch {
    throw new PortalError('invalid', `${file === '-' ? 'Standard input' : file} holds no JSON.`);
  }
}

export interface ConfirmOptions {
  readonly yes?: true;
}

export const yesFlag = ['--yes', 'do not ask; needed where there is no terminal to ask on'] as const;

/**
 * Asks on standard error, so that the output can be piped. Every answer except `y` or `yes` counts as no.
 *
 * @param refusal message when the answer is no
 * @throws `invalid` when the answer is no; `InvalidArgumentError` without a terminal, unless `--yes` is given
 */
export async function confirm(
  question: string,
  options: ConfirmOptions,
  refusal = 'Nothing was changed.',
): Promise<void> {
  await ask(`${question} [y/N] `, (answer) => /^y(es)?$/i.test(answer), options, refusal);
}

/** `confirm` by typing the name of what is changed. */
export async function confirmByName(question: string, name: string, options: ConfirmOptions): Promise<void> {
  await ask(`${question} Type ${name}: `, (answer) => answer === name, options, 'Nothing was changed.');
}

async function ask(
  question: string,
  isYes: (answer: string) => boolean,
  { yes }: ConfirmOptions,
  refusal: string,
): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new InvalidArgumentError('there is no terminal to ask on: add --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if (!isYes((await terminal.question(question)).trim())) throw new PortalError('invalid', refusal);
  } finally {
    terminal.close();
  }
}
