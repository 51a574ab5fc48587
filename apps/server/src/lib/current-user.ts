/** What decides about access, for the length of one request. */
export interface CurrentUser {
  id: number
  sessionId: number
  isAdmin: boolean
  isDeveloper: boolean
}
