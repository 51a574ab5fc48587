import type { AnnouncementKind, AnnouncementState } from '@slipstream/contract/announcement-terms'
import type { Announcement } from '@slipstream/contract/announcements'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import type { Column } from '#ui/table.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import type { Tone } from '#ui/tone-style.ts'
import { useAnnouncements, useDecide } from './announcements.queries.ts'

const PER_PAGE = 20

const KINDS: Record<AnnouncementKind, string> = { mod: 'New mod', release: 'New release', sale: 'Sale' }
const STATES: Record<AnnouncementState, { tone: Tone; word: string }> = {
  waiting: { tone: 'info', word: 'Waiting' },
  sending: { tone: 'info', word: 'Posting' },
  posted: { tone: 'success', word: 'Posted' },
  refused: { tone: 'destructive', word: 'Refused' },
  unknown: { tone: 'warning', word: 'Unknown' },
  dismissed: { tone: 'neutral', word: 'Left as it is' },
}

export const AnnouncementList = () => {
  const { list, items } = useAnnouncements()
  const columns: Column<Announcement>[] = [
    { key: 'title', header: 'About', card: 'title', cell: (row) => <About announcement={row} /> },
    { key: 'kind', header: 'Kind', cell: ({ kind }) => KINDS[kind] },
    { key: 'at', header: 'When', cell: ({ postedAt, createdAt }) => <Moment at={postedAt ?? createdAt} /> },
    {
      key: 'state',
      header: 'State',
      card: 'status',
      cell: ({ state }) => <Status tone={STATES[state].tone}>{STATES[state].word}</Status>,
    },
  ]
  return (
    <section aria-labelledby="announced" className="flex flex-col gap-3">
      <div>
        <h2 id="announced" className="text-base font-semibold">
          Announced so far
        </h2>
        <p className="text-small text-muted">
          Each is posted once. If Discord gives no clear answer, the store does not guess: look at the channel and
          decide.
        </p>
      </div>
      <DataTable
        query={list}
        failure="The announcements could not be loaded."
        caption="Announcements"
        rows={items}
        rowKey={({ id }) => id}
        columns={columns}
        step={PER_PAGE}
        empty={<p className="p-5 text-ui text-muted">Nothing has been announced yet.</p>}
      />
    </section>
  )
}

const About = ({ announcement }: { announcement: Announcement }) => {
  const { title, note, url, editedAt, state } = announcement
  return (
    <div className="min-w-0">
      {url === null ? (
        <span className="wrap-anywhere">{title}</span>
      ) : (
        <a
          href={url}
          className="rounded-sm wrap-anywhere underline underline-offset-4"
          rel="noreferrer"
          target="_blank"
        >
          {title}
        </a>
      )}
      {editedAt !== null && (
        <p className="text-small text-muted">
          Corrected <Moment at={editedAt} />
        </p>
      )}
      {note !== null && <p className="text-small wrap-anywhere text-muted">{note}</p>}
      {(state === 'refused' || state === 'unknown') && <Decision announcement={announcement} />}
    </div>
  )
}

const Decision = ({ announcement: { id, title, state } }: { announcement: Announcement }) => {
  const decide = useDecide()
  const again = () => decide.mutateAsync({ id, act: 'again' })
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <ConfirmDialog
        title={`Post “${title}” again?`}
        description={
          state === 'unknown'
            ? 'If Discord has posted it already, it will be there twice. Look at the channel first.'
            : 'Discord refused it. Post it again when the reason is gone.'
        }
        confirmLabel="Post again"
        tone="primary"
        failureText={failureText}
        onConfirm={again}
        trigger="Post again"
      />
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Leave ${title} as it is`}
        onClick={() =>
          decide.mutate({ id, act: 'dismiss' }, { onError: toastFailure('The announcement is still open.') })
        }
      >
        Leave it
      </Button>
    </div>
  )
}
