import { Tooltip as RadixTooltip } from 'radix-ui'
import type { FocusEvent, ReactElement, ReactNode } from 'react'

const TOOLTIP_OPEN_DELAY_MS = 700
const TOOLTIP_SKIP_DELAY_MS = 300

/** Wraps all tooltips of a layout: they share the delay, so the second one in a row opens immediately. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <RadixTooltip.Provider delayDuration={TOOLTIP_OPEN_DELAY_MS} skipDelayDuration={TOOLTIP_SKIP_DELAY_MS}>
    {children}
  </RadixTooltip.Provider>
)

interface TooltipProps {
  label: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactElement
}

// A closing dialog returns the focus to its button; only focus-visible may open the tooltip.
const ignoreHiddenFocus = (event: FocusEvent<HTMLElement>) => {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}

export const Tooltip = ({ label, side = 'bottom', children }: TooltipProps) => (
  <RadixTooltip.Root>
    <RadixTooltip.Trigger asChild onFocus={ignoreHiddenFocus}>
      {children}
    </RadixTooltip.Trigger>
    <RadixTooltip.Portal>
      <RadixTooltip.Content
        side={side}
        sideOffset={8}
        collisionPadding={12}
        className="z-70 max-w-64 rounded-sm border bg-raised px-2.5 py-1.5 text-small text-foreground shadow-float data-[state=closed]:animate-fade-out data-[state=delayed-open]:animate-fade-in"
      >
        {label}
      </RadixTooltip.Content>
    </RadixTooltip.Portal>
  </RadixTooltip.Root>
)
