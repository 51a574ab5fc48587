import { TICKET_LIMITS } from '@slipstream/contract/ticket-terms'
import type { GuestLog } from '@slipstream/contract/tickets'

/** A log that ends in a crash may have some of these, which no text may contain. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu

/** The text of a log file as a guest sends it, or why it cannot be sent. */
export const readLog = async (file: File): Promise<GuestLog | { problem: string }> => {
  if (file.size > TICKET_LIMITS.guestLogBytes) {
    return { problem: `${file.name} is larger than 1 MB. Start the game once more, and send the log of that run.` }
  }
  // A file that was moved or deleted since it was chosen.
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return { problem: `${file.name} could not be read. Choose it again.` }
  const text = decode(new Uint8Array(bytes))
  if (text === null) return { problem: `${file.name} is not a text file. Choose the game’s log.` }
  if (text === '') return { problem: `${file.name} is empty. Choose another file.` }
  return { name: file.name.slice(-200), text }
}

/** Null if it is not text. Windows programs also write UTF-16, which begins with a byte order mark. */
const decode = (bytes: Uint8Array) => {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text.replaceAll(CONTROLS, '')
  } catch {
    return null
  }
}
