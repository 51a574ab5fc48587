import { type ReactNode, useState } from 'react'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { AdminModRow, Discount } from '@slipstream/contract/mod-list-admin'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

interface DiscountDialogProps {
  mods: readonly AdminModRow[]
  trigger: ReactNode
  /** The dialog stays open until this settles, and on failure. */
  onDiscount: (discount: Discount) => Promise<void>
}

/** Asks for a discount on the regular prices and its period. */
export const DiscountDialog = ({ mods, trigger, onDiscount }: DiscountDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title={mods.length === 1 ? 'Discount 1 mod' : `Discount ${mods.length} mods`}
      description="This replaces any sale a mod already has."
      trigger={trigger}
      open={isOpen}
      onOpenChange={setOpen}
    >
      {/* Remounted on each opening, so it starts fresh. */}
      <DiscountForm
        mods={mods}
        onDiscount={async (discount) => {
          await onDiscount(discount)
          setOpen(false)
        }}
      />
    </Dialog>
  )
}

const DiscountForm = ({ mods, onDiscount }: Omit<DiscountDialogProps, 'trigger'>) => {
  const [typed, setTyped] = useState('')
  const [startsAt, setStartsAt] = useState<string | null>(null)
  const [endsAt, setEndsAt] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const percent = percentIn(typed)

  const submit = async () => {
    const found = problemsOf(percent, startsAt, endsAt)
    setProblems(found)
    if (percent === null || Object.keys(found).length > 0) return
    setBusy(true)
    setFailure(null)
    try {
      await onDiscount({ percent, startsAt, endsAt })
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }

  return (
    <DialogForm action="Discount" isBusy={isBusy} failure={failure} onSend={() => void submit()}>
      <Field label="Percent off" hint={exampleOf(mods, percent)} error={problems.percent}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="num max-w-32"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      <DateTimeField
        label="Starts"
        hint="Leave empty to start now."
        isOptional
        value={startsAt}
        onChange={setStartsAt}
      />
      <DateTimeField
        label="Ends"
        hint="Leave empty to run until you end it."
        isOptional
        value={endsAt}
        onChange={setEndsAt}
        error={problems.endsAt}
      />
    </DialogForm>
  )
}

interface Problems {
  percent?: string
  endsAt?: string
}

const percentIn = (typed: string) => {
  const percent = /^\s*(\d{1,3})\s*%?\s*$/.exec(typed)?.[1]
  return percent === undefined ? null : Number(percent)
}

const problemsOf = (percent: number | null, startsAt: string | null, endsAt: string | null): Problems => ({
  ...((percent === null || percent < 1 || percent > 95) && { percent: 'Enter a whole number from 1 to 95.' }),
  ...(endsAt && startsAt && endsAt <= startsAt && { endsAt: 'The sale must end after it begins.' }),
  ...(endsAt && Date.parse(endsAt) <= Date.now() && { endsAt: 'This time has already passed. Choose a later one.' }),
})

/** The effect on the first mod, rounded like the server does. */
const exampleOf = ([mod]: readonly AdminModRow[], percent: number | null) => {
  if (!mod || percent === null || percent > 95) return 'Whole percent off the regular price.'
  const reduced = cents(Math.round((mod.price * (100 - percent)) / 100))
  return `${mod.title}: ${formatUsd(mod.price)} becomes ${formatUsd(reduced)}.`
}
