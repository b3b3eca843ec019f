import { encodeJson, parseJson } from '../lib/json.js';
import { releaseVersion } from '../lib/package.js';
import type { Log } from '../log.js';
import type { SharedText } from '../registry/last-used.js';
import type { FileSystem } from '../store/file-system.js';
import type { OnBatch } from '../store/repository.js';
import { dataPaths } from './data-directory.js';
import { localHint } from './local-hint.js';

/** The hint in a data directory. */
export const localWrittenBy = (fs: FileSystem, data: string): SharedText =>
  localHint(fs, dataPaths.writtenBy(data), 1000);

/** The highest version that has written. It is a hint, so it never fails: an unreadable or damaged one counts as missing. */
export class WrittenBy {
  /** Whether this process has stored a commit. */
  hasWritten = false;

  constructor(private readonly text: SharedText) {}

  /** An observer of batches that notices one that is stored. */
  noticing(onBatch?: OnBatch): OnBatch {
    return (batch) => {
      this.hasWritten ||= batch.isStored;
      onBatch?.(batch);
    };
  }

  /** Highest version that has written, if it is higher than this program's; else `null`. */
  async higher(): Promise<string | null> {
    const found = await this.#read();
    return found !== null && isHigher(found, releaseVersion) ? found : null;
  }

  /** Names this version, unless one as high is named. */
  async note(log: Pick<Log, 'warn'>): Promise<void> {
    const found = await this.#read();
    if (found !== null && !isHigher(releaseVersion, found)) return;
    await this.text
      .write(textOf(releaseVersion))
      .catch((error) => log.warn({ err: error }, 'the version that writes cannot be noted'));
  }

  async copyTo(other: SharedText): Promise<void> {
    const found = await this.#read();
    if (found !== null) await other.write(textOf(found));
  }

  async #read(): Promise<string | null> {
    const texts = await this.text.read().catch(() => []);
    const { version } = Object(parseJson(texts[0] ?? ''));
    return typeof version === 'string' && /^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(version) ? version : null;
  }
}

const textOf = (version: string): string => encodeJson({ version }).toString();

const byNumber = new Intl.Collator('en', { numeric: true });

const isHigher = (version: string, than: string): boolean => byNumber.compare(version, than) > 0;
