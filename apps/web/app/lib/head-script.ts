import { createContext } from 'react'

/** The head script of the current page, written on the server (head-script.server.ts). Empty in the browser. */
export const HeadScriptContext = createContext('')
