import { commitsSince, headOf } from '../support/commits.js';
import { lostFiles } from '../support/files.js';
import type { Tally } from './tally.js';

/** Answers to writes to one brand, by request id, to be compared with its history. */
export class Ledger {
  /** Acknowledged, and a commit each; removed when it was found. */
  #acknowledged = new Set<string>();
  readonly #refused = new Set<string>();
  /** Commits by request id, of the whole history. */
  readonly #commits = new Map<string, number>();
  #checkedUpTo: string | null = null;
  #filesSeen = 0;
  /** SHA-256 of files that were acknowledged. */
  readonly files = new Set<string>();
  /** Acknowledged writes that were found in the history. */
  found = 0;
  commits = 0;

  constructor(
    readonly slug: string,
    readonly gitdir: string,
  ) {}

  /** @param status of the answer to a write that changes something whenever it succeeds */
  answered(requestId: string, status: number): void {
    if (status < 300) this.#acknowledged.add(requestId);
    else this.refused(requestId, status);
  }

  /** @param status of the answer to a write that may change nothing */
  refused(requestId: string, status: number): void {
    if (status >= 400) this.#refused.add(requestId);
  }

  /** Every acknowledged file is there, byte for byte, and every acknowledged write is one commit, a refused one none. The server must not be running. */
  async check(tally: Tally): Promise<void> {
    const head = headOf(this.gitdir);
    const unseen = [...this.files].slice(this.#filesSeen);
    for (const sha256 of lostFiles(this.gitdir, unseen)) tally.problem(`${this.slug}: the file ${sha256} is lost`);
    this.#filesSeen = this.files.size;
    for (const { requestId } of await commitsSince(this.gitdir, this.#checkedUpTo)) {
      if (requestId === '') continue;
      const count = (this.#commits.get(requestId) ?? 0) + 1;
      this.#commits.set(requestId, count);
      this.commits += 1;
      if (count > 1) tally.problem(`${this.slug}: the request ${requestId} made ${count} commits`);
      if (this.#refused.has(requestId)) tally.problem(`${this.slug}: the refused request ${requestId} made a commit`);
    }
    this.#checkedUpTo = head;
    for (const id of this.#acknowledged) {
      if (this.#commits.has(id)) this.found += 1;
      else tally.problem(`${this.slug}: the acknowledged write ${id} is not in the history`);
    }
    this.#acknowledged = new Set();
  }
}
