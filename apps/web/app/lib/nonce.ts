import { createContext } from 'react'

/** Marks our inline scripts while the server renders; the browser never sees it. */
export const NonceContext = createContext<string | undefined>(undefined)
