/** The facts that decide access, for one request. */
export interface CurrentUser {
  id: number
  sessionId: number
  isAdmin: boolean
  isDeveloper: boolean
}
