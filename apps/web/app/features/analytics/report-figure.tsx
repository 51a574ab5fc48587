import type { ReactNode } from 'react'
import { Link } from '#lib/link.ts'
import { cx } from '#ui/cx.ts'
import type { DefinitionName } from './definitions.tsx'

interface ReportFigureProps {
  name: string
  definition: DefinitionName
  value: string
  isMain?: boolean
  /** The change, and the value before. */
  children?: ReactNode
}

/** One figure of a report. Its name leads to its definition. */
export const ReportFigure = ({ name, definition, value, isMain = false, children }: ReportFigureProps) => (
  <div className="min-w-0">
    <p className="text-small text-muted">
      <Link
        to={`/admin/analytics#${definition}`}
        className="rounded-sm underline-offset-4 hover:text-foreground hover:underline"
      >
        {name}
      </Link>
    </p>
    <p className={cx('num mt-0.5 font-semibold', isMain ? 'text-h3 leading-tight' : 'text-title')}>{value}</p>
    <p className="num mt-0.5 flex flex-wrap items-center gap-x-2 text-caption text-muted empty:hidden">{children}</p>
  </div>
)
