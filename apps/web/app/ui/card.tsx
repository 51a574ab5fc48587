import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#ui/cx.ts'

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** Edge to edge, for tables and pictures. */
  isFlush?: boolean
}

export const Card = ({ title, description, actions, isFlush = false, className, children, ...rest }: CardProps) => (
  <section className={cx('surface rounded-2xl', isFlush ? 'overflow-clip' : 'p-4 md:p-5', className)} {...rest}>
    {(title || actions) && (
      <div
        className={cx(
          'flex flex-wrap justify-between gap-3',
          description ? 'items-start' : 'items-center',
          isFlush ? 'p-4 md:px-5' : 'mb-4',
        )}
      >
        <div className="min-w-0">
          {title && <h2 className="text-base font-semibold">{title}</h2>}
          {description && <p className="mt-0.5 text-small text-muted">{description}</p>}
        </div>
        {actions && <div className="flex items-center gap-2">{actions}</div>}
      </div>
    )}
    {children}
  </section>
)
