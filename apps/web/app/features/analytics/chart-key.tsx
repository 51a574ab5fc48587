import type { ReactNode } from 'react'

/** The name of a color in a chart. */
export const ChartKey = ({ color, children }: { color: string; children: ReactNode }) => (
  <span className="me-4 inline-flex items-center gap-1.5">
    <span className="size-2.5 rounded-xs" style={{ background: color }} aria-hidden="true" />
    {children}
  </span>
)
