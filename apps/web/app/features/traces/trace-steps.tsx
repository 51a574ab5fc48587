import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'

export interface Step {
  title: string
  text: string
  action: ReactNode
}

/** What a person can do next, in this order. The store does nothing by itself. */
export const TraceSteps = ({
  title,
  description,
  steps,
}: {
  title: string
  description?: string
  steps: readonly Step[]
}) => (
  <Card title={title} description={description}>
    <ol className="-my-3 flex flex-col">
      {steps.map((step, at) => (
        <li
          key={step.title}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border py-3 first:border-0 sm:flex-nowrap"
        >
          <span
            className="num grid size-6 shrink-0 place-items-center rounded-full border border-input text-caption font-semibold"
            aria-hidden="true"
          >
            {at + 1}
          </span>
          <div className="min-w-0 flex-1 basis-60">
            <p className="text-ui font-medium">{step.title}</p>
            <p className="max-w-[60ch] text-small text-muted">{step.text}</p>
          </div>
          {step.action}
        </li>
      ))}
    </ol>
  </Card>
)
