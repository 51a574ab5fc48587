import { X } from 'lucide-react'
import { countText } from '#lib/counts.ts'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { useSettled } from '#ui/use-settled.ts'
import { useAudienceSize, useChoosableMods } from './newsletter.queries.ts'
import { audienceOf, type Typed } from './typed-newsletter.ts'

interface AudienceFieldsProps {
  values: Typed
  problems: Partial<Record<keyof Typed, string>>
  change: (part: Partial<Typed>) => void
}

/** Narrows the audience, which never includes anyone who did not opt in. */
export const AudienceFields = ({ values, problems, change }: AudienceFieldsProps) => (
  <Card title="Audience" description="People who turned on “News and offers” and match everything you choose here.">
    <div className="flex flex-col gap-5">
      <ModChoice label="Owns one of these mods" chosen={values.owns} onChange={(owns) => change({ owns })} />
      <ModChoice
        label="Has one of these mods on the wishlist"
        chosen={values.wishes}
        onChange={(wishes) => change({ wishes })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Visited in the last … days" isOptional error={problems.seenWithinDays}>
          <Input
            name="seenWithinDays"
            inputMode="numeric"
            value={values.seenWithinDays}
            onChange={(event) => change({ seenWithinDays: event.currentTarget.value })}
          />
        </Field>
        <Field label="Has not visited for … days" isOptional error={problems.awayForDays}>
          <Input
            name="awayForDays"
            inputMode="numeric"
            value={values.awayForDays}
            onChange={(event) => change({ awayForDays: event.currentTarget.value })}
          />
        </Field>
      </div>
      {!problems.seenWithinDays && !problems.awayForDays && <Size values={values} />}
    </div>
  </Card>
)

const Size = ({ values }: { values: Typed }) => {
  const { data, isError } = useAudienceSize(useSettled(audienceOf(values)))
  if (isError) return <p className="text-small text-muted">The audience could not be counted.</p>
  if (!data) return <p className="text-small text-muted">Counting…</p>
  const { didNotAsk, unverified, suppressed } = data.excluded
  return (
    <p className="text-ui" aria-live="polite">
      <strong className="num">{countText(data.recipients)}</strong>{' '}
      {data.recipients === 1 ? 'person gets' : 'people get'} it.{' '}
      <span className="text-small text-muted">
        Left out: {countText(didNotAsk)} did not ask for it, {countText(unverified)} without a confirmed address,{' '}
        {countText(suppressed)} suppressed.
      </span>
    </p>
  )
}

interface ModChoiceProps {
  label: string
  chosen: readonly number[]
  onChange: (ids: number[]) => void
}

const ModChoice = ({ label, chosen, onChange }: ModChoiceProps) => {
  const { data } = useChoosableMods()
  const mods = data?.items ?? []
  const titleOf = (id: number) => mods.find((mod) => mod.id === id)?.title ?? `Mod ${id}`
  const open = mods.filter(({ id }) => !chosen.includes(id))
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} isOptional>
        <NativeSelect
          value=""
          onValueChange={(id) => id !== '' && onChange([...chosen, Number(id)])}
          options={[
            { value: '', label: chosen.length === 0 ? 'Any' : 'Add a mod' },
            ...open.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
        />
      </Field>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={`Chosen: ${label}`}>
          {chosen.map((id) => (
            <li key={id} className="inline-flex items-center gap-1 rounded-full border ps-3 text-small">
              {titleOf(id)}
              <IconButton
                label={`Remove ${titleOf(id)}`}
                size="icon-sm"
                onClick={() => onChange(chosen.filter((each) => each !== id))}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
