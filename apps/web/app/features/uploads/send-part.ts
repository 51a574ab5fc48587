/** The storage did not take a part; without a status it did not even answer. */
export class PartFailed extends Error {
  readonly status: number

  constructor(status: number) {
    super(status === 0 ? 'The storage did not answer.' : `The storage refused a part with ${status}.`)
    this.name = 'PartFailed'
    this.status = status
  }
}

interface SendOptions {
  signal: AbortSignal
  onSent: (bytes: number) => void
}

/** A connection that died without a word is given up after this long without a byte. */
const SILENCE_MS = 60_000

/**
 * Sends one part straight to the storage. No fetch, since that does not tell how much of a body is on its way; and the
 * part as a piece of the file, which the browser reads while it sends.
 */
export const sendPart = (url: string, bytes: Blob, { signal, onSent }: SendOptions) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const call = new XMLHttpRequest()
    const giveUp = () => call.abort()
    let silence = setTimeout(giveUp, SILENCE_MS)
    const end = (act: () => void) => {
      clearTimeout(silence)
      signal.removeEventListener('abort', giveUp)
      act()
    }
    const fail = () => end(() => reject(new PartFailed(call.status)))

    call.upload.onprogress = ({ loaded }) => {
      clearTimeout(silence)
      silence = setTimeout(giveUp, SILENCE_MS)
      onSent(loaded)
    }
    call.onload = () => (call.status === 200 ? end(resolve) : fail())
    call.onerror = fail
    call.onabort = fail
    signal.addEventListener('abort', giveUp)
    call.open('PUT', url)
    call.send(bytes)
  })
