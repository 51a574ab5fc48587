import { Gauge, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { CONFIGURATION_FIELDS, MOD_LIMITS } from '@slipstream/contract/mod-limits'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FieldError } from '#ui/field.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { toast } from '#ui/toast-store.ts'
import { COLUMNS, labelOf } from './configuration-fields.ts'
import { ConfigurationRow, type RowActs, type RowProblems } from './configuration-row.tsx'
import { copyOf, emptyConfiguration, type TypedConfiguration } from './typed-mod.ts'
import type { FormPart } from './use-mod-form.ts'

const fieldsIn = (table: HTMLElement | null, field: string) => [
  ...(table?.querySelectorAll<HTMLElement>(`[data-field="${field}"]`) ?? []),
]

/** Moves to the same field of the row above or below, like a spreadsheet; a select keeps its arrow keys. */
const onArrow = (event: KeyboardEvent<HTMLTableElement>) => {
  const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key]
  const { target } = event
  if (!step || event.altKey || !(target instanceof HTMLInputElement)) return
  const column = fieldsIn(event.currentTarget, target.dataset.field ?? '')
  event.preventDefault()
  column[column.indexOf(target) + step]?.focus()
}

export const ConfigurationsSection = ({ form }: { form: FormPart }) => {
  const rows = form.typed.configurations
  const table = useRef<HTMLTableElement>(null)
  const focusOn = useRef<string>(null)
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
    if (focusOn.current === null) return
    table.current?.querySelector<HTMLElement>(`[data-row="${focusOn.current}"] [data-field="name"]`)?.focus()
    focusOn.current = null
  })

  const acts = useMemo((): RowActs => {
    const edit = (change: (all: TypedConfiguration[]) => TypedConfiguration[]) =>
      latest.current.change({ configurations: change(latest.current.typed.configurations) })
    const placeOf = (all: readonly TypedConfiguration[], key: string) => all.findIndex((each) => each.key === key)
    return {
      change: (key, field, text) =>
        edit((all) => all.map((each) => (each.key === key ? { ...each, [field]: text } : each))),
      move: (key, by) =>
        edit((all) => {
          const place = placeOf(all, key)
          const moved = all[place]
          return moved ? all.toSpliced(place, 1).toSpliced(place + by, 0, moved) : all
        }),
      copy: (key) =>
        edit((all) => {
          const place = placeOf(all, key)
          const copied = all[place] && copyOf(all[place])
          if (!copied || all.length >= MOD_LIMITS.configurations) return all
          focusOn.current = copied.key
          return all.toSpliced(place + 1, 0, copied)
        }),
      remove: (key) => {
        const before = latest.current.typed.configurations
        const removed = before[placeOf(before, key)]
        edit((all) => all.filter((each) => each.key !== key))
        toast({
          title: `${removed?.name || 'The configuration'} removed`,
          action: { label: 'Undo', onSelect: () => latest.current.change({ configurations: before }) },
        })
      },
    }
  }, [])

  const add = () => {
    const added = emptyConfiguration()
    focusOn.current = added.key
    form.change({ configurations: [...rows, added] })
  }

  const overall = rows.length > MOD_LIMITS.configurations ? form.problem('configurations') : undefined
  return (
    <FormSection
      id="configurations"
      title="Configurations"
      saves="form"
      description="The vehicle’s trims and their specs. The mod’s card shows the first one."
      actions={
        <Button size="sm" variant="outline" onClick={add} disabled={rows.length >= MOD_LIMITS.configurations}>
          <Plus aria-hidden="true" />
          Add configuration
        </Button>
      }
    >
      {overall && <FieldError id="configurations-error">{overall}</FieldError>}
      {rows.length === 0 ? (
        <EmptyState
          icon={<Gauge />}
          title="No configurations yet"
          description="Upload an archive to get them from it, or add them by hand."
        />
      ) : (
        <table ref={table} role="table" className="w-full table-fixed @max-xl:block" onKeyDown={onArrow}>
          <caption className="sr-only">Configurations. The arrow keys move to the same field above and below.</caption>
          <thead role="rowgroup" className="@max-xl:sr-only">
            <tr role="row" className="text-left text-caption text-muted [&>th]:pb-1 [&>th]:font-medium">
              <th role="columnheader" scope="col">
                Name
              </th>
              {COLUMNS.map((words) => (
                <th
                  key={words.field}
                  role="columnheader"
                  scope="col"
                  className={words.field === 'drivetrain' ? 'w-25' : 'w-21'}
                >
                  {labelOf(words)}
                </th>
              ))}
              <th role="columnheader" scope="col" className="w-19">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          {rows.map((configuration, place) => (
            <ConfigurationRow
              key={configuration.key}
              configuration={configuration}
              place={place}
              count={rows.length}
              problems={problemsOf(form, place)}
              acts={acts}
            />
          ))}
        </table>
      )}
    </FormSection>
  )
}

const problemsOf = (form: FormPart, place: number): RowProblems | undefined => {
  const found = CONFIGURATION_FIELDS.flatMap((field) => {
    const sentence = form.problem(`configurations.${place}.${field}`)
    return sentence === undefined ? [] : [[field, sentence] as const]
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
