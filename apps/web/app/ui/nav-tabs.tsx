import { Slot } from 'radix-ui'
import type { ReactNode } from 'react'
import { type TabsVariant, tabListStyles, tabStyles } from '#ui/tab-style.ts'
import { useTabInView } from '#ui/use-tab-in-view.ts'

interface NavTabsProps {
  label: string
  variant?: TabsVariant
  children: ReactNode
}

export const NavTabs = ({ label, variant = 'underline', children }: NavTabsProps) => (
  <nav ref={useTabInView<HTMLElement>()} aria-label={label} className={tabListStyles[variant]}>
    {children}
  </nav>
)

interface NavTabProps {
  isCurrent?: boolean
  variant?: TabsVariant
  /** One link. */
  children: ReactNode
}

export const NavTab = ({ isCurrent = false, variant = 'underline', children }: NavTabProps) => (
  <Slot.Root className={tabStyles[variant]} aria-current={isCurrent || undefined}>
    {children}
  </Slot.Root>
)
