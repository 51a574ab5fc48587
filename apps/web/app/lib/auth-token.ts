import type { LocalKey } from '@slipstream/contract/browser-storage'
import { localMemory } from './browser-storage.ts'

const TOKEN = 'auth_token' satisfies LocalKey
const LATCH = 'signed_out' satisfies LocalKey

const listeners = new Set<() => void>()

/** The session token, stored in the browser. */
export const authToken = {
  read: () => localMemory.read(TOKEN),
  store: (token: string) => localMemory.write(TOKEN, token),
  clear: () => localMemory.write(TOKEN, null),
  /** Only if it is still the same token: a newer sign-in must survive a late response to an older request. */
  removeIf: (token: string) => {
    if (authToken.read() !== token) return
    authToken.clear()
    for (const listener of listeners) listener()
  },
  /** Called when the token was rejected, or when another tab signed in or out. */
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
 * Keeps a user signed out from the moment they log out, even if the logout request fails: a session cookie that is
 * still valid must not sign them in again. Only the next sign-in clears it.
 */
export const signedOutLatch = {
  isSet: () => localMemory.read(LATCH) !== null,
  /** The server has not confirmed the end of the session. */
  isUnconfirmed: () => localMemory.read(LATCH) === 'unconfirmed',
  set: () => localMemory.write(LATCH, 'unconfirmed'),
  confirm: () => {
    // A sign-in in the meantime has cleared the latch.
    if (signedOutLatch.isSet()) localMemory.write(LATCH, 'confirmed')
  },
  open: () => localMemory.write(LATCH, null),
}

/**
 * Runs in the head before the first paint. Pages are the same for everyone, so in a browser with a token only this
 * attribute reserves space for the avatar instead of Login.
 */
export const sessionScript = `try{if(localStorage.getItem('${TOKEN}'))document.documentElement.dataset.session=''}catch(e){}`

export const markSession = (isLikely: boolean) => document.documentElement.toggleAttribute('data-session', isLikely)
