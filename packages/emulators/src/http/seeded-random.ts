/** Pseudorandom numbers in [0, 1) that depend only on the seed (mulberry32). */
export const seededRandom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A random permutation of the list. */
export const shuffled = <Item>(items: readonly Item[], random: () => number): Item[] => {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = order[last] as Item
    order[last] = order[other] as Item
    order[other] = moved
  }
  return order
}
