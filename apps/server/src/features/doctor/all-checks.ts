import type { SetupCheckResult } from '@slipstream/contract/doctor'
import type { StripeStatusParts } from '#features/reconciliation/stripe-status.service.ts'
import type { Storage } from '#gateways/storage.ts'
import type { StripeGateway } from '#gateways/stripe.ts'
import { reasonOf } from '#lib/reason-of.ts'
import { withTimeout } from '#lib/with-timeout.ts'
import { type MachineParts, machineChecks } from './machine.checks.ts'
import type { SetupCheck } from './setup-check.ts'
import { storageChecks } from './storage.checks.ts'
import { type StoreParts, storeChecks } from './store.checks.ts'
import { stripeChecks } from './stripe.checks.ts'

/** All checks run in parallel, so a service that hangs delays the answer by at most this long. */
const CHECK_TIMEOUT_MS = 6_000

export interface DoctorParts extends StoreParts, Omit<MachineParts, 'now'>, Pick<StripeStatusParts, 'redact'> {
  storage: Storage
  stripe: StripeStatusParts['stripe'] & Pick<StripeGateway, 'eventPages'>
  /** Another clock, for tests. */
  now?: () => number
}

const allChecks = (given: DoctorParts): readonly SetupCheck[] => {
  const parts = { ...given, now: given.now ?? Date.now }
  return [...storeChecks(parts), ...stripeChecks(parts), ...storageChecks(parts), ...machineChecks(parts)]
}

/** Runs all checks. The results are in the order of the list. */
export const examine = (parts: DoctorParts): Promise<SetupCheckResult[]> =>
  Promise.all(
    allChecks(parts).map(async ({ name, title, remedy, find }) => {
      const problem = await withTimeout(CHECK_TIMEOUT_MS, title, find).catch((error: unknown) => reasonOf(error))
      return problem === null
        ? { name, title, problem: null, remedy: null }
        : { name, title, problem: parts.redact(problem), remedy }
    }),
  )
