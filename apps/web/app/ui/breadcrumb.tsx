import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface BreadcrumbProps {
  /** Links, from the top down. */
  parents: readonly { key: string; link: ReactNode }[]
  current: string
}

export const Breadcrumb = ({ parents, current }: BreadcrumbProps) => (
  <nav aria-label="Breadcrumb">
    <ol className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted [&_a]:rounded-sm [&_a:hover]:text-foreground">
      {parents.map(({ key, link }) => (
        <li key={key} className="flex items-center gap-2">
          {link}
          <ChevronRight className="size-3.5 text-subtle" aria-hidden="true" />
        </li>
      ))}
      <li aria-current="page" className="min-w-0 truncate text-foreground">
        {current}
      </li>
    </ol>
  </nav>
)
