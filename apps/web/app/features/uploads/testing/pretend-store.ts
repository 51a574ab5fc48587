import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ERRORS, type ErrorCode } from '@slipstream/contract/errors'
import type { NewUpload, Upload } from '@slipstream/contract/uploads'

/** Small, so that a small file has many parts. */
export const PART_BYTES = 1_000

type Answer = (response: ServerResponse) => void

const listen = async (server: Server, port = 0) => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export const refuse =
  (code: ErrorCode): Answer =>
  (response) => {
    const [status, message] = ERRORS[code]
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code, message, requestId: 'req-7' }))
  }

/** A fake object storage on its own origin, and what was sent to it. */
const openStorage = async () => {
  const parts = new Map<number, Buffer>()
  const puts: number[] = []
  /** Faults for the next part uploads. */
  const faults = new Map<number, Answer[]>()
  const gate = { takes: Number.POSITIVE_INFINITY, waiting: [] as (() => void)[] }
  const underWay = new Set<ServerResponse>()

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const part = Number(new URL(request.url ?? '', 'http://storage.example').searchParams.get('part'))
    puts.push(part)
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    const bytes = await bodyOf(request)
    const fault = faults.get(part)?.shift()
    if (fault) return fault(response)
    if (parts.size >= gate.takes) await new Promise<void>((resolve) => gate.waiting.push(resolve))
    if (response.destroyed) return
    parts.set(part, bytes)
    response.end()
  }
  const open = () =>
    createServer((request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-methods', 'PUT')
      if (request.method === 'OPTIONS') response.end()
      else take(request, response).catch(() => response.destroy())
    })
  let server = open()
  const port = await listen(server)
  return {
    parts,
    puts,
    faults,
    underWay: () => underWay.size,
    /** After `count` stored parts, further ones are received but not answered. */
    takeOnly: (count: number) => {
      gate.takes = count
    },
    takeAll: () => {
      gate.takes = Number.POSITIVE_INFINITY
      for (const go of gate.waiting.splice(0)) go()
    },
    goAway: () => close(server),
    comeBack: async () => {
      server = open()
      await listen(server, port)
    },
    whole: () =>
      Buffer.concat([...parts.entries()].toSorted(([one], [other]) => one - other).map(([, bytes]) => bytes)),
    addressOf: (part: number) => `http://127.0.0.1:${port}/?part=${part}`,
  }
}

/** The server's side of an upload. */
export const openPretendStore = async () => {
  const storage = await openStorage()
  const calls: string[] = []
  /** Faults for the next calls. */
  const answers = new Map<string, Answer[]>()
  const state: { upload: Upload | null } = { upload: null }
  const isWhole = ({ sizeBytes, partBytes }: Upload) => storage.parts.size === Math.ceil(sizeBytes / partBytes)

  const actions: Record<string, (body: unknown) => unknown> = {
    start: (body) => {
      state.upload ??= { ...newUpload, ...(body as NewUpload) }
      return (state.upload = { ...state.upload, doneParts: [...storage.parts.keys()] })
    },
    list: () => (state.upload ? [state.upload] : []),
    sign: (body) => (body as { parts: number[] }).parts.map((part) => ({ part, url: storage.addressOf(part) })),
    complete: () => {
      if (!state.upload || !isWhole(state.upload)) throw new Error('a part is missing')
      return (state.upload = { ...state.upload, status: 'reading', doneParts: [] })
    },
    cancel: () => {
      state.upload = null
      return null
    },
  }
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const call = callOf(request)
      calls.push(call)
      const instead = answers.get(call)?.shift()
      if (instead) return instead(response)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(actions[call]?.(body.length > 0 ? JSON.parse(body.toString()) : undefined)))
    })
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  const stop = () => Promise.all([close(server), storage.goAway()])
  return { url, storage, calls, answers, state, stop }
}

const callOf = ({ method, url = '' }: IncomingMessage) => {
  if (url.endsWith('/parts')) return 'sign'
  if (url.endsWith('/complete')) return 'complete'
  if (method === 'DELETE') return 'cancel'
  return method === 'POST' ? 'start' : 'list'
}

const newUpload: Upload = {
  id: 5,
  modId: 1,
  fileName: '',
  sizeBytes: 0,
  fingerprint: '',
  openAs: 'mod',
  status: 'uploading',
  partBytes: PART_BYTES,
  doneParts: [],
  progress: { doneBytes: 0, ofBytes: 0 },
  report: null,
  sha256: null,
  releaseId: null,
  isFilled: false,
  createdAt: '2026-11-15T10:00:00.000Z',
}
