import { DatabaseBackup, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DAY_MS } from '@slipstream/contract/durations'
import type { Backup } from '@slipstream/contract/backups'
import { countText } from '#lib/counts.ts'
import type { Guard } from '#lib/guard.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { sizeText } from '#ui/size-text.ts'
import { Status } from '#ui/status.tsx'
import type { Column } from '#ui/table.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { NumberGaps } from './number-gaps.tsx'
import { signDownload, useBackups, useStartBackup } from './backups.queries.ts'

interface BackupsProps {
  /** Asks for fresh proof if the server wants it; null if the proof was declined. */
  guard: Guard
  /** Shows a running backup. */
  progress: ReactNode
}

/** The stored backups, and how old the newest proven one is. */
export const Backups = ({ guard, progress }: BackupsProps) => {
  const query = useBackups()
  const start = useStartBackup()
  const { publicKey, backups = [], gaps = [] } = query.data ?? {}
  if (query.data && publicKey === null && backups.length === 0) return <NoKey />
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ui text-muted">{query.data && <Newest backups={backups} />}</p>
        {publicKey !== null && (
          <Button isLoading={start.isPending} onClick={() => start.mutate()}>
            <DatabaseBackup aria-hidden="true" />
            Back up now
          </Button>
        )}
      </div>
      {publicKey === null && <NoKey />}
      {start.error && <Notice tone="destructive" title={failureText(start.error)} />}
      {progress}
      <DataTable
        query={query}
        failure="The backups could not be loaded."
        caption="Stored backups"
        rows={backups}
        rowKey={({ id }) => id}
        columns={[...COLUMNS, downloadColumn(guard)]}
        empty={
          <EmptyState
            icon={<DatabaseBackup />}
            title="No backups yet"
            description="One is made every night, or now with the button above."
          />
        }
      />
      <p className="text-small text-muted">
        Only the owner’s private key can decrypt a backup, and the store does not have it. To restore one, the owner
        runs <code className="font-mono">npm run restore</code> with this key. A backup is proven by restoring it into a
        scratch database. The newest 14 proven backups are kept.
      </p>
      <NumberGaps gaps={gaps} />
    </>
  )
}

const NoKey = () => (
  <Notice tone="warning" title="Backups are off">
    The store has no public key to encrypt them with. The owner makes a key pair with{' '}
    <code className="font-mono">npm run backup-key</code>, keeps the private key and sets{' '}
    <code className="font-mono">BACKUP_PUBLIC_KEY</code>.
  </Notice>
)

const Newest = ({ backups }: { backups: readonly Backup[] }) => {
  const newest = backups.find(({ provenAt }) => provenAt !== null)
  if (!newest) return <Status tone="warning">No proven backup</Status>
  const isOld = Date.now() - Date.parse(newest.createdAt) > 2 * DAY_MS
  return (
    <Status tone={isOld ? 'warning' : 'success'}>
      <span>
        The newest proven backup is from <Moment at={newest.createdAt} />
      </span>
    </Status>
  )
}

const COLUMNS: readonly Column<Backup>[] = [
  { key: 'created', header: 'Made', card: 'title', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    key: 'state',
    header: 'State',
    card: 'status',
    cell: ({ provenAt }) =>
      provenAt === null ? <Status tone="warning">Not proven</Status> : <Status tone="success">Proven</Status>,
  },
  {
    key: 'size',
    header: 'Size',
    isNumeric: true,
    cell: ({ bytes, shrunkBy }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
        {sizeText(bytes)}
        {shrunkBy !== null && <Status tone="warning">{shrunkBy} % smaller than the one before</Status>}
      </span>
    ),
  },
  { key: 'rows', header: 'Rows', isNumeric: true, card: 'labeled', cell: ({ rows }) => countText(rows) },
  {
    key: 'id',
    header: 'Name',
    card: 'hidden',
    hideBelow: 'lg',
    cell: ({ id }) => <code className="font-mono">{id}</code>,
  },
]

const downloadColumn = (guard: Guard): Column<Backup> => ({
  key: 'download',
  header: 'Download',
  isHeaderHidden: true,
  card: 'action',
  cell: (backup) => <DownloadButton backup={backup} guard={guard} />,
})

const DownloadButton = ({ backup: { id }, guard }: { backup: Backup; guard: Guard }) => {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const signed = await guard(() => signDownload(id))
      if (signed) location.assign(signed.url)
    } catch (error) {
      toastFailure('The download did not start.')(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="sm"
      variant="outline"
      isLoading={isBusy}
      onClick={() => void download()}
      aria-label={`Download ${id}`}
    >
      <Download aria-hidden="true" />
      Download
    </Button>
  )
}
