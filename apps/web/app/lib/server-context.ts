import { createContext, type RouterContext } from 'react-router'

/** The server sets these under the same names (server: plugins/web.ts). A shared module would be loaded twice. */
const sharedKey = <T>(name: string): RouterContext<T> => {
  const shared = globalThis as unknown as Record<symbol, RouterContext<T> | undefined>
  return (shared[Symbol.for(name)] ??= createContext<T>())
}

/** Requests the store's own API in process, always as an anonymous visitor. */
export const fetchKey = sharedKey<(path: string) => Promise<Response>>('slipstream.fetch')
export const nonceKey = sharedKey<string>('slipstream.nonce')
/** Whether the server has cached the not-found page of this route. */
export const hasMissingPageKey = sharedKey<(routeId: string) => boolean>('slipstream.has-missing-page')
