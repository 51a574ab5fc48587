import { useState } from 'react'
import type { LegalDesk } from '@slipstream/contract/legal-admin'
import { LEGAL_NOTE_MAX, LEGAL_TITLES, type LegalDocument } from '@slipstream/contract/legal-terms'
import { countText, plural } from '#lib/counts.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Moment } from '#ui/moment.tsx'
import { useForm } from '#ui/use-form.ts'
import { publicationRules, usePublish } from './legal-admin.queries.ts'
import { isPublishable, TextChecks } from './text-checks.tsx'
import { countChanges } from './text-difference.tsx'
import type { LegalDraft } from './use-legal-draft.ts'

interface PublishDialogProps {
  document: LegalDocument
  desk: LegalDesk
  draft: LegalDraft
  open: boolean
  onOpenChange: (isOpen: boolean) => void
}

export const PublishDialog = ({ open, onOpenChange, ...rest }: PublishDialogProps) => {
  const { document, desk, draft } = rest
  const { added, removed } = countChanges(desk.current.body, draft.body)
  const isReady = isPublishable(draft.checked)
  return (
    <Dialog
      title={isReady ? `Publish the ${LEGAL_TITLES[document]}` : 'This text cannot be published yet'}
      description={
        isReady
          ? `${plural(added, 'line')} added, ${countText(removed)} removed. A version that has taken effect stays forever.`
          : 'Every version must contain the statements that the store has to make, so that no order is placed without them.'
      }
      size="md"
      open={open}
      onOpenChange={onOpenChange}
    >
      {isReady ? (
        <PublishForm {...rest} onDone={() => onOpenChange(false)} />
      ) : (
        <div className="flex flex-col gap-4">
          <TextChecks checked={draft.checked} />
        </div>
      )}
    </Dialog>
  )
}

type PublishFormProps = Omit<PublishDialogProps, 'open' | 'onOpenChange'> & { onDone: () => void }

const PublishForm = ({ document, desk, draft, onDone }: PublishFormProps) => {
  const [opened] = useState(() => new Date().toISOString())
  const publish = usePublish(document)
  const form = useForm({
    initial: { effectiveAt: null as string | null, note: '' },
    schema: publicationRules,
    body: ({ effectiveAt, note }) => ({ revision: draft.revision(), effectiveAt, note }),
    fieldOf: { 'legal.too_early': 'effectiveAt' },
    send: publish.mutateAsync,
    onDone: async () => {
      await draft.startOver()
      onDone()
    },
  })
  return (
    <DialogForm action={form.values.effectiveAt === null ? 'Publish now' : 'Schedule'} form={form}>
      {desk.upcoming?.effectiveAt && (
        <p className="text-ui text-muted">
          Version {desk.upcoming.number} takes effect <Moment at={desk.upcoming.effectiveAt} />. This one must take
          effect later.
        </p>
      )}
      <DateTimeField
        label="Takes effect"
        isOptional
        value={form.values.effectiveAt}
        onChange={(effectiveAt) => form.change({ effectiveAt })}
        min={opened}
        hint="Leave empty to publish now. Orders placed earlier keep the version they were placed under."
        error={form.problems.effectiveAt}
      />
      <Field label="What changed" isOptional hint="For the staff. Customers do not see it." error={form.problems.note}>
        <Input {...form.text('note')} autoComplete="off" maxLength={LEGAL_NOTE_MAX} />
      </Field>
    </DialogForm>
  )
}
