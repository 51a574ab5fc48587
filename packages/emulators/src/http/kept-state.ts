import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const WRITE_AFTER_MS = 300

export interface KeptState<State> {
  /** The state itself: change it in place, then call `changed`. */
  state: () => State
  changed: () => void
  replace: (state: State) => void
  /** Writes pending changes. */
  flush: () => void
}

/** The state of an emulator, as JSON data. With a file it survives a restart. */
export const keepState = <State>(file: string | undefined, initial: () => State): KeptState<State> => {
  // A file from an older version may lack a table that was added since.
  let state: State = { ...initial(), ...(file === undefined ? undefined : load<State>(file)) }
  let due: NodeJS.Timeout | undefined

  const flush = () => {
    if (due === undefined || file === undefined) return
    clearTimeout(due)
    due = undefined
    write(file, state)
  }
  const changed = () => {
    // A burst of changes is written once. State without a file is never written.
    if (file !== undefined) due ??= setTimeout(flush, WRITE_AFTER_MS).unref()
  }
  return {
    state: () => state,
    changed,
    replace: (next) => {
      state = next
      changed()
    },
    flush,
  }
}

const load = <State>(file: string): State | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (!(error instanceof SyntaxError)) throw error
    renameSync(file, `${file}.broken`)
    console.warn(`${file} is not JSON (${error.message}): moved to ${file}.broken, starting afresh.`)
    return undefined
  }
}

/** Replaces the file by a rename: a crash while writing leaves the old state, never half of the new one. */
const write = (file: string, state: unknown) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}
