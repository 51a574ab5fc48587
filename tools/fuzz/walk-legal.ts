import type { Call } from './walk-caller.ts'

/** Edits, schedules, withdraws and publishes a legal text, and looks up what a buyer agreed to. */
export const walkLegal = async (call: Call) => {
  const at = '/api/admin/legal/cookies'
  const { builtIn } = await call('GET', at)
  const saveDraft = async (words: string) => {
    await call('DELETE', `${at}/draft`)
    const draft = await call('PATCH', `${at}/draft`, { body: `${String(builtIn)}\n${words}\n`, revision: 0 })
    return Number(draft.revision)
  }
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const scheduled = { revision: await saveDraft('Later.'), effectiveAt: later, note: '' }
  const { number: withdrawn } = await call('POST', `${at}/versions`, scheduled)
  await call('DELETE', `${at}/versions/${String(withdrawn)}`)
  const now = { revision: await saveDraft('Now.'), effectiveAt: null, note: 'Fuzz' }
  const { number } = await call('POST', `${at}/versions`, now)
  await call('GET', `${at}/versions`)
  await call('GET', `${at}/versions/${String(number)}`)
  await call('GET', `/api/legal/cookies?version=${String(number)}`)
  await call('GET', '/api/legal/cookies')

  const { items: orders = [] } = (await call('GET', '/api/admin/orders')) as { items?: { number: string }[] }
  await call('GET', `/api/admin/legal/orders/${orders[0]?.number}`)
}
