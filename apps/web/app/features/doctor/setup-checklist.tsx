import { CircleCheck, CircleX } from 'lucide-react'
import type { SetupCheckResult } from '@slipstream/contract/doctor'
import { Link } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useSetupChecks } from './doctor.queries.ts'

const CHECKLIST = 'setup'

/** Null until the checks are loaded, or if all passed. If loading fails, the page's other cards show the problem. */
const splitUp = (checks: readonly SetupCheckResult[] = []) => {
  const failed = checks.filter(({ problem }) => problem !== null)
  const passed = checks.filter(({ problem }) => problem === null)
  return failed.length === 0 ? null : { failed, passed, progress: `${passed.length} of ${checks.length} done` }
}

/** Beside the page's title, where a late result shifts nothing: the checks take seconds. Links to the checklist. */
export const SetupStatus = () => {
  const setup = splitUp(useSetupChecks().data?.checks)
  return (
    setup && (
      <Link to={{ hash: CHECKLIST }} className="rounded-full">
        <Badge tone="warning">Setup: {setup.progress}</Badge>
      </Link>
    )
  )
}

/** What `slipstream doctor` prints. Hidden once everything is fine. */
export const SetupChecklist = () => {
  const { data, refetch, isFetching } = useSetupChecks()
  const setup = splitUp(data?.checks)
  if (!setup) return null
  const { failed, passed, progress } = setup
  return (
    <Card
      id={CHECKLIST}
      title={`Setup checklist (${progress})`}
      actions={
        <Button variant="outline" size="sm" onClick={() => void refetch()} disabled={isFetching}>
          Check again
        </Button>
      }
      isFlush
    >
      <ul>
        {failed.map((check) => (
          <Failed key={check.name} check={check} />
        ))}
      </ul>
      {passed.length > 0 && (
        <p className="flex gap-3 border-t px-4 py-3 text-caption text-muted md:px-5">
          <CircleCheck className="mt-px size-4 shrink-0 text-success" aria-hidden="true" />
          <span>
            <b className="font-medium text-foreground">Done:</b> {passed.map(({ title }) => title).join(', ')}
          </span>
        </p>
      )}
    </Card>
  )
}

const Failed = ({ check: { title, problem, remedy } }: { check: SetupCheckResult }) => (
  <li className="flex gap-3 border-t px-4 py-3 md:px-5">
    <CircleX className="mt-px size-4 shrink-0 text-destructive" aria-hidden="true" />
    <span className="min-w-0 flex-1">
      <span className="block text-ui font-medium">{title}</span>
      <span className="block text-caption text-muted">{problem}</span>
      <span className="block text-caption">{remedy}</span>
    </span>
  </li>
)
