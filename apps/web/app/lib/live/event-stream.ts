/** One event of a stream, or a block with only a `retry` line. */
interface StreamEvent {
  event: string
  data: string
  /** The longest wait before reconnecting, in milliseconds. */
  retry?: number
}

/**
 * Reads server-sent events from our own server, which sends one line of data per event. `EventSource` cannot send the
 * token, so the stream is read with `fetch`.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield readBlock(block)
  }
}

const readBlock = (block: string): StreamEvent => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const retry = field('retry')
  return { event: field('event') ?? '', data: field('data') ?? '', ...(retry && { retry: Number(retry) }) }
}
