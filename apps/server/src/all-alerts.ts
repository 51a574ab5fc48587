import type { Db } from '@slipstream/db/client'
import { errorsAlerts } from '#features/alerts/errors.alerts.ts'
import { type ExpiringSecret, machineAlerts } from '#features/alerts/machine.alerts.ts'
import { queueAlerts } from '#features/alerts/queue.alerts.ts'
import { sequenceAlerts } from '#features/alerts/sequence.alerts.ts'
import { archiveAlerts } from '#features/backups/archive.alerts.ts'
import { backupsAlerts } from '#features/backups/backups.alerts.ts'
import { copiesAlerts } from '#features/copies/copies.alerts.ts'
import { outboxAlerts } from '#features/outbox/outbox.alerts.ts'
import { reconciliationAlerts } from '#features/reconciliation/reconciliation.alerts.ts'
import { visitsAlerts } from '#features/visits/visits.alerts.ts'
import type { AlertCheck } from '#lib/alerts.ts'

interface AlertParts {
  db: Db
  backupKey: string | null
  secretsExpire: readonly ExpiringSecret[]
  publicUrl: string
  redact: (text: string) => string
}

/** Everything the store watches about itself. */
export const allAlerts = (parts: AlertParts): readonly AlertCheck[] => [
  ...queueAlerts(parts),
  ...reconciliationAlerts(parts),
  ...backupsAlerts(parts),
  ...archiveAlerts(parts),
  ...errorsAlerts(parts),
  ...machineAlerts(parts),
  ...sequenceAlerts(parts),
  ...visitsAlerts(parts),
  ...copiesAlerts(parts),
  ...outboxAlerts(parts),
]
