import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { FieldGroup } from '#ui/field-group.tsx'
import { Input } from '#ui/input.tsx'
import { useTypedText } from '#ui/use-typed-text.ts'
import { useFoundMods, useGrantMod } from './admin-orders.queries.ts'
import { ReasonDialog, ReasonForm } from './reason-dialog.tsx'

interface Mod {
  id: number
  title: string
}

interface GrantDialogProps {
  customer: { id: number; username: string }
  /** Without one it is asked for. */
  mod?: Mod
  trigger: ReactNode
  onGranted: (title: string) => void
}

/** A mod for nothing. */
export const GrantDialog = ({ customer, mod, trigger, onGranted }: GrantDialogProps) => (
  <ReasonDialog
    title={mod ? `Give ${mod.title} to ${customer.username}` : `Give ${customer.username} a mod`}
    description="It is in the locker at once, and nothing is charged."
    trigger={trigger}
  >
    {(close) => (
      <GrantForm
        customerId={customer.id}
        mod={mod}
        onGranted={(title) => {
          close()
          onGranted(title)
        }}
      />
    )}
  </ReasonDialog>
)

interface GrantFormProps {
  customerId: number
  mod: Mod | undefined
  onGranted: (title: string) => void
}

const GrantForm = ({ customerId, mod, onGranted }: GrantFormProps) => {
  const grant = useGrantMod(customerId)
  const [chosen, setChosen] = useState(mod)
  const [isMissing, setMissing] = useState(false)
  return (
    <ReasonForm
      label="Why"
      hint="Stands in the log of the store."
      action="Give the mod"
      act={grant}
      onReason={(reason) => {
        setMissing(!chosen)
        if (chosen) grant.mutate({ modId: chosen.id, reason }, { onSuccess: () => onGranted(chosen.title) })
      }}
    >
      {!mod && (
        <ModChoice
          chosen={chosen}
          isMissing={isMissing}
          onChoose={(found) => {
            setChosen(found)
            setMissing(false)
          }}
        />
      )}
    </ReasonForm>
  )
}

interface ModChoiceProps {
  chosen: Mod | undefined
  isMissing: boolean
  onChoose: (mod: Mod) => void
}

const ModChoice = ({ chosen, isMissing, onChoose }: ModChoiceProps) => {
  const [q, setQ] = useState('')
  const typing = useTypedText(q, setQ)
  const { data, isError } = useFoundMods(q)
  const found = q === '' ? undefined : data?.items
  return (
    <>
      <Field
        label="Find a mod"
        hint={found?.length === 0 && 'No mod is called like that.'}
        error={isError && 'The mods could not be searched. Please try again.'}
      >
        <Input
          type="search"
          icon={<Search />}
          autoComplete="off"
          placeholder="A few letters of its title"
          value={typing.text}
          onChange={(event) => typing.setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            typing.finish()
          }}
        />
      </Field>
      <FieldGroup
        label="The mod"
        hint={!chosen && !found?.length && 'Search for it first.'}
        error={isMissing && 'Choose a mod.'}
      >
        {withChosen(found ?? [], chosen).map(({ id, title }) => (
          <label key={id} className="flex min-h-9 items-center gap-3 text-ui">
            <input
              type="radio"
              name="mod"
              className="size-5 accent-(--foreground)"
              checked={chosen?.id === id}
              onChange={() => onChoose({ id, title })}
            />
            {title}
          </label>
        ))}
      </FieldGroup>
    </>
  )
}

/** What was chosen stays in sight while something else is searched for. */
const withChosen = (found: readonly Mod[], chosen: Mod | undefined) =>
  chosen && found.every(({ id }) => id !== chosen.id) ? [chosen, ...found] : found
