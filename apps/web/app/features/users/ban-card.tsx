import { Ban } from 'lucide-react'
import { useState } from 'react'
import { DAY_MS } from '@slipstream/contract/durations'
import type { UserDetail } from '@slipstream/contract/users-detail'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Moment } from '#ui/moment.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { ActDialog } from './act-dialog.tsx'
import { useBan, useLiftBan, userRules } from './users.queries.ts'

const CONSEQUENCES =
  'They are signed out everywhere and cannot buy or download. A subscription does not renew. Orders and invoices stay.'

/** Bans an account or lifts its ban. The store never bans anyone on its own. */
export const BanCard = ({ person }: { person: UserDetail }) => {
  if (person.isYou || person.isDeveloper) return null
  return person.ban ? <Banned person={person} ban={person.ban} /> : <NotBanned person={person} />
}

const NotBanned = ({ person }: { person: UserDetail }) => (
  <Card title="Ban this account" description={`${CONSEQUENCES} The store never bans anyone on its own.`}>
    <BanDialog person={person} label={`Ban ${person.username}…`} />
  </Card>
)

const Banned = ({ person, ban }: { person: UserDetail; ban: NonNullable<UserDetail['ban']> }) => {
  const lift = useLiftBan(person.id)
  return (
    <Card title="This account is banned" className="border-destructive">
      <dl className="mb-4 flex flex-col gap-3 text-ui">
        <div>
          <dt className="text-small text-muted">Since</dt>
          <dd>
            <Moment at={ban.at} />
          </dd>
        </div>
        <div>
          <dt className="text-small text-muted">Until</dt>
          <dd>{ban.endsAt ? <Moment at={ban.endsAt} /> : 'No end'}</dd>
        </div>
        {ban.reason && (
          <div>
            <dt className="text-small text-muted">Reason</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{ban.reason}</dd>
          </div>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        <ActDialog
          title={`Lift the ban of ${person.username}?`}
          description="They can log in, buy and download again."
          action="Lift ban"
          send={() => lift.mutateAsync()}
          trigger={<Button variant="outline">Lift ban…</Button>}
        />
        <BanDialog person={person} label="Change ban…" />
      </div>
    </Card>
  )
}

const BanDialog = ({ person, label }: { person: UserDetail; label: string }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title={`Ban ${person.username}`}
      description={CONSEQUENCES}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="destructive">
          <Ban aria-hidden="true" />
          {label}
        </Button>
      }
    >
      <BanForm person={person} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

const LENGTHS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: 'date', label: 'Until a date' },
  { value: 'forever', label: 'No end' },
] as const
type Length = (typeof LENGTHS)[number]['value']

interface Typed {
  length: Length
  date: string | null
  reason: string
}

const endOf = ({ length, date }: Typed) => {
  if (length === 'forever') return null
  return length === 'date' ? date : new Date(Date.now() + Number(length) * DAY_MS).toISOString()
}

const BanForm = ({ person, onDone }: { person: UserDetail; onDone: () => void }) => {
  const { mutateAsync } = useBan(person.id)
  const initial: Typed = { length: '7', date: null, reason: person.ban?.reason ?? '' }
  const form = useForm({
    initial,
    schema: userRules('ban'),
    body: (typed) => ({ reason: typed.reason.trim(), endsAt: endOf(typed) }),
    partOf: { endsAt: 'date' },
    fieldOf: { 'users.ban_is_over': 'date' },
    check: ({ length, date }): { date?: string } => {
      if (length !== 'date') return {}
      if (date === null) return { date: 'Choose a day and a time.' }
      return Date.parse(date) <= Date.now() ? { date: 'This time has already passed. Choose a later one.' } : {}
    },
    send: mutateAsync,
    onDone,
  })
  return (
    <DialogForm action={`Ban ${person.username}`} tone="destructive" form={form}>
      <Field label="How long">
        <NativeSelect
          options={LENGTHS}
          value={form.values.length}
          onValueChange={(length) => form.change({ length: length as Length })}
        />
      </Field>
      {form.values.length === 'date' && (
        <DateTimeField
          label="Banned until"
          value={form.values.date}
          onChange={(date) => form.change({ date })}
          error={form.problems.date}
        />
      )}
      <Field
        label="Reason"
        hint="The person reads it when they try to log in, and gets it in an export of their data."
        error={form.problems.reason}
      >
        <Textarea {...form.text('reason')} rows={3} />
      </Field>
    </DialogForm>
  )
}
