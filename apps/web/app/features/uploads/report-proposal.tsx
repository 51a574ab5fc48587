import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ConfigurationForm, ModForm } from '@slipstream/contract/mod-form'
import { CONFIGURATION_FIELDS } from '@slipstream/contract/mod-limits'
import type { Proposal } from '@slipstream/contract/uploads'
import { countText, plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'

/** The form fields an archive can suggest. */
export type FormFields = Pick<ModForm, 'title' | 'make' | 'description' | 'tags' | 'configurations'>
type FieldName = keyof FormFields

interface ReportProposalProps {
  proposal: Proposal
  current: FormFields
  /** Previous values of the fields that were filled in automatically. */
  replaced: Partial<FormFields>
  onAccept: (fields: Partial<FormFields>) => void
}

export const FIELD_LABELS: Record<FieldName, string> = {
  title: 'Title',
  make: 'Make',
  description: 'Short description',
  tags: 'Tags',
  configurations: 'Configurations',
}
const NAMES = Object.keys(FIELD_LABELS) as FieldName[]

/** The archive's suggestions beside the current form values; each can be applied and undone. */
export const ReportProposal = ({ proposal, current, replaced: filled, onAccept }: ReportProposalProps) => {
  const [taken, setTaken] = useState<Partial<FormFields>>({})
  const replaced = { ...filled, ...taken }
  const proposed = suggestedFields(proposal)
  const names = NAMES.filter((name) => proposed[name] !== undefined)
  const open = names.filter((name) => !isSame(proposed[name], current[name]))

  const accept = (chosen: readonly FieldName[]) => {
    setTaken({ ...taken, ...only(current, chosen) })
    onAccept(only(proposed, chosen))
  }
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <p className="text-small text-muted" aria-live="polite">
          {open.length === 0
            ? 'Everything is in the form.'
            : 'Use what you like. Nothing is saved until you save the form.'}
        </p>
        {open.length > 1 && (
          <Button size="sm" variant="primary" onClick={() => accept(open)}>
            Use all {countText(open.length)}
          </Button>
        )}
      </div>
      <ul className="flex flex-col divide-y rounded-xl border">
        {names.map((name) => (
          <Row
            key={name}
            name={name}
            now={shown(name, current)}
            proposed={shown(name, proposed)}
            isUsed={!open.includes(name)}
            onUse={() => accept([name])}
            onUndo={replaced[name] === undefined ? undefined : () => onAccept(only(replaced, [name]))}
          />
        ))}
      </ul>
    </>
  )
}

interface RowProps {
  name: FieldName
  now: ReactNode
  proposed: ReactNode
  isUsed: boolean
  onUse: () => void
  onUndo: (() => void) | undefined
}

const Row = ({ name, now, proposed, isUsed, onUse, onUndo }: RowProps) => {
  const label = FIELD_LABELS[name]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-3.5 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-small text-muted">{label}</p>
        <div className="mt-0.5 text-ui wrap-anywhere">{proposed}</div>
        {!isUsed && <div className="mt-1 text-small text-muted wrap-anywhere">Now: {now || 'empty'}</div>}
      </div>
      {isUsed ? (
        <div className="flex min-h-9 items-center gap-2 text-small text-muted">
          <Check className="size-4 text-success" aria-hidden="true" />
          In the form
          {onUndo && (
            <Button size="sm" variant="ghost" onClick={onUndo} aria-label={`Undo: ${label}`}>
              Undo
            </Button>
          )}
        </div>
      ) : (
        <Button size="sm" variant="outline" onClick={onUse} aria-label={`Use for the form: ${label}`}>
          Use
        </Button>
      )}
    </li>
  )
}

/** Only fields with a suggestion. */
export const suggestedFields = ({ title, make, description, tags, configurations }: Proposal): Partial<FormFields> => ({
  ...(title && { title }),
  ...(make && { make }),
  ...(description && { description }),
  ...(tags.length > 0 && { tags }),
  ...(configurations.length > 0 && { configurations }),
})

const only = (fields: Partial<FormFields>, names: readonly FieldName[]): Partial<FormFields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]]))

/** The key list also fixes the key order. */
const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one, [...CONFIGURATION_FIELDS]) === JSON.stringify(other, [...CONFIGURATION_FIELDS])

const shown = (name: FieldName, fields: Partial<FormFields>): ReactNode => {
  if (name === 'tags') return fields.tags?.join(', ')
  if (name !== 'configurations') return fields[name]
  return fields.configurations?.length ? <Configurations configurations={fields.configurations} /> : null
}

const Configurations = ({ configurations }: { configurations: readonly ConfigurationForm[] }) => (
  <details>
    <summary className="w-fit cursor-pointer rounded-sm">{plural(configurations.length, 'configuration')}</summary>
    <ul className="mt-2 grid gap-x-6 gap-y-1.5 text-small @xl:grid-cols-2">
      {configurations.map((configuration, index) => (
        <li key={index}>
          {configuration.name} <span className="num text-muted">{figuresOf(configuration)}</span>
        </li>
      ))}
    </ul>
  </details>
)

const figuresOf = ({ powerKw, torqueNm, massKg, topSpeedKmh, drivetrain }: ConfigurationForm) =>
  [
    powerKw !== null && `${powerKw} kW`,
    torqueNm !== null && `${torqueNm} Nm`,
    massKg !== null && `${massKg} kg`,
    topSpeedKmh !== null && `${topSpeedKmh} km/h`,
    drivetrain,
  ]
    .filter(Boolean)
    .join(' · ')
