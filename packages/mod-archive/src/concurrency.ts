/** Maps the items with at most `atOnce` in progress. Results keep the order of the items. */
export const mapAtMost = async <T, R>(atOnce: number, items: readonly T[], work: (item: T) => Promise<R>) => {
  const results = new Array<R>(items.length)
  // A worker that fails closes the generator, so the others stop at their next item.
  const waiting = (function* () {
    yield* items.entries()
  })()
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
