import { Trash2 } from 'lucide-react'
import type { UserDetail } from '@slipstream/contract/users-detail'
import { Card } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Moment } from '#ui/moment.tsx'
import { OneFieldForm } from '#ui/one-field-form.tsx'
import { ActDialog } from './act-dialog.tsx'
import { useAddNote, useRemoveNote, userRules } from './users.queries.ts'

/** What staff tell each other about a customer. */
export const UserNotes = ({ person: { id, notes } }: { person: UserDetail }) => {
  const add = useAddNote(id)
  const remove = useRemoveNote(id)
  return (
    <Card title="Notes" actions={<span className="text-caption text-muted">Staff only</span>}>
      {notes.length > 0 && (
        <ul aria-label="Notes" className="mb-4 flex flex-col gap-2">
          {notes.map(({ id: noteId, by, body, at }) => (
            <li
              key={noteId}
              className="rounded-xl border border-dashed border-warning/45 bg-warning/8 py-2.5 ps-3 pe-2 text-small"
            >
              <p className="whitespace-pre-line wrap-anywhere">{body}</p>
              <p className="mt-1 flex items-center justify-between gap-2 text-caption text-muted">
                <span>
                  {by}, <Moment at={at} />
                </span>
                <ActDialog
                  title="Remove this note?"
                  description="It cannot be restored."
                  action="Remove note"
                  tone="destructive"
                  send={() => remove.mutateAsync(noteId)}
                  trigger={
                    <IconButton label={`Remove the note by ${by}`} size="icon-sm">
                      <Trash2 aria-hidden="true" />
                    </IconButton>
                  }
                />
              </p>
            </li>
          ))}
        </ul>
      )}
      <OneFieldForm
        label="Add a note"
        hint="The person gets it in an export of their data."
        action="Add note"
        act={add}
        name="body"
        schema={userRules('addNote')}
        isWide
        rows={2}
      />
    </Card>
  )
}
