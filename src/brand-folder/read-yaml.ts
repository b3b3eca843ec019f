import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { JsonLimits } from '../validation/json-hardening.js';
import { type LineOf, linesIn, type ParsedYaml, parseYaml } from './yaml-document.js';

/** More than a page holds that came in requests of 4 MiB, with the indentation that YAML adds. */
const maxMebibytes = 32;

/** What a file holds, or why that cannot be told. */
export type FileText = { readonly text: string } | { readonly problem: string };

export function parseText(read: FileText, limits: JsonLimits): ParsedYaml {
  if ('problem' in read) return { findings: [{ message: read.problem, line: null }], content: null };
  return parseYaml(read.text, limits);
}

/** Where things stand in a file that was read before. */
export function linesOfFile(file: string, limits: JsonLimits): LineOf {
  const read = readText(file);
  return 'problem' in read ? () => 1 : linesIn(read.text, limits);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads at once: parsing holds up a thread ten times as long, and asking the thread pool costs more than reading. */
export function readText(file: string): FileText {
  let bytes: Buffer | null;
  try {
    bytes = readBytes(file);
  } catch (error) {
    return { problem: `The file cannot be read (${(error as NodeJS.ErrnoException).code}).` };
  }
  if (bytes === null) return { problem: `The file is larger than ${maxMebibytes} MiB.` };
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { problem: 'The file must be UTF-8.' };
  }
}

/** @returns `null` when there are too many */
function readBytes(file: string): Buffer | null {
  const open = openSync(file, 'r');
  try {
    return fstatSync(open).size > maxMebibytes * 1024 * 1024 ? null : readFileSync(open);
  } finally {
    closeSync(open);
  }
}
