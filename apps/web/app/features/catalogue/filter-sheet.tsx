import type { ReactNode, RefObject } from 'react'
import { Link, type PageAddress } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'

interface FilterSheetProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
  /** The list without any of these filters. */
  clearedList: PageAddress
  /** `24 mods`, once it is known. */
  found: string
  children: ReactNode
}

export const FilterSheet = ({
  isOpen,
  onOpenChange,
  returnFocusTo,
  clearedList,
  found,
  children,
}: FilterSheetProps) => (
  <Sheet
    title="Filters"
    open={isOpen}
    onOpenChange={onOpenChange}
    returnFocusTo={returnFocusTo}
    closeLabel="Close filters"
    footer={
      <div className="flex gap-3">
        <Button asChild variant="outline" size="lg" className="flex-1">
          <Link to={clearedList} preventScrollReset>
            Clear all
          </Link>
        </Button>
        <Button variant="primary" size="lg" className="flex-1" onClick={() => onOpenChange(false)}>
          Show {found}
        </Button>
      </div>
    }
  >
    {children}
  </Sheet>
)
