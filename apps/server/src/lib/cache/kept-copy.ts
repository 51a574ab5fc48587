import type { ChangeBus, Topic } from './change-bus.ts'

/**
 * A value read once, cached in this process and invalidated when its topic changes. A value that changes while being
 * read is returned to its callers and not cached.
 */
export const keptCopy = <T>(bus: ChangeBus, topic: Topic, load: () => Promise<T>): (() => Promise<T>) => {
  let copy: Promise<T> | null = null
  bus.onChange(topic, () => {
    copy = null
  })
  return () => {
    if (copy) return copy
    const work = load()
    copy = work
    work.catch(() => {
      if (copy === work) copy = null
    })
    return work
  }
}
