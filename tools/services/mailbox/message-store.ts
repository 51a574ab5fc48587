import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Filter, type Message, matches } from './message.ts'

const KEPT_MESSAGES = 500

export type MessageStore = ReturnType<typeof openMessageStore>

/** Mails in memory, newest first, with a copy of each on disk so that a restart loses none. */
export const openMessageStore = (folder: string, kept: number = KEPT_MESSAGES) => {
  mkdirSync(folder, { recursive: true })
  const messages = readMessages(folder)
  const waiting = new Set<() => void>()

  const pathOf = (id: string) => join(folder, `${id}.json`)
  const forget = (message: Message) => rmSync(pathOf(message.id), { force: true })

  const add = (content: Omit<Message, 'id' | 'receivedAt'>) => {
    const now = Date.now()
    const id = String(Math.max(now, Number(messages[0]?.id ?? 0) + 1))
    const message: Message = { id, receivedAt: new Date(now).toISOString(), ...content }
    writeWhole(pathOf(id), JSON.stringify(message))
    messages.unshift(message)
    messages.splice(kept).forEach(forget)
    for (const look of waiting) look()
    return message
  }

  const list = (filter: Filter) => messages.filter((message) => matches(message, filter))

  /** Resolves as soon as a mail matches, or with nothing when the time is up or the client is gone. */
  const waitFor = (filter: Filter, milliseconds: number, gone: AbortSignal) =>
    new Promise<Message[]>((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        waiting.delete(look)
        gone.removeEventListener('abort', finish)
        resolve(list(filter))
      }
      const look = () => {
        if (list(filter).length > 0) finish()
      }
      const timer = setTimeout(finish, milliseconds)
      gone.addEventListener('abort', finish)
      waiting.add(look)
      look()
    })

  const clear = () => messages.splice(0).forEach(forget)

  return { add, list, waitFor, clear, find: (id: string) => messages.find((message) => message.id === id) }
}

const readMessages = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Message)
    .sort((one, other) => Number(other.id) - Number(one.id))

/** A rename is atomic: a mailbox killed while writing leaves no broken mail behind. */
const writeWhole = (path: string, text: string) => {
  writeFileSync(`${path}.part`, text)
  renameSync(`${path}.part`, path)
}
