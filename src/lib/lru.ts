/** Options of an LRU cache by number of entries. The library's own `max` reserves the memory of all in advance. */
export const entries = (max: number) => ({ maxSize: max, sizeCalculation: (): number => 1 });
