import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { git } from './git.js';

/** Everything that was written somewhere, by where it was found. */
export class Writings {
  readonly #texts = new Map<string, string>();

  add(where: string, text: string): void {
    this.#texts.set(where, (this.#texts.get(where) ?? '') + text);
  }

  /** Every file below the directory with its name, and what the objects of git repositories hold inflated. */
  addDirectory(directory: string): void {
    for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
      const path = join(directory, name);
      if (statSync(path).isFile()) this.add(path, `${name}\n${readFileSync(path, 'latin1')}`);
      else if (/(^|\/)[^/]+\.git$/.test(name)) {
        this.add(`objects of ${path}`, git(path, ['cat-file', '--batch-all-objects', '--batch']));
      }
    }
  }

  /** Where the key is, whole or half, as it is or encoded, in any case. */
  holding(key: string): string[] {
    const needles = formsOf(key).map((form) => form.toLowerCase());
    return [...this.#texts].flatMap(([where, text]) => {
      const lower = text.toLowerCase();
      return needles.flatMap((needle) => {
        const at = lower.indexOf(needle);
        return at < 0 ? [] : [`${where}: …${text.slice(Math.max(0, at - 200), at + 60)}`];
      });
    });
  }

  get size(): number {
    return this.#texts.size;
  }
}

/** Half of a key is 19 of 38 random characters. */
function formsOf(key: string): string[] {
  return [key.slice(3, 22), key.slice(22)].flatMap((half) => [
    half,
    percentEncoded(half),
    Buffer.from(half).toString('hex'),
    ...[0, 1, 2].map((shift) => base64Within(half, shift)),
  ]);
}

export function percentEncoded(text: string): string {
  return [...text].map((character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
}

/** What the base64 of any text has that holds this one, with so many bytes of a group of three before it. */
function base64Within(text: string, shift: number): string {
  const encoded = Buffer.from('.'.repeat(shift) + text).toString('base64');
  return encoded.slice(shift === 0 ? 0 : 4, encoded.length - (encoded.length % 4) - 4);
}
