import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  description?: ReactNode
  action?: ReactNode
}

export const EmptyState = ({ icon, title, description, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center px-5 py-10 text-center">
    <span
      className="grid size-14 place-items-center rounded-full bg-raised text-muted [&_svg]:size-6"
      aria-hidden="true"
    >
      {icon}
    </span>
    <p className="mt-4 text-body font-medium">{title}</p>
    {description && <p className="mt-1 max-w-[44ch] text-ui text-muted">{description}</p>}
    {action && <div className="mt-5">{action}</div>}
  </div>
)
