import { readFileSync, statSync } from 'node:fs';
import { type LineOf, linesIn, type ParsedYaml, parseYaml } from './yaml-document.js';

/** More than a page holds that came in requests of 4 MiB, with the indentation that YAML adds. */
const maxMebibytes = 32;

/** Reads at once: parsing holds up a thread ten times as long, and asking the thread pool costs more than reading. */
export function readYamlFile(file: string): ParsedYaml {
  const read = readText(file);
  if ('problem' in read) return { findings: [{ message: read.problem, line: 1 }], content: null };
  return parseYaml(read.text);
}

/** Where things stand in a file that was read before. */
export function linesOfFile(file: string): LineOf {
  const read = readText(file);
  return 'problem' in read ? () => 1 : linesIn(read.text);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function readText(file: string): { readonly text: string } | { readonly problem: string } {
  let bytes: Buffer;
  try {
    if (statSync(file).size > maxMebibytes * 1024 * 1024) {
      return { problem: `The file is larger than ${maxMebibytes} MiB.` };
    }
    bytes = readFileSync(file);
  } catch (error) {
    return { problem: `The file cannot be read (${(error as NodeJS.ErrnoException).code}).` };
  }
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { problem: 'The file must be UTF-8.' };
  }
}
