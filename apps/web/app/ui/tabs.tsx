import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { type TabsVariant, tabListStyles, tabStyles } from '#ui/tab-style.ts'
import { useTabInView } from '#ui/use-tab-in-view.ts'

interface TabsProps {
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  variant?: TabsVariant
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  className?: string
}

/** Tab panels within one page; use NavTabs where each tab has its own URL. */
export const Tabs = ({ label, tabs, variant = 'underline', ...root }: TabsProps) => (
  <RadixTabs.Root {...root}>
    <RadixTabs.List ref={useTabInView<HTMLDivElement>()} aria-label={label} className={tabListStyles[variant]}>
      {tabs.map((tab) => (
        <RadixTabs.Trigger key={tab.value} value={tab.value} className={tabStyles[variant]}>
          {tab.label}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
    {tabs.map((tab) => (
      <RadixTabs.Content key={tab.value} value={tab.value} className="mt-5 rounded-sm outline-offset-4">
        {tab.content}
      </RadixTabs.Content>
    ))}
  </RadixTabs.Root>
)
