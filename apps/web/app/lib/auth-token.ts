const TOKEN = 'auth_token'
const LATCH = 'signed_out'

// A browser that forbids storage forbids cookies too, and is simply never signed in.
const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
const write = (key: string, value: string | null) => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // As above.
  }
}

const listeners = new Set<() => void>()

/** Where the browser keeps its session token. */
export const authToken = {
  read: () => read(TOKEN),
  store: (token: string) => write(TOKEN, token),
  clear: () => write(TOKEN, null),
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
  isSet: () => read(LATCH) !== null,
  /** The server has not confirmed that the session has ended. */
  isUnconfirmed: () => read(LATCH) === 'unconfirmed',
  set: () => write(LATCH, 'unconfirmed'),
  confirm: () => {
    // A sign-in that came in between has opened it.
    if (signedOutLatch.isSet()) write(LATCH, 'confirmed')
  },
  open: () => write(LATCH, null),
}

/**
 * Runs in the head before anything is painted: pages are the same for everybody, so this mark alone tells a browser
 * with a token to leave room for an avatar where others see Login.
 */
export const sessionScript = `try{if(localStorage.getItem('${TOKEN}'))document.documentElement.dataset.session=''}catch(e){}`

export const markSession = (isLikely: boolean) => document.documentElement.toggleAttribute('data-session', isLikely)
