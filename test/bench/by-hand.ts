import * as fs from 'node:fs';
import { join } from 'node:path';

function sync(path: string, flags: string, bytes?: Buffer): void {
  const file = fs.openSync(path, flags);
  if (bytes !== undefined) fs.writeSync(file, bytes);
  fs.fsyncSync(file);
  fs.closeSync(file);
}

/** What a write does to the disk, and nothing else: each step waits for the one before. `folder` has `pack` and `heads` in it. */
export function byHand(folder: string, name: string, [pack, index]: readonly [Buffer, Buffer]): void {
  const [packs, heads] = [join(folder, 'pack'), join(folder, 'heads')];
  const [owner, keep, lock] = [join(folder, name), join(packs, `${name}.keep`), join(heads, 'main.lock')];
  sync(owner, 'wx', Buffer.alloc(41, name));
  sync(join(packs, `${name}.1.tmp`), 'wx', pack);
  sync(join(packs, `${name}.2.tmp`), 'wx', index);
  fs.linkSync(owner, keep);
  fs.renameSync(join(packs, `${name}.1.tmp`), join(packs, `${name}.pack`));
  fs.renameSync(join(packs, `${name}.2.tmp`), join(packs, `${name}.idx`));
  sync(packs, 'r');
  fs.linkSync(owner, lock);
  fs.renameSync(lock, join(heads, 'main'));
  sync(heads, 'r');
  fs.unlinkSync(keep);
  fs.unlinkSync(owner);
}
