import { type ReactNode, useState } from 'react'
import type { AdminTeamCategory } from '@slipstream/contract/team-admin'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { teamCategoryRules, useSaveTeamCategory } from './team-admin.queries.ts'

interface TeamCategoryDialogProps {
  /** Without one, a new group is created. */
  category?: AdminTeamCategory
  trigger: ReactNode
}

export const TeamCategoryDialog = ({ category, trigger }: TeamCategoryDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title={category ? `Edit ${category.name}` : 'New group'}
      trigger={trigger}
      open={isOpen}
      onOpenChange={setOpen}
    >
      {/* Remounted on each opening, so it starts fresh. */}
      <CategoryFields category={category} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

const CategoryFields = ({ category, onSaved }: { category: AdminTeamCategory | undefined; onSaved: () => void }) => {
  const { mutateAsync } = useSaveTeamCategory(category?.id)
  const form = useForm({
    initial: { name: category?.name ?? '', description: category?.description ?? '' },
    schema: teamCategoryRules,
    body: ({ name, description }) => ({ name: name.trim(), description: description.trim() }),
    check: ({ name }) => (name.trim() === '' ? { name: 'Enter a name.' } : {}),
    send: mutateAsync,
    onDone: onSaved,
  })
  const { problems, text } = form
  return (
    <DialogForm action={category ? 'Save' : 'Create'} form={form}>
      <Field label="Name" error={problems.name}>
        <Input {...text('name')} autoComplete="off" />
      </Field>
      <Field label="Description" isOptional error={problems.description}>
        <Textarea {...text('description')} rows={3} />
      </Field>
    </DialogForm>
  )
}
