import type { ChangeBus, Topic } from './change-bus.ts'

/**
 * Something that is read once, kept in memory by this process and forgotten when its topic changes. What was being read
 * while it changed is given to who waits for it and not kept.
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
