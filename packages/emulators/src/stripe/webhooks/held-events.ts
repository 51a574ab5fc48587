import type { Account } from '../core/account.ts'
import { copied } from '../core/changes.ts'

interface Held<Result> {
  result: Result
  /** Tells the events whose names pass. */
  tell: (isWanted?: (type: string) => boolean) => void
}

/** Does the work and keeps its events back until it is known what becomes of it. */
export const holdEvents = <Result>(account: Account, work: () => Result): Held<Result> => {
  const { emit } = account
  const held: { type: string; tell: () => void }[] = []
  account.emit = (type, object, previous) => {
    // The object will change before its event is told.
    const copy = copied(object)
    held.push({ type, tell: () => emit(type, copy, previous) })
  }
  try {
    const result = work()
    return {
      result,
      tell: (isWanted = () => true) => held.filter(({ type }) => isWanted(type)).forEach((event) => event.tell()),
    }
  } finally {
    account.emit = emit
  }
}
