import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'

interface FormNoticeProps {
  tone: 'destructive' | 'success'
  children: ReactNode
}

const looks = {
  destructive: { Icon: CircleAlert, role: 'alert', tone: '[--tone:var(--destructive)]' },
  success: { Icon: CircleCheck, role: 'status', tone: '[--tone:var(--success)]' },
} as const

/** A message about the form as a whole. */
export const FormNotice = ({ tone, children }: FormNoticeProps) => {
  const { Icon, role, tone: color } = looks[tone]
  return (
    <p
      role={role}
      tabIndex={-1}
      className={cx('tinted flex items-start gap-2 rounded-lg px-3.5 py-2.5 text-ui', color)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
