import { useId } from 'react'
import { countText } from '#lib/counts.ts'
import { cx } from './cx.ts'

interface ChoicePillsProps<Value extends string> {
  label: string
  choices: readonly { value: Value; label: string; count?: number }[]
  value: Value
  onValueChange: (value: Value) => void
  className?: string
}

/** One choice of a few that changes what a list shows. Scrolls sideways on phones. */
export const ChoicePills = <Value extends string>({
  label,
  choices,
  value: chosen,
  onValueChange,
  className,
}: ChoicePillsProps<Value>) => {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('flex gap-2 overflow-x-auto py-1 [scrollbar-width:none] md:flex-wrap', className)}
    >
      {choices.map(({ value, label: text, count }) => (
        <label
          key={value}
          className={cx(
            'relative inline-flex h-9 shrink-0 cursor-pointer items-center rounded-full border px-4 text-ui transition-colors max-md:h-11 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
            value === chosen
              ? 'border-transparent bg-foreground font-medium text-background'
              : 'text-muted hover:bg-raised hover:text-foreground',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === chosen}
            onChange={() => onValueChange(value)}
          />
          {text}
          {count !== undefined && <span className="num ml-1.5">{countText(count)}</span>}
        </label>
      ))}
    </div>
  )
}
