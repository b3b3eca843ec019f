import type { BrandColor } from '../../content/brand.js';
import type { EntryFile } from '../../content/brand-context.js';
import { parsePath } from '../../content/catalog/paths.js';
import type { FileContent } from '../../content/file-format.js';
import { type NamedSection, presentSection } from '../../content/language.js';
import type { StoredMedium } from '../../content/media.js';
import { type Page, presentPage } from '../../content/page.js';
import type { CommittedFiles, VersionedAnswer } from './contract.js';
import { readForeign } from './read-page.js';
import { resources, versionOf, versionOfFile } from './resource.js';

export async function replayPage(commit: CommittedFiles): Promise<VersionedAnswer<Page>> {
  const { content, version } = await committed(commit, 'page');
  return { value: presentPage(content.value), resource: resources.page(content.value.id), version };
}

export async function replaySection(commit: CommittedFiles): Promise<VersionedAnswer<NamedSection>> {
  const { content, version } = await committed(commit, 'section');
  return { value: presentSection(content.name, content.value), resource: resources.section(content.name), version };
}

/** Metadata and file change alone or together. */
export async function replayMedium({ versions, snapshot }: CommittedFiles): Promise<VersionedAnswer<StoredMedium>> {
  const [id = 0] = [...versions.keys()].flatMap((path) => {
    const at = parsePath(path);
    return at?.kind === 'file' || at?.kind === 'media' ? [at.id] : [];
  });
  const then = await snapshot();
  const medium = then.catalog.media.get(id);
  if (medium === undefined) throw new Error('A commit that was made with an idempotency key has no medium');
  const resource = resources.medium(medium.id);
  const file = then.catalog.files.get(medium.id) ?? null;
  return { value: { ...medium, file }, resource, version: versionOf(then, resource) };
}

export async function replayColor(commit: CommittedFiles): Promise<VersionedAnswer<BrandColor>> {
  const { value } = (await committed(commit, 'color')).content;
  const resource = resources.color(value.id);
  return { value, resource, version: versionOf(await commit.snapshot(), resource) };
}

export async function replayEntry(commit: CommittedFiles): Promise<VersionedAnswer<EntryFile>> {
  const { value } = (await committed(commit, 'entry')).content;
  const resource = resources.entry(value.id);
  return { value, resource, version: versionOf(await commit.snapshot(), resource) };
}

export async function replayNothing(): Promise<VersionedAnswer<undefined>> {
  return { value: undefined, resource: null, version: null };
}

type Kind = 'page' | 'section' | 'color' | 'entry';
type Content<K extends Kind> = Extract<FileContent, { kind: K }>;

const isOfKind = <K extends Kind>(content: FileContent, kind: K): content is Content<K> => content.kind === kind;

async function committed<K extends Kind>({ versions, read, sanitizer }: CommittedFiles, kind: K) {
  for (const [path, version] of versions) {
    const at = parsePath(path);
    if (at?.kind !== kind) continue;
    const { content, altered } = await readForeign(at, await read(version), sanitizer);
    if (isOfKind(content, kind)) return { content, version: versionOfFile(version, altered.length > 0) };
  }
  throw new Error(`A commit that was made with an idempotency key has no ${kind}`);
}
