import type { Account } from '../core/account.ts'
import { copied } from '../core/changes.ts'

interface Held<Result> {
  result: Result
  /** Emits the held events of the wanted types. */
  tell: (isWanted?: (type: string) => boolean) => void
}

/** Runs the work and holds its events back until its result is known. */
export const holdEvents = <Result>(account: Account, work: () => Result): Held<Result> => {
  const { emit } = account
  const held: { type: string; tell: () => void }[] = []
  account.emit = (type, object, previous) => {
    // The object will change before its event is sent.
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
