import { useState } from 'react'
import { localMemory } from '#lib/browser-storage.ts'

/** Whether the sidebar is narrow, as this browser was left. Asked only when it is known who this is, never on the server. */
export const useCollapsedSidebar = () => {
  const [isCollapsed, setState] = useState(() => localMemory.read('admin_sidebar') === 'collapsed')
  const setCollapsed = (next: boolean) => {
    setState(next)
    localMemory.write('admin_sidebar', next ? 'collapsed' : 'expanded')
  }
  return [isCollapsed, setCollapsed] as const
}
