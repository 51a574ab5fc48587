import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The scripted answer to the next call; a body alone means 200. */
interface Answer {
  status?: number
  body: string
  type?: string
}

/** A Discord that answers as scripted, including what the realistic emulator never would. */
export const openScriptedDiscord = async () => {
  const people = new Map<string, object>()
  const instead = new Map<string, Answer | 'silence'>()

  const usual = async (request: IncomingMessage, path: string): Promise<Answer> => {
    if (path === '/api/oauth2/token') {
      const code = new URLSearchParams(await text(request)).get('code') ?? ''
      if (!people.has(code)) return { status: 400, body: '{"error":"invalid_grant"}' }
      return { body: JSON.stringify({ access_token: code, token_type: 'Bearer' }) }
    }
    const person = people.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    return person ? { body: JSON.stringify(person) } : { status: 401, body: '{}' }
  }

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const ordered = instead.get(path)
    if (ordered === 'silence') return
    void (ordered ? Promise.resolve(ordered) : usual(request, path)).then(
      ({ status = 200, body, type = 'application/json' }) =>
        response.writeHead(status, { 'content-type': type }).end(body),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith: (path: string, answer: Answer | 'silence') => instead.set(path, answer),
    answerTruly: () => instead.clear(),
    /** A person authorizes the store. The code can be exchanged any number of times. */
    allow: (person: object) => {
      const code = `code-${people.size}`
      people.set(code, person)
      return code
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type ScriptedDiscord = Awaited<ReturnType<typeof openScriptedDiscord>>
