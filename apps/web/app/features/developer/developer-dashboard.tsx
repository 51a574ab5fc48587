import { CircleAlert, CircleCheck, Power, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { HealthSnapshot } from '@slipstream/contract/developer'
import { Link } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Tone } from '#ui/tone-style.ts'
import { type HealthQuery, useHealth, useTasks } from './developer.queries.ts'
import { stripeState } from './health-words.ts'
import { Logs } from './logs.tsx'
import { Operations } from './operations.tsx'
import { Overview } from './overview.tsx'
import { Tasks } from './tasks.tsx'
import { WelcomeOverlay } from './welcome-overlay.tsx'

interface Tab {
  name: string | null
  label: string
  content: (health: HealthQuery, alerts: ReactNode) => ReactNode
}

const TABS: readonly [Tab, ...Tab[]] = [
  { name: null, label: 'Overview', content: (health) => <Overview health={health} /> },
  { name: 'operations', label: 'Operations', content: (health) => <Operations health={health} /> },
  { name: 'tasks', label: 'Tasks', content: () => <Tasks /> },
  { name: 'logs', label: 'Logs', content: () => <Logs /> },
  { name: 'alerts', label: 'Alerts', content: (_health, alerts) => alerts },
]

interface DashboardProps {
  username: string
  /** The content of the tab Alerts. */
  alerts: ReactNode
}

export const DeveloperDashboard = ({ username, alerts }: DashboardProps) => {
  const [params] = useSearchParams()
  const health = useHealth()
  const tab = TABS.find(({ name }) => name === params.get('tab')) ?? TABS[0]
  return (
    <>
      <WelcomeOverlay username={username} />
      <PageFrame
        title="Developer dashboard"
        description="Measured every 10 s while this page is open."
        actions={
          <>
            <Badges health={health} />
            <Button variant="outline" isLoading={health.isFetching} onClick={() => void health.refetch()}>
              <RefreshCw aria-hidden="true" />
              Refresh
            </Button>
          </>
        }
      >
        <NavTabs label="Sections of this page">
          {TABS.map(({ name, label }) => (
            <NavTab key={label} isCurrent={name === tab.name}>
              <Link to={{ search: name === null ? '' : `?tab=${name}` }}>
                {label}
                {name === 'tasks' && <OpenTasks />}
              </Link>
            </NavTab>
          ))}
        </NavTabs>
        {tab.content(health, alerts)}
      </PageFrame>
    </>
  )
}

const OpenTasks = () => {
  const { data } = useTasks()
  if (!data) return null
  return <span className="num ms-2 text-subtle">{data.tasks.filter(({ status }) => status !== 'done').length}</span>
}

/** After a failed fetch the last values would look current, so the badges read "unknown". */
const Badges = ({ health: { data, isError } }: { health: HealthQuery }) => {
  const snapshot = isError ? undefined : data
  return (
    <div role="group" aria-label="System status" className="flex flex-wrap gap-2">
      {badgesOf(snapshot).map(({ name, state, tone }) => (
        <Badge key={name} tone={tone} className="h-8 px-3">
          {icons[tone]}
          {name} <b className="font-semibold">{state}</b>
        </Badge>
      ))}
    </div>
  )
}

const icons: Partial<Record<Tone, ReactNode>> = {
  success: <CircleCheck aria-hidden="true" />,
  warning: <CircleAlert aria-hidden="true" />,
  destructive: <CircleAlert aria-hidden="true" />,
  neutral: <Power aria-hidden="true" />,
}

interface StatusBadge {
  name: string
  state: string
  tone: Tone
}

const badgesOf = (snapshot: HealthSnapshot | undefined): StatusBadge[] => {
  if (!snapshot) {
    return ['DB', 'Stripe', 'Discord', 'Maintenance'].map((name) => ({ name, state: 'unknown', tone: 'neutral' }))
  }
  const { systems, settings } = snapshot
  const isDiscordReady = systems.discordAuth.configured
  const stripe = stripeState(systems.stripe)
  return [
    {
      name: 'DB',
      state: systems.database.ok ? 'OK' : 'FAIL',
      tone: systems.database.ok ? 'success' : 'destructive',
    },
    { name: 'Stripe', state: stripe.short, tone: stripe.tone },
    {
      name: 'Discord',
      state: isDiscordReady ? 'Configured' : 'Missing',
      tone: isDiscordReady ? 'success' : 'warning',
    },
    {
      name: 'Maintenance',
      state: settings.maintenanceMode ? 'ON' : 'OFF',
      tone: settings.maintenanceMode ? 'warning' : 'neutral',
    },
  ]
}
