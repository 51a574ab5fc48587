import { X } from 'lucide-react'
import { Link } from '#lib/link.ts'
import { chipStyle } from '#ui/chip-style.ts'
import type { ActiveFilter } from './active-filters.ts'
import { listAddress } from './mod-search.ts'

/** The active filters; each chip links to the list without it. */
export const FilterChips = ({ filters }: { filters: readonly ActiveFilter[] }) => (
  <ul className="flex flex-wrap justify-center gap-2" aria-label="Active filters">
    {filters.map(({ label, without }) => (
      <li key={label}>
        <Link to={listAddress(without)} preventScrollReset aria-label={`Remove ${label}`} className={chipStyle}>
          {label}
          <X className="size-3.5 text-muted" aria-hidden="true" />
        </Link>
      </li>
    ))}
  </ul>
)
