import { ChartFrame } from '#ui/chart-frame.tsx'
import { Show } from './show.tsx'
import { LazyAreaChart, LazyBarChart } from '#ui/lazy-chart.tsx'

const revenue = Array.from({ length: 30 }, (_, day) => ({
  label: `${day + 1} Nov`,
  value: Math.round(120 + 60 * Math.sin(day / 3) + day * 3),
  previous: Math.round(110 + 40 * Math.cos(day / 4) + day),
}))

const latency = Array.from({ length: 20 }, (_, index) => ({
  label: `${index + 1}`,
  value: Math.round(90 + 50 * Math.sin(index * 1.7)) + (index === 11 ? 180 : 0),
}))

const usd = (value: number) => `$${value}`
const milliseconds = (value: number) => `${value} ms`

export const ChartShow = () => (
  <Show title="Charts">
    <div className="grid gap-4 lg:grid-cols-2">
      <ChartFrame
        title="Revenue, last 30 days"
        figure="$4,210"
        note="+12% on the 30 days before"
        data={revenue}
        pointKey={(point) => point.label}
        columns={[
          { header: 'Day', cell: (point) => point.label },
          { header: 'Revenue', cell: (point) => usd(point.value), isNumeric: true },
          { header: 'Before', cell: (point) => usd(point.previous), isNumeric: true },
        ]}
      >
        {(data) => <LazyAreaChart data={data} label="Revenue per day" format={usd} />}
      </ChartFrame>
      <ChartFrame
        title="Database latency"
        figure="96 ms"
        note="Last 20 checks"
        data={latency}
        pointKey={(point) => point.label}
        columns={[
          { header: 'Check', cell: (point) => point.label },
          { header: 'Latency', cell: (point) => milliseconds(point.value), isNumeric: true },
        ]}
      >
        {(data) => <LazyBarChart data={data} label="Latency per check" format={milliseconds} warnAbove={250} />}
      </ChartFrame>
    </div>
  </Show>
)
