import { createHash, hash } from 'node:crypto';
import type { Visibility } from '../../content/brand.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import { longHex } from '../../content/hex-color.js';
import { mediaProblem } from '../../content/media.js';
import { type Batch, type BatchPage, batchesOf, filesIn } from '../../content/page-import/batches.js';
import {
  type ImportedBlock,
  type Loss,
  type LossKind,
  withColors,
  withFile,
} from '../../content/page-import/document.js';
import { blocksToMend, countsOf, type Mend } from '../../content/page-import/mend.js';
import { nameOf } from '../../content/page-import/plan.js';
import { catalogAt } from '../../content/validity.js';
import { yieldWhenDue } from '../../lib/concurrency.js';
import { PortalError } from '../../lib/errors.js';
import { setColor } from '../../operations/colors.js';
import type { Result } from '../../operations/engine/call.js';
import type { Operation } from '../../operations/engine/contract.js';
import type { ProposalName } from '../../operations/engine/target.js';
import { importPages, type SentPages } from '../../operations/import-pages.js';
import {
  createProposal,
  showProposal,
  submitProposal,
  withdrawProposal,
} from '../../operations/proposals/proposals.js';
import { DoubleFile, type SentFile, type StoredResult } from '../files/uploads.js';
import type { PlannedImport } from './read.js';

interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** One-time name: sent again with the same input, it is one write. */
  readonly once?: string;
  readonly proposal?: ProposalName;
}

/** The caller's way into a brand. */
export interface Doors {
  /** The brand as it is now. */
  read(): Promise<Catalog>;
  perform<Value>(operation: Operation<Value>, input: CallInput): Promise<Result<Value>>;
  store(bytes: AsyncIterable<Uint8Array>, sent: SentFile, proposal: ProposalName): Promise<StoredResult>;
}

interface MakeOptions {
  /** Title of a proposal. */
  title(part: number, parts: number): string;
  /** Note of a proposal: what its pages lost. */
  note(mend: Mend): string;
  /** Readers of the pages; those of files that are marked as hidden stay hidden. */
  readonly visibility: Visibility;
  readonly now: Date;
  /** Chapter of the brand that the pages come to the end of. Default: the top level. */
  readonly under?: number | null;
  onProgress?(done: number, total: number): void;
  isLeft?(): boolean;
}

export interface MadeProposal {
  readonly number: number;
  readonly title: string;
  /** Without chapters. */
  readonly pages: number;
  /** New chapters. */
  readonly chapters: number;
  readonly files: number;
  /** Whether the same import had made and sent it before: nothing was written to it. */
  readonly isThere: boolean;
}

/** File that could not be stored, with the page that shows it. */
export interface LostFile {
  readonly path: string;
  readonly kind: LossKind;
  readonly name: string;
}

interface Made {
  readonly proposals: readonly MadeProposal[];
  readonly lost: readonly LostFile[];
}

/** Proposals that begin again where the one before was withdrawn or declined. */
const maxAttempts = 20;

/**
 * Makes proposals of all pages, each whole or not at all: the pages of one are one write, after its files. Called again within a day,
 * it goes on where it was interrupted.
 *
 * @throws PortalError
 */
export async function makeProposals(doors: Doors, planned: PlannedImport, options: MakeOptions): Promise<Made> {
  const batches = await batchesOf(planned.plan);
  const proposals: MadeProposal[] = [];
  const lost: LostFile[] = [];
  const total = batches.reduce((sum, { files }) => sum + files.size + 1, 0);
  let done = 0;
  const step = (): void => {
    done += 1;
    options.onProgress?.(done, total);
  };
  for (const [at, batch] of batches.entries()) {
    if (options.isLeft?.()) break;
    const after = batches.slice(0, at).reduce((sum, { pages }) => sum + pages.length, 0);
    const title = options.title(at + 1, batches.length);
    const write = new BatchWrite(doors, planned, batch, options, lost, after);
    const { number, isThere } = await write.begin(title);
    let files = batch.files.size;
    if (isThere) done += files;
    else {
      const media = await write.storeFiles(number, step);
      const colors = await write.storeColors(number);
      await write.storePages(number, media, colors).catch((error) => write.withdrawAfter(error, number));
      await write.send(number);
      files = media.size;
    }
    step();
    proposals.push({ number, title, isThere, ...countsOf(batch.pages), files });
  }
  return { proposals, lost };
}

/** Names that programs give pictures without a name. */
const saysNothing = /^(?:untitled|image|img|picture|screenshot)?[\s_-]*\d*$/i;

class BatchWrite {
  #once = '';
  /** Hashes of the files by their places; `null` for a medium of the brand. */
  readonly #digests = new Map<number, string | null>();

  constructor(
    private readonly doors: Doors,
    private readonly planned: PlannedImport,
    private readonly batch: Batch,
    private readonly options: Pick<MakeOptions, 'now' | 'under' | 'note' | 'visibility'>,
    private readonly lost: LostFile[],
    /** Pages of the proposals before. */
    private readonly after: number,
  ) {}

  /** @returns the number of the proposal, which an interrupted import may have begun; `isThere`: one has sent it */
  async begin(title: string): Promise<{ readonly number: number; readonly isThere: boolean }> {
    const from = await this.#nameOf();
    for (let attempt = 1; ; attempt += 1) {
      this.#once = hash('sha256', `${from} ${attempt}`);
      const { value, isReplayed } = await this.doors.perform(createProposal, { body: { title }, once: this.#once });
      const { number } = value;
      if (!isReplayed) return { number, isThere: false };
      const shown = await this.doors.perform(showProposal, { params: { proposal: String(number) } });
      const { state } = shown.value;
      const isOver = state === 'withdrawn' || state === 'declined';
      if (!isOver || attempt === maxAttempts) return { number, isThere: state !== 'draft' };
    }
  }

  /** One-time name of the same pages with files of the same content. */
  async #nameOf(): Promise<string> {
    const { files } = this.planned.plan;
    const { under, visibility } = this.options;
    const named: unknown[] = [];
    for (const at of this.batch.files) {
      const file = files[at];
      const isMedium = file === undefined || 'medium' in file;
      const digest = isMedium ? null : await this.#digestOf(at);
      this.#digests.set(at, digest);
      named.push(isMedium ? file : ['in' in file ? [file.in.path, file.at] : file.path, digest]);
    }
    const sum = createHash('sha256').update(JSON.stringify([under ?? null, visibility, named]));
    for (const page of this.batch.pages) {
      sum.update(JSON.stringify(page));
      await yieldWhenDue();
    }
    return sum.digest('hex');
  }

  /** Sends it for review. */
  async send(proposal: number): Promise<void> {
    const params = { proposal: String(proposal) };
    const pages = this.batch.pages.map((page) => ({ ...page, lost: [...page.lost, ...this.#lostBy(page)] }));
    const note = this.options.note(blocksToMend(pages));
    await this.doors.perform(submitProposal, { params, body: { note } });
  }

  /** Files of a page that were refused. */
  #lostBy(page: BatchPage): Loss[] {
    const isOwn = ({ path }: LostFile): boolean =>
      page === this.batch.pages.find((one) => one.type === 'guideline' && one.path === path);
    const own = this.lost.filter(isOwn);
    return own.map(({ kind, name }) => ({ kind, name, line: null }));
  }

  /** @returns the media by the places of files */
  async storeFiles(proposal: number, step: () => void): Promise<Map<number, number>> {
    const media = new Map<number, number>();
    const byHash = new Map<string, number>();
    const catalog = catalogAt(await this.doors.read(), this.options.now);
    for (const at of this.batch.files) {
      const file = this.planned.plan.files[at];
      if (file !== undefined && 'medium' in file) media.set(at, file.medium);
      else if (file !== undefined) {
        const digest = this.#digests.get(at) ?? '';
        const id = byHash.get(digest) ?? (await this.#store(at, proposal, catalog));
        if (id !== null) media.set(at, id);
        if (id !== null) byHash.set(digest, id);
      }
      step();
    }
    for (const { path, file } of this.batch.dropped) {
      const planned = this.planned.plan.files[file];
      this.lost.push({ path, kind: 'pictures', name: planned === undefined ? '' : nameOf(planned) });
    }
    return media;
  }

  async #open(at: number): Promise<AsyncIterable<Uint8Array>> {
    const file = this.planned.plan.files[at];
    if (file === undefined || 'medium' in file) throw new Error('No file');
    if ('in' in file)
      return (async function* () {
        yield file.in.document.embedded[file.at]?.bytes ?? new Uint8Array();
      })();
    const found = this.planned.files.get(file.path);
    if (found === undefined) throw new Error('No file');
    return found.open();
  }

  async #digestOf(at: number): Promise<string> {
    const sum = createHash('sha256');
    try {
      for await (const part of await this.#open(at)) sum.update(part);
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
    }
    return sum.digest('hex');
  }

  /** @returns `null` if the file is refused */
  async #store(at: number, proposal: number, catalog: Parameters<typeof mediaProblem>[0]): Promise<number | null> {
    const file = this.planned.plan.files[at];
    if (file === undefined) return null;
    const name = nameOf(file);
    const stem = name.replace(/(.)\.[^.]*$/, '$1');
    const fallbackTitle = saysNothing.test(stem) ? (this.#pageOf(at)?.title ?? stem) : stem;
    const sent = { name, fallbackTitle, once: this.#once };
    try {
      const { value } = await this.doors.store(await this.#open(at), { ...sent, leavesDoubles: true }, proposal);
      if (value.status !== 'failed') return value.id;
      this.#lose(at, 'picture_refused');
    } catch (error) {
      if (error instanceof DoubleFile) {
        if (mediaProblem(catalog, error.medium) === null) return error.medium;
        return (await this.doors.store(await this.#open(at), sent, proposal)).value.id;
      }
      if (!(error instanceof PortalError) || error.code !== 'invalid') throw error;
      this.#lose(at, 'file_refused');
    }
    return null;
  }

  #pageOf(at: number): BatchPage | undefined {
    return this.batch.pages.find(({ blocks }) => filesIn(blocks).includes(at));
  }

  #lose(at: number, kind: LossKind): void {
    const file = this.planned.plan.files[at];
    this.lost.push({ path: this.#pageOf(at)?.path ?? '', kind, name: file === undefined ? '' : nameOf(file) });
  }

  /** @returns the colours of the brand by the places of colours; one that is there stays as it is */
  async storeColors(proposal: number): Promise<Map<number, number>> {
    const { colors } = await this.doors.read();
    const known = new Map([...colors.values()].map(({ id, hex }) => [longHex(hex), id] as const));
    const ids = new Map<number, number>();
    for (const at of this.batch.colors) {
      const color = this.planned.plan.colors[at];
      if (color === undefined) continue;
      const there = known.get(longHex(color.hex));
      const add = async () =>
        (
          await this.doors.perform(setColor, {
            params: { id: null },
            body: color,
            once: `${this.#once} ${at}`,
            proposal,
          })
        ).value.id;
      ids.set(at, there ?? (await add()));
    }
    return ids;
  }

  /** Withdraws a proposal whose pages are refused. @throws the error */
  async withdrawAfter(error: unknown, proposal: number): Promise<never> {
    if (error instanceof PortalError && error.code === 'invalid')
      await this.doors.perform(withdrawProposal, { params: { proposal: String(proposal) } });
    throw error;
  }

  async storePages(
    proposal: number,
    media: ReadonlyMap<number, number>,
    colors: ReadonlyMap<number, number>,
  ): Promise<void> {
    const pages = this.batch.pages.map(({ title, slug, type, parent, existing, isHidden, blocks }) => ({
      ...{ title, slug, type, parent, existing, isHidden },
      blocks: withMedia(blocks, media).map((block) => withColors(block, (at) => colors.get(at) ?? 0)),
    }));
    const body: SentPages = {
      under: this.options.under ?? null,
      after: this.after,
      visibility: this.options.visibility,
      pages,
    };
    await this.doors.perform(importPages, { body, once: this.#once, proposal });
  }
}

/** Blocks with ids of media in place of the places of files; what has no medium is left out. */
function withMedia(blocks: readonly ImportedBlock[], media: ReadonlyMap<number, number>): ImportedBlock[] {
  const isThere = ({ data: { media_id } }: ImportedBlock): boolean =>
    typeof media_id !== 'number' || media.has(media_id);
  return blocks.filter(isThere).map((block) => withFile(block, (at) => media.get(at) ?? 0));
}
