/** Options of an LRU cache with a maximum number of entries. The library's own `max` reserves memory for all of them at once. */
export const entries = (max: number) => ({ maxSize: max, sizeCalculation: (): number => 1 });
