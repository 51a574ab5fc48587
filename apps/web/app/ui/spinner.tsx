import { cx } from '#ui/cx.ts'

interface SpinnerProps {
  /** The label for screen readers; omit it if the surrounding control already announces that it is busy. */
  label?: string
  className?: string
}

export const Spinner = ({ label, className }: SpinnerProps) => (
  <span role={label ? 'status' : undefined} className={cx('inline-grid place-items-center', className)}>
    <svg viewBox="0 0 20 20" fill="none" className="size-[1.15em] animate-spin" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" stroke="currentColor" strokeWidth="2.25" opacity="0.25" />
      <path d="M17.5 10A7.5 7.5 0 0 0 10 2.5" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" />
    </svg>
    {label && <span className="sr-only">{label}</span>}
  </span>
)
