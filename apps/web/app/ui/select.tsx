import { Check, ChevronDown } from 'lucide-react'
import { Select as RadixSelect } from 'radix-ui'
import { type ControlSize, controlSizes, controlStyle } from '#ui/control-style.ts'
import { cx } from '#ui/cx.ts'
import { useFieldControl } from '#ui/field-context.ts'
import { menuItemStyle, menuStyle } from '#ui/menu-style.ts'
import type { SelectOption } from '#ui/native-select.tsx'

interface SelectProps {
  options: readonly SelectOption[]
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  placeholder?: string
  name?: string
  size?: ControlSize
  isDisabled?: boolean
  'aria-label'?: string
  className?: string
}

/** A custom select for admin pages; pages with a size budget use NativeSelect. */
export const Select = ({
  options,
  placeholder,
  size = 'md',
  isDisabled = false,
  'aria-label': label,
  className,
  ...root
}: SelectProps) => (
  <RadixSelect.Root disabled={isDisabled} {...root}>
    <RadixSelect.Trigger
      {...useFieldControl({})}
      aria-label={label}
      className={cx(
        controlStyle,
        controlSizes[size],
        'flex items-center justify-between gap-2 text-left data-placeholder:text-subtle',
        className,
      )}
    >
      <span className="truncate">
        <RadixSelect.Value placeholder={placeholder} />
      </span>
      <RadixSelect.Icon asChild>
        <ChevronDown className="size-4 text-muted" aria-hidden="true" />
      </RadixSelect.Icon>
    </RadixSelect.Trigger>
    <RadixSelect.Portal>
      <RadixSelect.Content
        position="popper"
        sideOffset={6}
        collisionPadding={12}
        className={cx(menuStyle, 'max-h-80 min-w-(--radix-select-trigger-width) overflow-hidden')}
      >
        <RadixSelect.Viewport>
          {options.map((option) => (
            <RadixSelect.Item
              key={option.value}
              value={option.value}
              disabled={option.isDisabled ?? false}
              className={cx(menuItemStyle, 'justify-between')}
            >
              <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
              <RadixSelect.ItemIndicator>
                <Check className="size-4" aria-hidden="true" />
              </RadixSelect.ItemIndicator>
            </RadixSelect.Item>
          ))}
        </RadixSelect.Viewport>
      </RadixSelect.Content>
    </RadixSelect.Portal>
  </RadixSelect.Root>
)
