/**
 * Bounds an LRU cache to a number of entries, with memory that grows as it fills. Its own option `max` allocates the
 * memory of all entries at the start: 750 KB and milliseconds for 20,000 of them, and the store has dozens of such caches.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
