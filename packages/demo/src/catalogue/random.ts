export type Random = () => number

/** A seeded generator (mulberry32), so that the demo is the same everywhere. */
export const seededRandom = (seed: number): Random => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Deals the items in random order, over and over: none repeats before all others were dealt. */
export const dealer = <T>(random: Random, items: readonly T[]): (() => T) => {
  const order = items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
  let dealt = 0
  return () => {
    const next = order[dealt % order.length]
    dealt += 1
    if (next === undefined) throw new Error('There is nothing to deal.')
    return next
  }
}
