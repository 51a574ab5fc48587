import { createContext } from 'react'

/** Marks our inline scripts during server rendering; the browser never sees it. */
export const NonceContext = createContext<string | undefined>(undefined)
