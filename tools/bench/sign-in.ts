export interface Credentials {
  username: string
  password: string
}

/** The demo store's customer. */
export const CREDENTIALS: Credentials = { username: 'demo_customer', password: 'slipstream-demo' }

/** Signs in like a browser and returns the headers for further calls. */
export const signIn = async (storeUrl: string, credentials = CREDENTIALS) => {
  const answer = await fetch(`${storeUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (!answer.ok || token === undefined) throw new Error(`${credentials.username} cannot sign in: ${answer.status}`)
  return { authorization: `Bearer ${token}` }
}
