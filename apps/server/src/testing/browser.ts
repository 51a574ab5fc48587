import { randomInt } from 'node:crypto'
import type { App } from '#app.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

// Somewhere, because the attempts of other test runs on this machine are counted by the same Redis.
let browsers = randomInt(2 ** 23)

/** Keeps cookies as a browser does, and comes from an address of its own, so that no other test uses up its attempts. */
export const openBrowser = (app: App, publicUrl: string) => {
  browsers += 1
  const remoteAddress = `10.${browsers >> 16}.${(browsers >> 8) & 255}.${browsers & 255}`
  const cookies = new Map<string, string>()

  const send = async (method: Method, url: string, headers: Record<string, string>, body?: unknown) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({
      method,
      url,
      remoteAddress,
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  return {
    remoteAddress,
    cookies,
    /** Opens an address, as a link or a redirect does. */
    visit: (url: string) => send('GET', url, {}),
    /** Asks as the store's own pages do. */
    call: (method: Method, url: string, body?: unknown) =>
      send(
        method,
        url,
        {
          'x-requested-with': 'XMLHttpRequest',
          origin: new URL(publicUrl).origin,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body,
      ),
  }
}

export type Browser = ReturnType<typeof openBrowser>
