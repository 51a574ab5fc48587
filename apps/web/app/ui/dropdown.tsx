import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { menuItemStyle, menuStyle } from '#ui/menu-style.ts'

interface DropdownProps extends Pick<ComponentProps<typeof DropdownMenu.Root>, 'open' | 'onOpenChange'> {
  /** The element that opens the menu. */
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}

export const Dropdown = ({ trigger, align = 'end', side = 'bottom', children, ...root }: DropdownProps) => (
  // Not modal: that would hide the whole page from screen readers and lock scrolling for a short list.
  <DropdownMenu.Root modal={false} {...root}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={12}
        className={cx(
          menuStyle,
          'max-h-(--radix-dropdown-menu-content-available-height) min-w-52 origin-(--radix-dropdown-menu-content-transform-origin) overflow-y-auto',
        )}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

interface DropdownItemProps extends ComponentProps<typeof DropdownMenu.Item> {
  tone?: 'neutral' | 'destructive'
}

export const DropdownItem = ({ tone = 'neutral', className, ...rest }: DropdownItemProps) => (
  <DropdownMenu.Item
    className={cx(menuItemStyle, tone === 'destructive' ? 'text-destructive' : '[&_svg]:text-muted', className)}
    {...rest}
  />
)

export const DropdownLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-2.5 pt-1.5 pb-1 text-caption text-muted">{children}</DropdownMenu.Label>
)

export const DropdownSeparator = () => <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-border" />

interface DropdownChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  onValueChange: (value: Value) => void
}

/** One of several options, such as the theme. */
export const DropdownChoice = <Value extends string>(props: DropdownChoiceProps<Value>) => (
  <DropdownMenu.RadioGroup
    value={props.value}
    aria-label={props.label}
    onValueChange={(value) => {
      const chosen = props.options.find((option) => option.value === value)
      if (chosen) props.onValueChange(chosen.value)
    }}
  >
    <DropdownLabel>{props.label}</DropdownLabel>
    {props.options.map((option) => (
      <DropdownMenu.RadioItem
        key={option.value}
        value={option.value}
        className={cx(menuItemStyle, '[&_svg]:text-muted')}
      >
        {option.icon}
        {option.label}
        <DropdownMenu.ItemIndicator className="ml-auto [&_svg]:text-foreground">
          <Check aria-hidden="true" />
        </DropdownMenu.ItemIndicator>
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
)
