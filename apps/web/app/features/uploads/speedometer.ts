/** The speed of the last few seconds: long enough to be steady, short enough to be accurate. */
const WINDOW_MS = 8_000
const FIRST_TOLD_MS = 1_000

/** Sums up the progress of the parts. A retried part counts again, because its bytes were really transferred. */
export const speedometer = (bytesBefore: number) => {
  const parts = new Map<number, number>()
  let moved = 0
  let samples: { at: number; moved: number }[] = []

  const speed = (now: number) => {
    samples = [...samples.filter(({ at }) => at > now - WINDOW_MS), { at: now, moved }]
    const [first] = samples
    const passed = first ? now - first.at : 0
    return first && passed >= FIRST_TOLD_MS ? ((moved - first.moved) / passed) * 1_000 : null
  }

  return {
    begin: (part: number) => {
      parts.set(part, 0)
    },
    sent: (part: number, bytes: number) => {
      moved += bytes - (parts.get(part) ?? 0)
      parts.set(part, bytes)
    },
    read: () => ({
      sentBytes: [...parts.values()].reduce((sum, bytes) => sum + bytes, bytesBefore),
      bytesPerSecond: speed(performance.now()),
    }),
  }
}
