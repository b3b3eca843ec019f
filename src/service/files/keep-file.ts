import { proposalIn } from '../../content/proposals/catalog.js';
import type { BrandFiles, Spooled } from '../../files/brand-files.js';
import type { Quotas } from '../../files/quotas.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { sizeText } from '../../lib/size-text.js';
import type { Call } from '../../operations/engine/call.js';
import { type FileSystem, readLazily } from '../../store/file-system.js';
import type { OpenBrands } from '../open-brands.js';
import { filesOf } from './proposal-files.js';

interface FileTools {
  readonly fs: FileSystem;
  readonly brands: OpenBrands;
  readonly quotas: Quotas;
  readonly limits: { readonly fileBytesPerBrand: number };
  files(slug: string): BrandFiles;
  proposalFiles(slug: string): BrandFiles;
}

/** A brand's files, or those of its proposals. */
export type Place = Pick<Call, 'slug' | 'proposal'>;

/** Name of what has a quota: a brand, or its proposals, which have one as large. */
export const quotaOf = ({ slug, proposal }: Place): string => (proposal === undefined ? slug : `${slug} proposals`);

/** @throws `invalid` without room */
export async function keep(
  { quotas, limits }: Pick<FileTools, 'quotas' | 'limits'>,
  place: Place,
  files: BrandFiles,
  spooled: Spooled,
): Promise<void> {
  // Bytes that are there take no more room.
  const isKnown = (await files.size(spooled.sha256)) !== null;
  const giveBack = isKnown
    ? () => {}
    : await quotas.reserve(quotaOf(place), files, spooled.bytes, limits.fileBytesPerBrand);
  if (giveBack === null) throw overQuota(limits);
  try {
    await files.keep(spooled);
  } catch (error) {
    giveBack();
    throw error;
  }
}

export function overQuota({ fileBytesPerBrand: max }: FileTools['limits']): PortalError {
  return invalidField(
    'file',
    say`The files of a brand must not take more than ${sizeText(max)}. Those of its history count.`,
  );
}

export async function isPurged({ brands }: Pick<FileTools, 'brands'>, slug: string, sha256: string): Promise<boolean> {
  const { catalog } = await (await brands.get(slug)).read();
  return catalog.purged.some((file) => file.sha256 === sha256);
}

/** Puts the files of a proposal into the brand, before a commit of it names them. */
export async function publishFiles(tools: FileTools, slug: string, number: number): Promise<void> {
  const proposals = await (await tools.brands.proposals(slug))?.read();
  if (proposals === undefined) return;
  const proposal = proposalIn(proposals.catalog, number);
  if (proposal === undefined) return;
  const target = tools.files(slug);
  const source = tools.proposalFiles(slug);
  for await (const { sha256, bytes } of filesOf(proposal, proposals)) {
    if ((await target.size(sha256)) === bytes || (await isPurged(tools, slug, sha256))) continue;
    const found = await source.find(sha256);
    if (found === null) throw new PortalError('unavailable', 'A file of the proposal is not available at the moment.');
    const spooled = await target.spool(readLazily(tools.fs, found.path), { maxBytes: bytes, bytes, digest: sha256 });
    await keep(tools, { slug }, target, spooled).finally(() => spooled.discard());
  }
}
