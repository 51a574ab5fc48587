import { DatabaseZap, Eraser, FileJson2, Flame, Map as MapIcon, Radio, RefreshCw } from 'lucide-react'
import type { HealthSnapshot } from '@slipstream/contract/developer'
import { saveFile } from '#lib/save-file.ts'
import { Card } from '#ui/card.tsx'
import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast-store.ts'
import { type HealthQuery, runTool, useDbCheck, usePurge } from './developer.queries.ts'
import { ToolButton } from './tool-button.tsx'

const flame = <Flame aria-hidden="true" />

/** For the purge and the database check, whose failure texts are specified. */
const tell = (title: string) => (error: unknown) => {
  toast({ title, description: failureText(error), tone: 'destructive' })
  return false
}

export const QuickActions = ({ health }: { health: HealthQuery }) => {
  const purge = usePurge()
  const check = useDbCheck()
  return (
    <Card title="Quick Actions">
      <div className="grid gap-2 sm:grid-cols-2">
        <ToolButton
          label="Refresh Health"
          icon={<RefreshCw aria-hidden="true" />}
          run={async () => (await health.refetch()).isSuccess}
        />
        <ToolButton
          label="Purge Cache"
          icon={<Eraser aria-hidden="true" />}
          run={() => purge.mutateAsync(undefined).catch(tell('Failed to purge cache'))}
        />
        <ToolButton
          label="DB Check"
          icon={<DatabaseZap aria-hidden="true" />}
          run={() => check.mutateAsync().then(({ ok }) => ok, tell('DB check failed'))}
        />
        <ToolButton label="Ping" icon={<Radio aria-hidden="true" />} run={runTool.ping} />
        <ToolButton label="Revalidate Sitemap" icon={<MapIcon aria-hidden="true" />} run={runTool.sitemap} />
        <ToolButton label="Warm Mods" icon={flame} run={runTool.warmMods} />
        <ToolButton label="Warm Reviews" icon={flame} run={runTool.warmReviews} />
        <ToolButton label="Warm Both" icon={flame} run={runTool.warmBoth} />
        <ToolButton
          label="Export Health JSON"
          icon={<FileJson2 aria-hidden="true" />}
          run={async () => exportHealth(health.data)}
          className="sm:col-span-2"
        />
      </div>
    </Card>
  )
}

const exportHealth = (snapshot: HealthSnapshot | undefined) => {
  if (!snapshot) return false
  const name = `health-${snapshot.checkedAt.slice(0, 19).replaceAll(':', '-')}.json`
  saveFile(name, `${JSON.stringify(snapshot, null, 2)}\n`, 'application/json')
  return true
}
