/** npm run money [-- HOURS]: compares Stripe, ledger, orders and lockers up to now */
import { HOUR_MS } from '@slipstream/contract/durations'
import { cents, formatUsd } from '@slipstream/contract/money'
import { loadConfig } from '#config.ts'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import { openStripe } from '#gateways/stripe.ts'
import { runCommand } from '#lib/run-command.ts'

const [hours = '840'] = process.argv.slice(2)
const config = loadConfig()

await runCommand('money', config, async (db) => {
  if (!(Number(hours) > 0)) throw new Error('usage: money [HOURS]')
  const now = Date.now()
  // Stripe's timestamps are whole seconds, and movements in the current second must count too.
  const period = { since: new Date(now - Number(hours) * HOUR_MS), until: new Date(now + 1_000) }
  const { isRight, stripeCents, ledgerCents, orders, differences } = await checkMoney(
    { db, stripe: openStripe(config) },
    period,
  )
  const sums = `${orders} orders; Stripe has ${formatUsd(cents(stripeCents))}, the ledger ${formatUsd(cents(ledgerCents))}`
  if (isRight) return `the money is right: ${sums}`
  const lines = differences.map(({ kind, orderNumber, stripeId, detail }) =>
    [kind, orderNumber ?? stripeId ?? '', detail].join('  '),
  )
  throw new Error([`the money is not right: ${sums}`, ...lines].join('\n'))
})
