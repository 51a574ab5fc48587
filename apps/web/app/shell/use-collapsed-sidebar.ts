import { useState } from 'react'

const KEY = 'admin_sidebar'

/** Whether the sidebar is narrow, as this browser was left. Asked only when it is known who this is, never on the server. */
export const useCollapsedSidebar = () => {
  const [isCollapsed, setState] = useState(() => read() === 'collapsed')
  const setCollapsed = (next: boolean) => {
    setState(next)
    write(next ? 'collapsed' : 'expanded')
  }
  return [isCollapsed, setCollapsed] as const
}

// A browser may forbid its storage, and then the sidebar is simply wide again.
const read = () => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

const write = (value: string) => {
  try {
    localStorage.setItem(KEY, value)
  } catch {
    // Kept for this visit only.
  }
}
