import { type ReactNode, useId } from 'react'
import type { ReviewReason } from '@slipstream/contract/review-terms'
import { FieldError } from '#ui/field.tsx'

interface ReasonChoiceProps {
  legend: string
  reasons: readonly ReviewReason[]
  words: Record<ReviewReason, string>
  value: ReviewReason | ''
  error?: ReactNode
  onChoose: (reason: ReviewReason) => void
}

/** One of the reasons of the closed list. */
export const ReasonChoice = ({ legend, reasons, words, value, error, onChoose }: ReasonChoiceProps) => {
  const name = useId()
  const errorId = `${name}-error`
  return (
    <fieldset data-name="reason" aria-describedby={error ? errorId : undefined}>
      <legend className="text-ui font-medium">{legend}</legend>
      <div className="mt-2 flex flex-col">
        {reasons.map((reason) => (
          <label key={reason} className="flex min-h-9 cursor-pointer items-start gap-3 py-1.5 text-ui">
            <input
              type="radio"
              name={name}
              value={reason}
              checked={value === reason}
              onChange={() => onChoose(reason)}
              className="mt-0.5 size-4 accent-primary"
            />
            {words[reason]}
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
