import { ImageUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PICTURE_TYPES } from '@slipstream/contract/picture-types'
import type { AdminTeamCategory, AdminTeamMember, TeamMemberForm } from '@slipstream/contract/team-admin'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Progress } from '#ui/progress.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { teamMemberRules, useSaveTeamMember, useSendPortrait } from './team-admin.queries.ts'

interface TeamMemberDialogProps {
  categories: readonly AdminTeamCategory[]
  /** Without one, a new member is added. */
  member?: AdminTeamMember
  trigger: ReactNode
}

export const TeamMemberDialog = ({ member, categories, trigger }: TeamMemberDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title={member ? `Edit ${member.name}` : 'New member'}
      trigger={trigger}
      open={isOpen}
      onOpenChange={setOpen}
    >
      {/* Remounted on each opening, so it starts fresh. */}
      <MemberFields member={member} categories={categories} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

interface MemberFieldsProps {
  member: AdminTeamMember | undefined
  categories: readonly AdminTeamCategory[]
  onSaved: () => void
}

const NEW = { name: '', role: '', bio: '', avatarKey: null, avatarUrl: null }

const MemberFields = ({ member, categories, onSaved }: MemberFieldsProps) => {
  const { mutateAsync } = useSaveTeamMember(member?.id)
  const [address, setAddress] = useState(member?.avatarUrl ?? null)
  const form = useForm({
    initial: { ...(member ?? NEW), categoryId: String(member?.categoryId ?? categories[0]?.id ?? '') },
    schema: teamMemberRules,
    body: ({ categoryId, name, role, bio, avatarKey }): TeamMemberForm => ({
      categoryId: Number(categoryId),
      name: name.trim(),
      role: role.trim(),
      bio: bio.trim(),
      avatarKey,
    }),
    check: ({ name, role }) => ({
      ...(name.trim() === '' && { name: 'Enter a name.' }),
      ...(role.trim() === '' && { role: 'Say what this person does.' }),
    }),
    fieldOf: { 'team.category_not_found': 'categoryId', 'picture.not_found': 'avatarKey' },
    send: mutateAsync,
    onDone: onSaved,
  })
  const { values, problems, change, text } = form
  const choosePicture = (picture: { key: string; url: string } | null) => {
    change({ avatarKey: picture?.key ?? null })
    setAddress(picture?.url ?? null)
  }
  return (
    <DialogForm action={member ? 'Save' : 'Add'} form={form}>
      <Portrait name={values.name} address={address} problem={problems.avatarKey} onChange={choosePicture} />
      <Field label="Name" error={problems.name}>
        <Input {...text('name')} autoComplete="off" />
      </Field>
      <Field label="Role" hint="For example Modeler, Support or Physics." error={problems.role}>
        <Input {...text('role')} autoComplete="off" />
      </Field>
      <Field label="Group" error={problems.categoryId}>
        <NativeSelect
          name="categoryId"
          value={values.categoryId}
          onValueChange={(categoryId) => change({ categoryId })}
          options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Field>
      <Field label="About" isOptional error={problems.bio}>
        <Textarea {...text('bio')} rows={3} />
      </Field>
    </DialogForm>
  )
}

interface PortraitProps {
  name: string
  address: string | null
  problem: ReactNode
  onChange: (picture: { key: string; url: string } | null) => void
}

/** Uploaded at once, public when the form is saved. */
const Portrait = ({ name, address, problem, onChange }: PortraitProps) => {
  const { mutate, isPending, error } = useSendPortrait()
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="flex flex-col items-center gap-1">
        <Avatar name={name || '?'} src={address} size="lg" />
        {address !== null && (
          <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
            Remove picture
          </Button>
        )}
      </div>
      <div className="min-w-48 flex-1">
        {isPending ? (
          <Progress label="Uploading the picture" value={null} />
        ) : (
          <FileDrop
            label={address === null ? 'Choose a picture' : 'Replace the picture'}
            hint="Shown as a circle. PNG, JPEG, WebP or AVIF, at least 96 x 96 pixels."
            accept={PICTURE_TYPES.join(',')}
            icon={<ImageUp />}
            error={problem ?? (error && failureText(error))}
            onFiles={([file]) => file && mutate(file, { onSuccess: onChange })}
          />
        )}
      </div>
    </div>
  )
}
