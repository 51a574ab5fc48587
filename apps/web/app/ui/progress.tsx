import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { type Tone, toneStyles } from '#ui/tone-style.ts'

interface ProgressProps {
  /** The current task: "Uploading senko.zip". */
  label: ReactNode
  /** From 0 to 1; null if the total is unknown. */
  value: number | null
  /** At the right of the label: "4 of 19 parts", "12 s left". */
  detail?: ReactNode
  tone?: Tone
  /** Keeps the label for screen readers only, where it is visually redundant. */
  isLabelHidden?: boolean
}

/** The progress of a long task. */
export const Progress = ({ label, value, detail, tone = 'primary', isLabelHidden = false }: ProgressProps) => {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div className={cx('flex flex-col gap-1.5', toneStyles[tone])}>
      <div
        className={cx('flex items-baseline justify-between gap-3 text-small', isLabelHidden && !detail && 'sr-only')}
      >
        <span className={cx('min-w-0 wrap-anywhere', isLabelHidden && 'sr-only')}>{label}</span>
        {detail && <span className="num shrink-0 text-muted">{detail}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={typeof label === 'string' ? label : 'Progress'}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== null && { 'aria-valuenow': percent })}
        className="h-1.5 overflow-hidden rounded-full bg-foreground/12"
      >
        <div
          className={cx(
            'h-full rounded-full bg-(--tone) transition-[width] duration-200',
            percent === null && 'w-full animate-[breathe_1.8s_ease-in-out_infinite]',
          )}
          {...(percent !== null && { style: { width: `${percent}%` } })}
        />
      </div>
    </div>
  )
}
