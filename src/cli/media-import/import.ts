import { nameOrNumber } from '../../content/media-names.js';
import { PortalError } from '../../lib/errors.js';
import { setMedia } from '../../operations/media.js';
import type { MediumFields } from '../../operations/media-details.js';
import { addMediaCategory } from '../../operations/media-names.js';
import { maxUpdated, updateMedia } from '../../operations/update-media.js';
import { DoubleFile, storeFile } from '../../service/files/uploads.js';
import type { FoundFile } from '../../service/media-import/archive.js';
import { sentFrom } from '../../service/media-import/sent-file.js';
import type { Service } from '../../service/service.js';
import { operatorCall, runOperation } from '../command.js';
import { readNamed } from '../input.js';
import { doEach, type Many } from '../many.js';
import { type FieldsLine, readFields } from './fields-file.js';
import { openSource } from './sources.js';

export interface ImportOptions {
  readonly csv?: string;
  readonly keepPlace?: true;
}

export interface ImportedMedium {
  readonly file: string;
  readonly id: number;
}

interface Item {
  readonly at: string;
  /** `null` for a line that names a file which is not in the source. */
  readonly file: FoundFile | null;
  readonly line: FieldsLine | null;
}

/**
 * Stores the files of a folder or ZIP, each as a medium by one commit. Folders become tags, and the
 * categories of lines that the brand lacks are added. A file that a medium has is left; its line is applied. Called again, it does what is missing.
 *
 * @throws `invalid`
 */
export async function importMedia(
  service: Service,
  brand: string,
  path: string,
  { csv, keepPlace }: ImportOptions,
): Promise<Many<ImportedMedium>> {
  const catalogNow = async () => (await (await service.openBrand(brand)).read()).catalog;
  const { lines, refused } = csv === undefined ? { lines: [], refused: [] } : readFields(csv, await readNamed(csv));
  const source = await openSource(path);
  try {
    /** Names of files, by their media that are to be released. */
    const released = new Map<number, string>();
    const items = itemsOf(source.files, lines, new Set(refused.map(({ file }) => file)));
    const many = await doEach(items, 'files', async ({ file, line }) => {
      const category =
        line === null || line.category === '' ? {} : { media_category_id: await categoryId(line.category) };
      const fields = { ...line?.fields, ...category };
      const found = file === null ? await idOf(line?.file ?? '') : await stored(file, fields);
      const { id, isNew } = found;
      if (!isNew && line !== null)
        await runOperation(service, brand, setMedia, { params: { id: String(id) }, body: fields });
      if (line?.isReleased && !(await catalogNow()).media.get(id)?.released) released.set(id, file?.path ?? line.file);
      return { isNew, value: { file: file?.path ?? line?.file ?? '', id } };
    });
    const ids = [...released.keys()];
    const unreleased: { readonly at: string; readonly reason: string }[] = [];
    for (let at = 0; at < ids.length; at += maxUpdated) {
      const body = { media: ids.slice(at, at + maxUpdated), released: true };
      const done = await runOperation(service, brand, updateMedia, { body });
      for (const { id } of done.left)
        unreleased.push({ at: released.get(id) ?? '', reason: `Medium ${id} is not ready, so it was not released.` });
    }
    const left = source.left.map(({ path: at, reason }) => ({ at, reason }));
    return {
      ...many,
      refused: [...left, ...refused.map(({ at, reason }) => ({ at, reason })), ...many.refused, ...unreleased],
    };
  } finally {
    source.close();
  }

  async function stored({ path: name, bytes, open }: FoundFile, fields: Partial<MediumFields>) {
    const sent = { ...sentFrom(name, fields), bytes, keepsPlace: keepPlace === true };
    try {
      const { value } = await storeFile(service, operatorCall(brand), await open(), sent);
      return { id: value.id, isNew: true };
    } catch (error) {
      if (error instanceof DoubleFile) return { id: error.medium, isNew: false };
      throw error;
    }
  }

  /** @throws `invalid` where the brand has as many categories as it may */
  async function categoryId(text: string): Promise<number> {
    const { media_categories } = await catalogNow();
    const like = nameOrNumber(media_categories, text);
    if (like !== null) return like.id;
    if (/^\d+$/.test(text)) return Number(text);
    return (await runOperation(service, brand, addMediaCategory, { body: { name: text } })).id;
  }

  /** The medium whose file has a name or hash. */
  async function idOf(name: string): Promise<{ id: number; isNew: false }> {
    const { media, files } = await catalogNow();
    const ids = [...files].flatMap(([id, { name: storedName, sha256 }]) =>
      [storedName, sha256, media.get(id)?.original_name].includes(name) ? [id] : [],
    );
    const [id, ...others] = ids;
    if (id === undefined) throw new PortalError('invalid', `There is no file ${name}.`);
    if (others.length > 0) throw new PortalError('invalid', `Several media have a file ${name}: ${ids.join(', ')}.`);
    return { id, isNew: false };
  }
}

/**
 * Files with their lines, by path, or by name where only one file has it.
 *
 * @param refused names of files whose lines are not applied: they are left
 */
function itemsOf(files: readonly FoundFile[], lines: readonly FieldsLine[], refused: ReadonlySet<string>): Item[] {
  const lastOf = (path: string): string => path.split('/').at(-1) ?? path;
  const byPath = new Map(files.map((file) => [file.path, file] as const));
  const byName = new Map<string, FoundFile | undefined>();
  for (const file of files) byName.set(lastOf(file.path), byName.has(lastOf(file.path)) ? undefined : file);
  const fileOf = (name: string): FoundFile | undefined => byPath.get(name) ?? byName.get(name);
  const leftFiles = new Set([...refused].map(fileOf));
  const lineOf = new Map(lines.map((line) => [fileOf(line.file), line] as const));
  return [
    ...files
      .filter((file) => !leftFiles.has(file))
      .map((file) => ({ at: file.path, file, line: lineOf.get(file) ?? null })),
    ...lines
      .filter((line) => fileOf(line.file) === undefined)
      .map((line) => ({ at: `line ${line.line}`, file: null, line })),
  ];
}
