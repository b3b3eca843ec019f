import { extensionOf } from '../../content/page-import/document.js';
import type { BrandFiles } from '../../files/brand-files.js';
import { FoundFiles, type Source, zipSource } from '../media-import/archive.js';

/** ZIP files in a ZIP that are opened: Notion writes a large export so. */
const maxParts = 20;

/**
 * The source, or the files of the ZIP files that it consists of. What is unpacked counts together.
 *
 * @throws `invalid`
 */
export async function openParts(source: Source, files: BrandFiles): Promise<Source> {
  const parts = source.files.filter(({ path }) => extensionOf(path) === 'zip');
  if (parts.length === 0 || parts.length !== source.files.length || parts.length > maxParts) return source;
  const opened: (() => Promise<void>)[] = [];
  const close = (): void => {
    source.close();
    for (const one of opened) void one();
  };
  try {
    const found = new FoundFiles();
    for (const [path, reason] of source.left.map(({ path, reason }) => [path, reason] as const))
      found.leave(path, reason);
    for (const part of parts) {
      const spooled = await files.spool(await part.open(), { maxBytes: part.bytes });
      opened.push(() => spooled.discard());
      const inner = await zipSource(spooled.path, spooled.bytes);
      opened.push(async () => inner.close());
      for (const file of inner.files) {
        found.count();
        found.add(file);
      }
      for (const { path, reason } of inner.left) found.leave(path, reason);
    }
    return { files: found.files, left: found.left, close };
  } catch (error) {
    close();
    throw error;
  }
}
