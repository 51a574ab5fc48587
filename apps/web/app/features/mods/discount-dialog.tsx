import { type ReactNode, useState } from 'react'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { AdminModRow, Discount } from '@slipstream/contract/mod-list-admin'
import { plural } from '#lib/counts.ts'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useForm } from '#ui/use-form.ts'

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
      title={`Discount ${plural(mods.length, 'mod')}`}
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
  const form = useForm({
    initial: { percent: '', startsAt: null as string | null, endsAt: null as string | null },
    body: ({ percent, startsAt, endsAt }) => ({ percent: percentIn(percent) ?? 0, startsAt, endsAt }),
    check: problemsOf,
    send: onDiscount,
  })
  const { values, problems, change, text } = form

  return (
    <DialogForm action="Discount" form={form}>
      <Field label="Percent off" hint={exampleOf(mods, percentIn(values.percent))} error={problems.percent}>
        <Input {...text('percent')} inputMode="numeric" autoComplete="off" className="num max-w-32" />
      </Field>
      <DateTimeField
        label="Starts"
        hint="Leave empty to start now."
        isOptional
        value={values.startsAt}
        onChange={(startsAt) => change({ startsAt })}
      />
      <DateTimeField
        label="Ends"
        hint="Leave empty to run until you end it."
        isOptional
        value={values.endsAt}
        onChange={(endsAt) => change({ endsAt })}
        error={problems.endsAt}
      />
    </DialogForm>
  )
}

const percentIn = (typed: string) => {
  const percent = /^\s*(\d{1,3})\s*%?\s*$/.exec(typed)?.[1]
  return percent === undefined ? null : Number(percent)
}

interface Typed {
  percent: string
  startsAt: string | null
  endsAt: string | null
}

const problemsOf = ({ percent, startsAt, endsAt }: Typed): Partial<Record<keyof Typed, string>> => {
  const off = percentIn(percent) ?? 0
  return {
    ...((off < 1 || off > 95) && { percent: 'Enter a whole number from 1 to 95.' }),
    ...(endsAt && startsAt && endsAt <= startsAt && { endsAt: 'The sale must end after it begins.' }),
    ...(endsAt && Date.parse(endsAt) <= Date.now() && { endsAt: 'This time has already passed. Choose a later one.' }),
  }
}

/** The effect on the first mod, rounded like the server does. */
const exampleOf = ([mod]: readonly AdminModRow[], percent: number | null) => {
  if (!mod || mod.price === null || percent === null || percent > 95) return 'Whole percent off the regular price.'
  const reduced = cents(Math.round((mod.price * (100 - percent)) / 100))
  return `${mod.title}: ${formatUsd(mod.price)} becomes ${formatUsd(reduced)}.`
}
