import type { ReactNode } from 'react'
import {
  MINIMUM_AGE,
  REFUND_DECISION_HOURS,
  REFUND_PROCESSING_BUSINESS_DAYS,
  REFUND_REQUEST_DAYS,
  SUBSCRIPTION_GRACE_DAYS,
  SUBSCRIPTION_MONEY_BACK_DAYS,
  SUPPORT_RESPONSE_HOURS,
  WITHDRAWAL_DAYS,
  WITHDRAWAL_PAYBACK_DAYS,
} from '@slipstream/contract/legal'
import type { LegalRun } from '@slipstream/contract/legal-documents'
import type { LegalValue } from '@slipstream/contract/legal-terms'
import type { PageAddress } from '#lib/link.ts'
import { MailLink, OutsideLink, TextLink } from './policy-links.tsx'
import type { PolicyStore } from './policy-store.ts'

type Runs = readonly LegalRun[]

/** The text that replaces a placeholder. */
export const valueOf = (name: LegalValue, store: PolicyStore): string => {
  const values: Record<LegalValue, string | number> = {
    storeName: store.storeName,
    gameName: store.gameName,
    contactEmail: store.contactEmail,
    refundDays: REFUND_REQUEST_DAYS,
    refundDecisionHours: REFUND_DECISION_HOURS,
    refundBusinessDays: REFUND_PROCESSING_BUSINESS_DAYS,
    withdrawalDays: WITHDRAWAL_DAYS,
    withdrawalPaybackDays: WITHDRAWAL_PAYBACK_DAYS,
    subscriptionRefundDays: SUBSCRIPTION_MONEY_BACK_DAYS,
    subscriptionGraceDays: SUBSCRIPTION_GRACE_DAYS,
    generalHours: SUPPORT_RESPONSE_HOURS.general,
    refundHours: SUPPORT_RESPONSE_HOURS.refunds,
    privacyHours: SUPPORT_RESPONSE_HOURS.privacy,
    minimumAge: MINIMUM_AGE,
    discordRole: store.givesDiscordRole ? ' Members also get a role on our Discord server.' : '',
  }
  return String(values[name])
}

const textOf = (run: LegalRun, store: PolicyStore): string => {
  if (typeof run === 'string') return run
  return run.value ? valueOf(run.value, store) : (run.text ?? '')
}

/** Runs as plain text, for titles. */
export const wordsOf = (runs: Runs, store: PolicyStore) => runs.map((run) => textOf(run, store)).join('')

/** Runs of legal text. Only React renders them, so nothing in them can become markup. */
export const Words = ({ runs, store }: { runs: Runs; store: PolicyStore }) =>
  runs.map((run, place) => (typeof run === 'string' ? run : <Run key={place} run={run} store={store} />))

const Run = ({ run, store }: { run: Exclude<LegalRun, string>; store: PolicyStore }) => {
  let words: ReactNode = textOf(run, store)
  if (run.isCode) words = <code className="font-mono text-small">{words}</code>
  if (run.isEmphasis) words = <em>{words}</em>
  if (run.isStrong) words = <strong>{words}</strong>
  if (run.href !== undefined) return <LegalLink href={run.href}>{words}</LegalLink>
  return run.value === 'contactEmail' ? <MailLink to={store.contactEmail} /> : words
}

/** The server has checked the address: a path or fragment of the store, https or a mail address. */
const LegalLink = ({ href, children }: { href: string; children: ReactNode }) =>
  /^[/#]/.test(href) ? (
    <TextLink to={href as PageAddress}>{children}</TextLink>
  ) : (
    <OutsideLink href={href}>{children}</OutsideLink>
  )
