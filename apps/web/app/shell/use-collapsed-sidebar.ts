import { useState } from 'react'
import { localMemory } from '#lib/browser-storage.ts'

/**
 * Whether the sidebar is collapsed, as stored in this browser. Read only once the user is known, never on the server.
 */
export const useCollapsedSidebar = () => {
  const [isCollapsed, setState] = useState(() => localMemory.read('admin_sidebar') === 'collapsed')
  const setCollapsed = (next: boolean) => {
    setState(next)
    localMemory.write('admin_sidebar', next ? 'collapsed' : 'expanded')
  }
  return [isCollapsed, setCollapsed] as const
}
