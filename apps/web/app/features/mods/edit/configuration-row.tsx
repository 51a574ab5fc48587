import { ArrowDown, ArrowUp, ChevronDown, Copy, Ellipsis, Trash2 } from 'lucide-react'
import { memo, useId, useState } from 'react'
import type { ConfigurationField } from '@slipstream/contract/mod-limits'
import { cx } from '#ui/cx.ts'
import { Dropdown, DropdownItem, DropdownSeparator } from '#ui/dropdown.tsx'
import { FieldError } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { COLUMNS, DRIVETRAIN_OPTIONS, type FieldWords, labelOf, MORE_FIELDS } from './configuration-fields.ts'
import type { TypedConfiguration } from './typed-mod.ts'

export type RowProblems = Readonly<Partial<Record<ConfigurationField, string>>>

export interface RowActs {
  change: (key: string, field: ConfigurationField, text: string) => void
  move: (key: string, by: number) => void
  copy: (key: string) => void
  remove: (key: string) => void
}

interface RowProps {
  configuration: TypedConfiguration
  place: number
  count: number
  /** Undefined for a row without errors, so that memoized rows do not re-render. */
  problems: RowProblems | undefined
  acts: RowActs
}

const FIGURES: readonly ConfigurationField[] = ['powerKw', 'torqueNm', 'massKg', 'topSpeedKmh', 'sprintS']

const Row = ({ configuration, place, count, problems = {}, acts }: RowProps) => {
  // A new row starts open, so that all its values can be filled in.
  const [isOpened, setOpened] = useState(configuration.name === '')
  const { key } = configuration
  const name = configuration.name.trim() || `Configuration ${place + 1}`
  const isWrongInside = MORE_FIELDS.some(({ field }) => problems[field] !== undefined)
  const isOpen = isOpened || isWrongInside
  const cell = (words: FieldWords) => (
    <FieldCell
      words={words}
      owner={name}
      text={configuration[words.field]}
      problem={problems[words.field]}
      onChange={(text) => acts.change(key, words.field, text)}
    />
  )

  return (
    <tbody
      role="rowgroup"
      data-row={key}
      className="@max-xl:flex @max-xl:flex-col @max-xl:gap-3 @max-xl:border-b @max-xl:py-3 @max-xl:last:border-b-0"
    >
      <tr role="row" className="@max-xl:grid @max-xl:grid-cols-[minmax(0,1fr)_auto] @max-xl:gap-3">
        <td role="cell" className="py-1.5 align-top @xl:pe-2">
          {cell({ field: 'name', label: 'Name' })}
        </td>
        {COLUMNS.map((words) => (
          <td
            key={words.field}
            role="cell"
            className={cx(
              'py-1.5 align-top @max-xl:order-last @max-xl:col-span-2 @max-xl:py-0 @xl:pe-2',
              !isOpen && problems[words.field] === undefined && '@max-xl:hidden',
            )}
          >
            {cell(words)}
          </td>
        ))}
        <td role="cell" className="py-1.5 align-top">
          <div className="flex justify-end @max-xl:pt-6">
            <IconButton
              label={`${isOpen ? 'Fewer' : 'All'} figures of ${name}`}
              size="icon-sm"
              aria-expanded={isOpen}
              onClick={() => setOpened(!isOpen)}
            >
              <ChevronDown className={cx('transition-transform', isOpen && 'rotate-180')} aria-hidden="true" />
            </IconButton>
            <RowMenu name={name} place={place} count={count} configurationKey={key} acts={acts} />
          </div>
        </td>
      </tr>
      {isOpen && (
        <tr role="row" className="@max-xl:block">
          <td role="cell" colSpan={COLUMNS.length + 2} className="pb-4 @max-xl:block">
            <div className="grid gap-3 rounded-xl @xl:grid-cols-3 @xl:bg-raised/40 @xl:p-3">
              {MORE_FIELDS.map((words) => (
                <div key={words.field}>{cell(words)}</div>
              ))}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** Memoized: typing in one row does not re-render the others. */
export const ConfigurationRow = memo(Row)

interface FieldCellProps {
  words: FieldWords
  owner: string
  text: string
  problem: string | undefined
  onChange: (text: string) => void
}

const isInTable = (field: ConfigurationField) => field === 'name' || COLUMNS.some((column) => column.field === field)

const FieldCell = ({ words, owner, text, problem, onChange }: FieldCellProps) => {
  const { field } = words
  const errorId = useId()
  const control = {
    'aria-label': field === 'name' ? `Name of ${owner}` : `${labelOf(words)} of ${owner}`,
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': problem === undefined ? undefined : errorId,
    'data-field': field,
    value: text,
    size: 'sm',
  } as const
  return (
    <div className="flex flex-col gap-1">
      {/* A column header labels it visually; screen readers use the control's own label. */}
      <span className={cx('text-caption text-muted', isInTable(field) && '@xl:hidden')} aria-hidden="true">
        {labelOf(words)}
      </span>
      {field === 'drivetrain' ? (
        <NativeSelect {...control} options={DRIVETRAIN_OPTIONS} onValueChange={onChange} />
      ) : (
        <Input
          {...control}
          autoComplete="off"
          {...(FIGURES.includes(field) && { inputMode: 'decimal', className: 'num' })}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {problem && <FieldError id={errorId}>{problem}</FieldError>}
    </div>
  )
}

interface RowMenuProps {
  name: string
  place: number
  count: number
  configurationKey: string
  acts: RowActs
}

const RowMenu = ({ name, place, count, configurationKey: key, acts }: RowMenuProps) => (
  <Dropdown
    trigger={
      <IconButton label={`More for ${name}`} size="icon-sm">
        <Ellipsis aria-hidden="true" />
      </IconButton>
    }
  >
    <DropdownItem onSelect={() => acts.copy(key)}>
      <Copy aria-hidden="true" />
      Duplicate
    </DropdownItem>
    <DropdownItem disabled={place === 0} onSelect={() => acts.move(key, -1)}>
      <ArrowUp aria-hidden="true" />
      Move up
    </DropdownItem>
    <DropdownItem disabled={place === count - 1} onSelect={() => acts.move(key, 1)}>
      <ArrowDown aria-hidden="true" />
      Move down
    </DropdownItem>
    <DropdownSeparator />
    <DropdownItem tone="destructive" onSelect={() => acts.remove(key)}>
      <Trash2 aria-hidden="true" />
      Remove
    </DropdownItem>
  </Dropdown>
)
