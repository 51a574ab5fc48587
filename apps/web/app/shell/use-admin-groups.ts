import { useState } from 'react'
import { useLocation } from 'react-router'
import { ADMIN_MENU, isInGroup } from './admin-menu.ts'

const FIRST_OPEN = 'Dashboard'

/** The open menu groups: the first one, that of the current page, and those opened by hand. */
export const useAdminGroups = () => {
  const { pathname } = useLocation()
  const here = ADMIN_MENU.find((group) => isInGroup(group, pathname))?.label
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(here ? [FIRST_OPEN, here] : [FIRST_OPEN]))
  const [shown, setShown] = useState(pathname)

  // Navigation opens the group of the new page; a group closed by hand stays closed until then.
  if (shown !== pathname) {
    setShown(pathname)
    if (here) setOpen(new Set(open).add(here))
  }

  return {
    isOpen: (label: string) => open.has(label),
    show: (label: string) => setOpen((before) => new Set(before).add(label)),
    toggle: (label: string) =>
      setOpen((before) => {
        const next = new Set(before)
        if (!next.delete(label)) next.add(label)
        return next
      }),
  }
}
