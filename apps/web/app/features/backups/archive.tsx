import type { ReactNode } from 'react'
import type { ArchiveState } from '@slipstream/contract/backups'
import { HOUR_MS, MINUTE_MS } from '@slipstream/contract/durations'
import { Card } from '#ui/card.tsx'
import { durationWords } from '#ui/duration-words.ts'
import { Moment } from '#ui/moment.tsx'
import { sizeText } from '#ui/size-text.ts'
import { Status } from '#ui/status.tsx'
import { useArchive } from './backups.queries.ts'

/** The same limits as the alerts (server: archive.alerts.ts). */
const STALE_MS = 10 * MINUTE_MS
const LATE_MS = 27 * HOUR_MS

/** The continuous archive: how current it is, and its last restore drill. */
export const Archive = () => {
  const { data } = useArchive()
  if (!data) return null
  return (
    <Card
      title="Continuous archive"
      description="Every change goes to object storage within a minute, so that any second of the last two weeks can be restored."
      actions={<State archive={data} />}
    >
      {data.isOn ? (
        <dl className="flex flex-col gap-3 text-ui">
          <Fact name="Last change archived">
            {data.lastArchivedAt === null ? 'Never' : <Moment at={data.lastArchivedAt} />}
            {data.lastSegment !== null && <code className="font-mono"> {data.lastSegment}</code>}
          </Fact>
          <Fact name="Last base backup">{data.lastBackup ? <Backup {...data.lastBackup} /> : 'None yet'}</Fact>
          <Fact name="Last restore drill">{data.lastDrill ? <Drill {...data.lastDrill} /> : 'None yet'}</Fact>
        </dl>
      ) : (
        <p className="text-ui text-muted">
          PostgreSQL does not archive its log. After the loss of its disk, everything since the last backup below is
          lost.
        </p>
      )}
    </Card>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-small text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)

const ageOf = (at: string) => Date.now() - Date.parse(at)

const problemOf = ({ isFailing, lastArchivedAt, lastBackup }: ArchiveState) => {
  if (isFailing) return 'The last attempt failed'
  if (lastArchivedAt === null || ageOf(lastArchivedAt) > STALE_MS) return 'Nothing was archived recently'
  if (!lastBackup || ageOf(lastBackup.finishedAt) > LATE_MS) return 'The base backup is late'
  return null
}

const State = ({ archive }: { archive: ArchiveState }) => {
  if (!archive.isOn) return <Status tone="neutral">Off</Status>
  const problem = problemOf(archive)
  return <Status tone={problem === null ? 'success' : 'warning'}>{problem ?? 'Up to date'}</Status>
}

const Backup = ({ label, finishedAt, bytes, storedBytes }: NonNullable<ArchiveState['lastBackup']>) => (
  <>
    <Moment at={finishedAt} />, {durationWords(ageOf(finishedAt))} old: {sizeText(bytes)}, of which{' '}
    {sizeText(storedBytes)} were sent <code className="font-mono">{label}</code>
  </>
)

const Drill = (drill: NonNullable<ArchiveState['lastDrill']>) => (
  <>
    <Moment at={drill.finishedAt} />
    {': '}
    {drill.failure ??
      `${sizeText(drill.bytes ?? 0)} restored in ${drill.restoreSeconds} s; a change reached the archive in ${drill.gapSeconds} s`}
  </>
)
