import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './git.js';

const patient = readFileSync(new URL('./patient.yaml', import.meta.url), 'utf8')
  .trim()
  .split('\n');

/** Lines of a configuration with any free port, and limits that only a test that names them reaches. */
export function configuration(lines: string): string {
  const others = ['port: 0', ...patient].filter((line) => !`\n${lines}`.includes(`\n${line.replace(/:.*/, ':')}`));
  return [...others, lines].join('\n');
}

/** A file with such lines. */
export function configFile(lines: string): string {
  const path = join(temporaryDirectory(), 'portal.yaml');
  writeFileSync(path, configuration(lines));
  return path;
}
