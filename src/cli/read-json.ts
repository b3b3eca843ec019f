import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { PortalError } from '../errors.js';

/** The JSON in a file; `-` is standard input. @throws `invalid` */
export async function readJson(file: string): Promise<unknown> {
  const sent = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  try {
    return JSON.parse(sent);
  } catch {
    throw new PortalError('invalid', `${file === '-' ? 'Standard input' : file} holds no JSON.`);
  }
}
