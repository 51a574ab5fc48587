/** Reads the heap of another Node process after a full garbage collection, through its inspector. */
export interface Heap {
  /** In MB, after a forced collection, so garbage does not count. */
  usedMegabytes: () => Promise<number>
  close: () => void
}

interface InspectorAnswer {
  id?: number
  result?: { usedSize?: number }
  error?: { message: string }
}

export const watchHeap = async (inspectorPort: number): Promise<Heap> => {
  const targets = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')), { once: true })
  })
  const waiting = new Map<number, (answer: InspectorAnswer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as InspectorAnswer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer({ error: { message: 'the store ended' } })
  })
  let last = 0
  const ask = (method: string) =>
    new Promise<InspectorAnswer>((resolve, reject) => {
      const id = ++last
      if (socket.readyState !== WebSocket.OPEN) return reject(new Error('the store ended'))
      waiting.set(id, (answer) => {
        waiting.delete(id)
        if (answer.error) reject(new Error(answer.error.message))
        else resolve(answer)
      })
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    usedMegabytes: async () => {
      await ask('HeapProfiler.collectGarbage')
      const { result } = await ask('Runtime.getHeapUsage')
      return (result?.usedSize ?? Number.NaN) / 1_048_576
    },
    close: () => socket.close(),
  }
}
