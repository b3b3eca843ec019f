/**
 * Small texts outside of git, which only their owner can read: what people may erase. Only the newest state of each is kept.
 * Keys are paths such as `addresses/8f2k.json`, with one folder.
 */
export interface PrivateTexts {
  /** @returns `null` when there is none */
  read(key: string): Promise<string | null>;
  /** Creates or replaces, whole and on disk when it resolves. */
  write(key: string, text: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Keys of a folder, in order. */
  list(folder: string): Promise<string[]>;
}
