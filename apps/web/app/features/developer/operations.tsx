import { DatabaseZap, Eraser, Flame, Map as MapIcon, Radio } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Notice } from '#ui/notice.tsx'
import { Switch } from '#ui/switch.tsx'
import {
  type HealthQuery,
  runTool,
  useDbCheck,
  useKnownStatus,
  usePurge,
  useSwitchMaintenance,
} from './developer.queries.ts'
import { EndpointProbes } from './endpoint-probes.tsx'
import { countOrDash, msText } from './health-words.ts'
import { PlannedWindow } from './planned-window.tsx'
import { ToolButton } from './tool-button.tsx'

const flame = <Flame aria-hidden="true" />

export const Operations = ({ health }: { health: HealthQuery }) => (
  <div className="grid items-start gap-5 lg:grid-cols-2">
    <MaintenanceSwitch health={health} />
    <QuickTools />
    <PurgeCard />
    <DbCheckCard />
    <div className="lg:col-span-2">
      <EndpointProbes />
    </div>
  </div>
)

const MaintenanceSwitch = ({ health }: { health: HealthQuery }) => {
  const { mutate, isPending, error, variables } = useSwitchMaintenance()
  // Every page polls the status. The last snapshot may be old, because a failed fetch leaves it in place.
  const stored = useKnownStatus().data?.maintenanceMode ?? health.data?.settings.maintenanceMode ?? false
  const isOn = isPending ? variables : stored
  return (
    <Card className="border-warning/45">
      <div className="flex items-start gap-4">
        <Switch
          aria-label="Maintenance mode"
          checked={isOn}
          disabled={!health.data}
          onCheckedChange={(enabled) => mutate(enabled)}
        />
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-2 text-base font-semibold">
            Maintenance mode
            <Badge tone={isOn ? 'warning' : 'neutral'}>{isOn ? 'ON' : 'OFF'}</Badge>
          </h2>
          <p className="mt-1 text-ui text-muted">
            When it is on, everyone but admins sees the maintenance page. Sign-in, webhooks and payments that are under
            way keep working.
          </p>
        </div>
      </div>
      {error && (
        <Notice tone="destructive" title="Failed to toggle maintenance" className="mt-4">
          {failureText(error)}
        </Notice>
      )}
      <PlannedWindow />
    </Card>
  )
}

const QuickTools = () => (
  <Card title="Quick tools" description="Each button shows OK or ERR for 2 seconds.">
    <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
      <ToolButton label="Ping" icon={<Radio aria-hidden="true" />} run={runTool.ping} />
      <ToolButton label="Sitemap" icon={<MapIcon aria-hidden="true" />} run={runTool.sitemap} />
      <ToolButton label="Warm Mods" icon={flame} run={runTool.warmMods} />
      <ToolButton label="Warm Reviews" icon={flame} run={runTool.warmReviews} />
      <ToolButton label="Warm Both" icon={flame} run={runTool.warmBoth} />
    </div>
  </Card>
)

const PurgeCard = () => {
  const { mutate, data, error, isPending } = usePurge()
  return (
    <Card
      title="Purge cache"
      description="Clears CDN and application caches. The next visitors wait a little longer."
      actions={
        <Button variant="outline" isLoading={isPending} onClick={() => mutate(undefined)}>
          <Eraser aria-hidden="true" />
          Purge cache
        </Button>
      }
    >
      {error && (
        <Notice tone="destructive" title="Failed to purge cache">
          {failureText(error)}
        </Notice>
      )}
      <p role="status" className="text-small text-muted empty:hidden">
        {data &&
          `Purged. Redis held ${countOrDash(data.redisCopies)} copies. ${
            data.cdn.latencyMs === null ? 'No CDN is configured.' : `The CDN answered in ${msText(data.cdn.latencyMs)}.`
          }`}
      </p>
    </Card>
  )
}

const DbCheckCard = () => {
  const { mutate, data, error, isPending } = useDbCheck()
  return (
    <Card
      // A column of a grid is otherwise as wide as the longest line of the result.
      className="min-w-0"
      title="DB Check"
      description="Tests a write and rolls it back; checks migrations, indexes, constraints, the newest orders, bloat and replicas."
      actions={
        <Button variant="outline" isLoading={isPending} onClick={() => mutate()}>
          <DatabaseZap aria-hidden="true" />
          DB Check
        </Button>
      }
    >
      {error && (
        <Notice tone="destructive" title="DB check failed">
          {failureText(error)}
        </Notice>
      )}
      {data && (
        <pre
          role="region"
          aria-label="Result of the database check"
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-xl border bg-background p-4 font-mono text-caption"
        >
          {JSON.stringify(data, null, 2)}
        </pre>
      )}
    </Card>
  )
}
