import { dateText } from '#lib/dates.ts'
import { Link } from '#lib/link.ts'
import { CollapsibleList } from '#ui/collapsible-list.tsx'
import { useDownloadNotes } from './locker.queries.ts'

/** All past downloads. */
export const DownloadHistory = () => (
  <CollapsibleList
    title="Download history"
    useItems={useDownloadNotes}
    empty="You have not downloaded anything yet."
    failure="Your downloads could not be loaded."
    rowKey={({ id }) => id}
    row={(note) => (
      <>
        <span>
          <Link to={`/mods/${note.modId}`} className="hover:underline">
            {note.title}
          </Link>{' '}
          <span className="text-muted">{note.version}</span>
        </span>
        <time dateTime={note.at} className="text-muted">
          {dateText('moment', note.at)}
        </time>
      </>
    )}
  />
)
