import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { MessageStore } from './message-store.ts'
import { listPage, MAIL_FRAME_POLICY, mailFrame, messagePage, PAGE_POLICY } from './page.ts'

const LONGEST_WAIT_MS = 60_000

const stylesheet = readFileSync(join(import.meta.dirname, 'mailbox.css'), 'utf8')

interface Answer {
  status: number
  type: 'application/json' | 'text/html' | 'text/css' | 'text/plain'
  body: string
  policy?: string
}

/** The mailbox API for programs (JSON under /api) and its pages for people. */
export const httpServer = (store: MessageStore) =>
  createServer((request, response) => {
    answerTo(store, request, response).then(
      (answer) => send(response, answer),
      (error: Error) => send(response, { status: 500, type: 'text/plain', body: error.message }),
    )
  })

const answerTo = async (store: MessageStore, request: IncomingMessage, response: ServerResponse): Promise<Answer> => {
  const url = new URL(request.url ?? '/', 'http://mailbox')
  const call = `${request.method === 'HEAD' ? 'GET' : request.method} ${url.pathname}`
  if (call === 'GET /') return html(listPage(store.list({})))
  if (call === 'GET /mailbox.css') return { status: 200, type: 'text/css', body: stylesheet }
  if (call === 'GET /api/messages') return json(await search(store, url.searchParams, response))
  if (call === 'DELETE /api/messages') {
    store.clear()
    return json({})
  }
  return answerAboutOne(store, call)
}

const answerAboutOne = (store: MessageStore, call: string): Answer => {
  const [, api, id = '', frame] = /^GET (\/api)?\/messages\/(\d+)(\/html)?$/.exec(call) ?? []
  const message = store.find(id)
  if (!message || (api && frame)) return { status: 404, type: 'text/plain', body: 'Page not found.' }
  if (api) return json(message)
  return frame ? html(mailFrame(message), MAIL_FRAME_POLICY) : html(messagePage(message))
}

const search = (store: MessageStore, query: URLSearchParams, response: ServerResponse) => {
  const filter = { to: query.get('to') ?? undefined, subject: query.get('subject') ?? undefined }
  const wait = Math.min(Number(query.get('wait')) || 0, LONGEST_WAIT_MS)
  if (wait <= 0) return store.list(filter)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return store.waitFor(filter, wait, gone.signal)
}

const json = (value: unknown): Answer => ({ status: 200, type: 'application/json', body: JSON.stringify(value) })
const html = (body: string, policy = PAGE_POLICY): Answer => ({ status: 200, type: 'text/html', body, policy })

const send = (response: ServerResponse, { status, type, body, policy }: Answer) => {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': policy ?? "default-src 'none'",
  })
  response.end(body)
}
