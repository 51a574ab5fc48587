import { type ReactNode, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useForm } from '#ui/use-form.ts'
import { roomRules, useCreateRoom } from './chat.queries.ts'

interface NewRoomProps {
  trigger: ReactNode
  onCreated: (id: number) => void
}

export const NewRoom = ({ trigger, onCreated }: NewRoomProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title="New room"
      description="Every administrator can read and write in it."
      trigger={trigger}
      open={isOpen}
      onOpenChange={setOpen}
    >
      <RoomFields
        onCreated={(id) => {
          setOpen(false)
          onCreated(id)
        }}
      />
    </Dialog>
  )
}

const RoomFields = ({ onCreated }: { onCreated: (id: number) => void }) => {
  const { mutateAsync } = useCreateRoom()
  const form = useForm({
    initial: { name: '' },
    schema: roomRules,
    body: ({ name }) => ({ name: name.trim() }),
    check: ({ name }) => (name.trim() === '' ? { name: 'Enter a name.' } : {}),
    fieldOf: { 'chat.room_taken': 'name' },
    send: ({ name }) => mutateAsync(name),
    onDone: ({ id }) => onCreated(id),
  })
  return (
    <DialogForm action="Create" form={form}>
      <Field label="Name" error={form.problems.name}>
        <Input autoComplete="off" maxLength={40} {...form.text('name')} />
      </Field>
    </DialogForm>
  )
}
