import { createContext, type RouterContext } from 'react-router'

/** The server hands these in under the same names (server: plugins/web.ts); a shared module would be loaded twice. */
const sharedKey = <T>(name: string): RouterContext<T> => {
  const shared = globalThis as unknown as Record<symbol, RouterContext<T> | undefined>
  return (shared[Symbol.for(name)] ??= createContext<T>())
}

/** Asks the store's own API without leaving the process, and always as nobody in particular. */
export const fetchKey = sharedKey<(path: string) => Promise<Response>>('slipstream.fetch')
export const nonceKey = sharedKey<string>('slipstream.nonce')
/** Whether the server has kept the page that this route shows where it finds nothing. */
export const hasMissingPageKey = sharedKey<(routeId: string) => boolean>('slipstream.has-missing-page')
