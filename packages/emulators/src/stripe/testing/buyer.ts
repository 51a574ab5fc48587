/** What a buyer types. */
export const TYPED = { email: 'ada@customer.example', number: '4242 4242 4242 4242', expiry: '05 / 31', cvc: '123' }
export const DECLINED = '4000 0000 0000 0002'
export const THREE_D_SECURE = '4000 0027 6000 3184'

/** A buyer whose browser runs no scripts and does not follow redirects. */
export const buyerOf = (address: string) => {
  const ask = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(new URL(path, address), {
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    return { status: response.status, location: response.headers.get('location'), page: await response.text() }
  }
  const pathOf = ({ id }: { id: string }) => `/c/pay/${id}`
  return {
    open: (session: { id: string }, path = '') => ask(pathOf(session) + path),
    submit: (session: { id: string }, typed: Partial<typeof TYPED> & { terms?: string; fill?: string } = {}) =>
      ask(pathOf(session), { ...TYPED, ...typed }),
    authenticate: (session: { id: string }, outcome: 'complete' | 'fail') =>
      ask(`${pathOf(session)}/authenticate`, { outcome }),
  }
}
