import { type SQL, sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { ENDED_STATUSES } from '@slipstream/contract/subscription-status'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import {
  guaranteeUses,
  subscriptionChanges,
  subscriptionInvoices,
  subscriptionRefunds,
  subscriptions,
} from '@slipstream/db/tables/subscriptions'
import { anyKey, type RetentionRule } from '#lib/retention.ts'

/** Ended subscriptions whose last money movement is also past the cutoff. */
const oldSubscriptions = (cutoff: SQL) => sql`
  select s.id as key, 'Subscription ' || s.id || ', ended ' || coalesce(s.ended_at, s.created_at)::date as example
  from ${subscriptions} s
  where s.status in ${[...ENDED_STATUSES]} and s.end_requested is null
    and coalesce(s.ended_at, s.access_until, s.created_at) < ${cutoff} and s.created_at < ${cutoff}
    and not exists (select from ${ledgerEntries} l where l.subscription_id = s.id and l.at >= ${cutoff})
    and not exists (
      select from ${subscriptionRefunds} r join ${subscriptionInvoices} i on i.id = r.invoice_id
      where i.subscription_id = s.id and (r.state = 'queued' or r.created_at >= ${cutoff}))`

export const subscriptionsRetention: readonly RetentionRule[] = [
  {
    name: 'guarantee-uses',
    what: 'Hashes of people who used the money-back guarantee',
    fate: 'deleted',
    period: { years: RETENTION_YEARS.usedGuarantee },
    tables: [],
    keyType: 'text',
    due: (cutoff) => sql`
      select kind || ' ' || hash as key, 'A money-back guarantee, used ' || used_at::date as example
      from ${guaranteeUses} where used_at < ${cutoff}`,
    remove: async (tx, keys) => {
      await tx.execute(sql`delete from ${guaranteeUses} where kind || ' ' || hash = ${anyKey(keys, 'text')}`)
    },
  },
  {
    name: 'subscriptions',
    what: 'Ended subscriptions with their payments',
    fate: 'deleted',
    period: { years: RETENTION_YEARS.purchaseRecords },
    tables: ['subscriptions', 'subscription_refunds'],
    keyType: 'integer',
    due: oldSubscriptions,
    remove: async (tx, keys) => {
      const ids = anyKey(keys)
      const invoices = sql`select id from ${subscriptionInvoices} where subscription_id = ${ids}`
      await tx.execute(sql`delete from ${subscriptionRefunds} where invoice_id in (${invoices})`)
      await tx.execute(sql`delete from ${subscriptionInvoices} where subscription_id = ${ids}`)
      await tx.execute(sql`delete from ${subscriptionChanges} where subscription_id = ${ids}`)
      await tx.execute(sql`delete from ${ledgerEntries} where subscription_id = ${ids}`)
      await tx.execute(sql`delete from ${subscriptions} where id = ${ids}`)
    },
  },
]
