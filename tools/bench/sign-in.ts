/** The demo store's customer. */
export const CREDENTIALS = { username: 'demo_customer', password: 'slipstream-demo' }

/** Signs in as a browser does and gives the header its calls carry. */
export const signIn = async (storeUrl: string) => {
  const answer = await fetch(`${storeUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CREDENTIALS),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (!answer.ok || token === undefined) throw new Error(`the demo customer cannot sign in: ${answer.status}`)
  return { authorization: `Bearer ${token}` }
}
