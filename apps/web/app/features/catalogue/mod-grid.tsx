import type { ReactNode } from 'react'
import type { ModCard as Mod } from '@slipstream/contract/mods'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ModCard } from './mod-card.tsx'

/** Slots that other features fill on every card. */
export interface CardSlots {
  action?: (mod: Mod) => ReactNode
  corner?: (mod: Mod) => ReactNode
}

type Columns = 3 | 4

interface ModGridProps extends CardSlots {
  mods: readonly Mod[]
  asOf: number
  columns: Columns
  /** How many cards are above the fold. */
  firstInView?: number
}

const columnStyles: Record<Columns, string> = {
  3: 'sm:grid-cols-2 xl:grid-cols-3',
  4: 'sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
}

export const ModGrid = ({ mods, asOf, columns, firstInView = 0, action, corner }: ModGridProps) => (
  <ul className={cx('grid gap-4 md:gap-5', columnStyles[columns])}>
    {mods.map((mod, position) => (
      <li key={mod.id}>
        <ModCard mod={mod} asOf={asOf} isFirst={position < firstInView} action={action?.(mod)} corner={corner?.(mod)} />
      </li>
    ))}
  </ul>
)

export const ModGridSkeleton = ({ columns, count }: { columns: Columns; count: number }) => (
  <div className={cx('grid gap-4 md:gap-5', columnStyles[columns])} aria-busy="true" aria-label="Loading mods">
    {Array.from({ length: count }, (_, key) => (
      <div key={key} className="surface overflow-hidden rounded-2xl">
        <Skeleton className="aspect-16/10 w-full rounded-none" />
        <div className="flex flex-col gap-2.5 p-4">
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="mt-3 h-5 w-20" />
        </div>
      </div>
    ))}
  </div>
)
