import { useState } from 'react'
import { Link } from 'react-router'
import { OpenedList } from '#ui/opened-list.tsx'
import { useDownloadNotes } from './locker.queries.ts'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Every download there was. */
export const DownloadHistory = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <OpenedList
      title="Download history"
      query={useDownloadNotes(isOpen)}
      onToggle={setOpen}
      empty="You have not downloaded anything yet."
      failure="Your downloads could not be loaded."
      className="[&>summary]:min-h-11"
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
            {moment.format(new Date(note.at))}
          </time>
        </>
      )}
    />
  )
}
