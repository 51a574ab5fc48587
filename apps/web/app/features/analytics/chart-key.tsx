import type { ReactNode } from 'react'

/** The name of a color in a chart. */
export const ChartKey = ({ color, children }: { color: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5" style={{ marginInlineEnd: '1rem' }}>
    <span className="size-2.5 rounded-sm" style={{ background: color }} aria-hidden="true" />
    {children}
  </span>
)
