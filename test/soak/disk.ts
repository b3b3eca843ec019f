import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Loose objects and packs of a repository. */
export function objectsOf(gitdir: string): { loose: number; packs: number } {
  const objects = join(gitdir, 'objects');
  const list = (directory: string): string[] => {
    try {
      return readdirSync(directory);
    } catch {
      return [];
    }
  };
  const fans = list(objects).filter((name) => /^[0-9a-f]{2}$/.test(name));
  return {
    loose: fans.reduce((sum, fan) => sum + list(join(objects, fan)).length, 0),
    packs: list(join(objects, 'pack')).filter((name) => name.endsWith('.pack')).length,
  };
}
