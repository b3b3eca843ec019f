import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { PortalError } from '../lib/errors.js';

/** The text in a file; `-` is standard input. */
export function readText(file: string): Promise<string> {
  return file === '-' ? text(process.stdin) : readFile(file, 'utf8');
}

/** The JSON in a file; `-` is standard input. @throws `invalid` */
export async function readJson(file: string): Promise<unknown> {
  const sent = await readText(file);
  try {
    return JSON.parse(sent);
  } catch {
    throw new PortalError('invalid', `${file === '-' ? 'Standard input' : file} holds no JSON.`);
  }
}
