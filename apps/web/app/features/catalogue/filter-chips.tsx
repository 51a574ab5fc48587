import { X } from 'lucide-react'
import { Link } from '#lib/link.ts'
import type { ActiveFilter } from './active-filters.ts'
import { listAddress } from './mod-search.ts'

/** The active filters; each chip links to the list without it. */
export const FilterChips = ({ filters }: { filters: readonly ActiveFilter[] }) => (
  <ul className="flex flex-wrap justify-center gap-2" aria-label="Active filters">
    {filters.map(({ label, without }) => (
      <li key={label}>
        <Link
          to={listAddress(without)}
          preventScrollReset
          aria-label={`Remove ${label}`}
          className="inline-flex h-8 items-center gap-1.5 rounded-full bg-raised ps-3 pe-2.5 text-small transition-colors hover:bg-foreground/15"
        >
          {label}
          <X className="size-3.5 text-muted" aria-hidden="true" />
        </Link>
      </li>
    ))}
  </ul>
)
