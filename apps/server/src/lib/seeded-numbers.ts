/** The same numbers in every run, so that a failure can be repeated and a demo stays as it is. */
export const seededNumbers = (seed: number) => {
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const upTo = (most: number) => Math.floor(random() * most)
  const oneOf = <T>(list: readonly T[]) => list[upTo(list.length)] as T
  return { random, upTo, oneOf }
}
