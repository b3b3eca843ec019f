import { isDeepStrictEqual } from 'node:util';
import { type BrandFile, newBrandFile } from '../../../content/brand.js';
import { parsePath, paths } from '../../../content/catalog/paths.js';
import { readAsStored } from '../../../content/ingest.js';
import { brandFileOf } from '../../../operations/brand.js';
import type { WorkContext } from '../../context.js';

type Settings = Readonly<Record<string, string>>;

/** Colours and fonts of a commit that changed nothing else of the brand's settings. */
interface ThemeChange {
  /** Values before it, of the fields that it changed. */
  readonly before: Settings;
  readonly after: Settings;
}

/** The change of the theme that a commit made; `null` if it is none, or if a later one changed the same fields. */
export async function undoableTheme(context: WorkContext, commit: string): Promise<ThemeChange | null> {
  const repository = await context.repository();
  const parent = await repository.versions.parentOf(commit);
  const fileAt = async (version: string): Promise<BrandFile | null> => {
    const file = await repository.readFile(paths.brand, version).catch(() => null);
    const content = file && readAsStored(parsePath(paths.brand), file.bytes);
    return content?.kind === 'brand' ? content.value : null;
  };
  const [from, to] = [parent && (await fileAt(parent)), await fileAt(commit)];
  const snapshot = await context.newest();
  if (!from || !to || snapshot.catalog.problems.has(paths.brand)) return null;
  if (!isDeepStrictEqual(withoutSettings(from), withoutSettings(to))) return null;
  const now = settingsOf(brandFileOf(snapshot));
  const [then, made] = [settingsOf(from), settingsOf(to)];
  const names = Object.keys(made).filter((name) => then[name] !== made[name]);
  if (names.length === 0 || names.some((name) => now[name] !== made[name])) return null;
  const pick = (all: Settings): Settings => Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
  return { before: pick(then), after: pick(made) };
}

/** Fields of `setTheme`. */
const settingsOf = ({ theme: { colors, font } }: BrandFile): Settings => ({ ...colors, font });

function withoutSettings(file: BrandFile): BrandFile {
  const { colors, font } = newBrandFile('').theme;
  return { ...file, theme: { ...file.theme, colors, font } };
}
