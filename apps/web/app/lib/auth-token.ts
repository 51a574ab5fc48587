const KEY = 'auth_token'

/** Where the browser keeps its session token. A browser that forbids storage is simply never signed in. */
export const authToken = {
  read: (): string | null => {
    try {
      return localStorage.getItem(KEY)
    } catch {
      return null
    }
  },
  /** Only if it is still this one: a newer sign-in must survive the late answer to an older request. */
  removeIf: (token: string) => {
    if (authToken.read() === token) localStorage.removeItem(KEY)
  },
}
