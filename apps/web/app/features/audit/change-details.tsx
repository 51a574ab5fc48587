import type { AuditEntry } from '@slipstream/contract/audit'
import { plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Moment } from '#ui/moment.tsx'
import { changedFields, fieldName } from './change-words.ts'

/** How many fields the table row shows. */
const SHOWN = 2

/** The changed fields: the first few inline, all of them on demand. */
export const ChangeDetails = ({ entry }: { entry: AuditEntry }) => {
  const fields = changedFields(entry.before, entry.after)
  if (fields.length === 0) return null
  const isAllShown = fields.length <= SHOWN && fields.every(({ before, after }) => isShort(before) && isShort(after))
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <span className="min-w-0 text-small text-muted">
        {fields.slice(0, SHOWN).map(({ field, before, after }) => (
          <span key={field} className="line-clamp-1 wrap-anywhere">
            {fieldName(field)}:{' '}
            {[before, after]
              .filter((text) => text !== null)
              .map(shortened)
              .join(' → ')}
          </span>
        ))}
      </span>
      {!isAllShown && <AllFields entry={entry} fields={fields} />}
    </span>
  )
}

interface AllFieldsProps {
  entry: AuditEntry
  fields: ReturnType<typeof changedFields>
}

const AllFields = ({ entry, fields }: AllFieldsProps) => (
  <Dialog
    size="lg"
    title={`${capitalized(entry.action)}: ${entry.subjectName}`}
    description={
      <>
        {entry.actorName}, <Moment at={entry.at} />
      </>
    }
    trigger={
      <Button size="sm" variant="ghost">
        {fields.length > SHOWN ? `All ${plural(fields.length, 'change')}` : 'Details'}{' '}
        <span className="sr-only">of {entry.subjectName}</span>
      </Button>
    }
  >
    <dl className="divide-y">
      {fields.map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-4 gap-y-1 py-3 text-ui sm:grid-cols-[10rem_1fr_1fr]">
          <dt className="font-medium">{fieldName(field)}</dt>
          {before !== null && (
            <dd className="whitespace-pre-line text-muted wrap-anywhere">
              <span className="text-caption text-subtle">Before </span>
              {before}
            </dd>
          )}
          {after !== null && (
            <dd className="whitespace-pre-line wrap-anywhere">
              <span className="text-caption text-subtle">After </span>
              {after}
            </dd>
          )}
        </div>
      ))}
    </dl>
  </Dialog>
)

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const LONGEST = 60

const isShort = (text: string | null) => text === null || text.length <= LONGEST

const shortened = (text: string) => (isShort(text) ? text : `${text.slice(0, LONGEST)}…`)
