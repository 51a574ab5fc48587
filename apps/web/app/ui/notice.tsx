import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { toneStyles } from '#ui/tone-style.ts'

const looks = {
  info: { Icon: Info, role: 'status' },
  success: { Icon: CircleCheck, role: 'status' },
  warning: { Icon: TriangleAlert, role: 'status' },
  destructive: { Icon: CircleAlert, role: 'alert' },
} as const

interface NoticeProps {
  tone: keyof typeof looks
  /** The key message; details go into the children. */
  title: ReactNode
  /** Buttons at the right, below the text on phones. */
  actions?: ReactNode
  className?: string
  children?: ReactNode
}

/** An important message that stays until it is resolved, unlike a toast. */
export const Notice = ({ tone, title, actions, className, children }: NoticeProps) => {
  const { Icon, role } = looks[tone]
  return (
    <div
      role={role}
      className={cx(
        'flex flex-wrap items-start gap-x-4 gap-y-3 rounded-xl border bg-card p-4',
        toneStyles[tone],
        className,
      )}
    >
      <Icon className="mt-0.5 size-[18px] text-(--tone)" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-60 text-ui">
        <p className="font-medium">{title}</p>
        {children && <div className="mt-1 text-muted">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
