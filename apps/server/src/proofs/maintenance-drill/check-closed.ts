const EXPECTED = [
  // Pages and the API are closed, and say when to come back.
  { method: 'GET', path: '/mods?closed', status: 503 },
  { method: 'GET', path: '/api/mods', status: 503 },
  // Staff sign-in, Stripe webhooks, the return from payment and the health check. All answer as if open.
  { method: 'GET', path: '/login', status: 200 },
  { method: 'GET', path: '/api/site/status', status: 200 },
  { method: 'POST', path: '/api/webhooks/stripe', status: 400 },
  { method: 'POST', path: '/api/purchase/complete', status: 401 },
  { method: 'GET', path: '/healthz', status: 200 },
] as const

export const checkClosed = async (address: string) => {
  for (const { method, path, status } of EXPECTED) {
    const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}
    const answer = await fetch(address + path, { method, ...body })
    await answer.arrayBuffer()
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status} instead of ${status}`)
    if (status === 503 && !answer.headers.get('retry-after')) throw new Error(`${path} has no Retry-After`)
  }
}
