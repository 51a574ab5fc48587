import type { LocalKey } from '@slipstream/contract/browser-storage'
import { localMemory } from './browser-storage.ts'

const TOKEN = 'auth_token' satisfies LocalKey
const LATCH = 'signed_out' satisfies LocalKey

const listeners = new Set<() => void>()

/** Where the browser keeps its session token. */
export const authToken = {
  read: () => localMemory.read(TOKEN),
  store: (token: string) => localMemory.write(TOKEN, token),
  clear: () => localMemory.write(TOKEN, null),
  /** Only if it is still this one: a newer sign-in must survive the late answer to an older request. */
  removeIf: (token: string) => {
    if (authToken.read() !== token) return
    authToken.clear()
    for (const listener of listeners) listener()
  },
  /** Called when the token was refused, or when another tab signed in or out. */
  onChangeFromOutside: (listener: () => void) => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === TOKEN || key === LATCH || key === null) listener()
    }
    listeners.add(listener)
    addEventListener('storage', onStorage)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', onStorage)
    }
  },
}

/**
 * Holds a person signed out from the moment they said so, whatever became of the call that told the server: a session
 * cookie that is still alive must not sign them in again. Only the next sign-in opens it.
 */
export const signedOutLatch = {
  isSet: () => localMemory.read(LATCH) !== null,
  /** The server has not confirmed that the session has ended. */
  isUnconfirmed: () => localMemory.read(LATCH) === 'unconfirmed',
  set: () => localMemory.write(LATCH, 'unconfirmed'),
  confirm: () => {
    // A sign-in that came in between has opened it.
    if (signedOutLatch.isSet()) localMemory.write(LATCH, 'confirmed')
  },
  open: () => localMemory.write(LATCH, null),
}

/**
 * Runs in the head before anything is painted: pages are the same for everybody, so this mark alone tells a browser
 * with a token to leave room for an avatar where others see Login.
 */
export const sessionScript = `try{if(localStorage.getItem('${TOKEN}'))document.documentElement.dataset.session=''}catch(e){}`

export const markSession = (isLikely: boolean) => document.documentElement.toggleAttribute('data-session', isLikely)
