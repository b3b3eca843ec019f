/** Options of an LRU cache of at most so many entries. The library's own `max` reserves memory for all of them at once. */
export const entries = (max: number) => ({ maxSize: max, sizeCalculation: (): number => 1 });
