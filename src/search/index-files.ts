/** What SQLite keeps by a database that is in use, and what it takes away with it. */
export const sideFiles = ['-wal', '-shm', '-journal'] as const;

export const inMemory = ':memory:';

/** Of an index that is kept in no file: different names, different indexes. */
export function pathInMemory(name: string): string {
  return `${inMemory}${name}`;
}
