import { Check, Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminMod, ModStatus } from '@slipstream/contract/mods-admin'
import { Card } from '#ui/card.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import type { Tone } from '#ui/tone-style.ts'
import type { Requirement } from './readiness.ts'

const STATUS: Record<ModStatus, { tone: Tone; word: string }> = {
  draft: { tone: 'neutral', word: 'Draft' },
  published: { tone: 'success', word: 'Published' },
  archived: { tone: 'warning', word: 'Archived' },
}

export const ModState = ({ mod: { status, publishAt } }: { mod: AdminMod }) => {
  if (publishAt) return <Status tone="info">Scheduled</Status>
  const { tone, word } = STATUS[status]
  return <Status tone={tone}>{word}</Status>
}

interface SummaryProps {
  mod: AdminMod
  requirements: readonly Requirement[]
}

/** The mod's status and what is missing before publishing. */
export const Summary = ({ mod, requirements }: SummaryProps) => {
  const met = requirements.filter(({ isMet }) => isMet).length
  return (
    <Card title="Summary">
      <dl className="-my-1 text-small">
        <Fact name="Status">
          <ModState mod={mod} />
        </Fact>
        {mod.publishAt && (
          <Fact name="Publishes">
            <Moment at={mod.publishAt} />
          </Fact>
        )}
        {mod.publishedAt && (
          <Fact name="First published">
            <Moment at={mod.publishedAt} />
          </Fact>
        )}
        <Fact name="File for players">
          <code className="font-mono text-caption wrap-anywhere">{mod.fileName}</code>
        </Fact>
      </dl>
      {mod.status !== 'published' && (
        <div className="mt-4 border-t pt-4">
          <h3 className="flex justify-between text-small font-medium">
            Before publishing
            <span className="num text-muted">
              {met} of {requirements.length}
            </span>
          </h3>
          <ul className="mt-2 flex flex-col gap-1">
            {requirements.map((requirement) => (
              <RequirementLine key={requirement.label} {...requirement} />
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 py-1">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="min-w-0 text-right">{children}</dd>
  </div>
)

const RequirementLine = ({ section, label, isMet }: Requirement) => (
  <li className="flex items-center gap-2 text-small">
    {isMet ? (
      <Check className="size-4 text-success" aria-hidden="true" />
    ) : (
      <Circle className="size-4 text-subtle" aria-hidden="true" />
    )}
    {isMet ? (
      <span className="text-muted">
        {label}
        <span className="sr-only">: done</span>
      </span>
    ) : (
      <a
        href={`#${section}`}
        className="rounded-sm py-0.5 underline decoration-input underline-offset-4 hover:decoration-foreground"
      >
        {label}
        <span className="sr-only">: still missing</span>
      </a>
    )}
  </li>
)
