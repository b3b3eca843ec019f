// Tells by its exit code whether `dist` was built from what is here now. It loads no library, so that a start does not wait.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
export const stampPath = join(folder, 'dist/.built-from');

/**
 * Digest of everything that a build depends on: contents, because times tell nothing of a file that was removed or of an older
 * one that was copied here.
 */
export function sourcesDigest(node = process.versions.node) {
  const sources = fs.readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true });
  const files = sources.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const others = ['package.json', 'package-lock.json', 'LICENSE'].map((name) => join(folder, name));
  const digest = createHash('sha256').update(JSON.stringify([node.split('.')[0], commit()]));
  for (const file of [...others, ...files].sort()) {
    const bytes = fs.readFileSync(file);
    digest.update(JSON.stringify([file.slice(folder.length), bytes.length])).update(bytes);
  }
  return digest.digest('hex');
}

/** The commit that is checked out, which the program names; empty without one. */
function commit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  } catch {
    return '';
  }
}

const isCurrent = () => fs.existsSync(stampPath) && fs.readFileSync(stampPath, 'utf8') === sourcesDigest();

if (import.meta.main ?? process.argv[1] === import.meta.filename) process.exitCode = isCurrent() ? 0 : 1;
