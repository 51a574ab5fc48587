import { randomInt } from 'node:crypto'
import type { App } from '#app.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

// A random start, because other test runs on this machine share the same Redis counters.
let browsers = randomInt(2 ** 23)

/** Keeps cookies like a browser and has its own IP address, so that no other test uses up its attempts. */
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
    /** Opens a URL like a link or redirect. */
    visit: (url: string) => send('GET', url, {}),
    /** Calls the API like the store's own pages. */
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
