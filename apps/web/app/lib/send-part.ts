/** The storage rejected a part; status 0 means that there was no response. */
export class PartFailed extends Error {
  readonly status: number

  constructor(status: number) {
    super(
      status === 0
        ? 'The file storage did not respond. Check your connection and try again.'
        : `The storage rejected a part with ${status}.`,
    )
    this.name = 'PartFailed'
    this.status = status
  }
}

interface SendOptions {
  signal: AbortSignal
  onSent: (bytes: number) => void
}

/** A stalled connection is aborted after this long without progress. */
const SILENCE_MS = 60_000

/**
 * Uploads one part directly to the storage. XMLHttpRequest instead of fetch, which reports no upload progress. The part
 * is a slice of the file, which the browser reads while sending.
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
