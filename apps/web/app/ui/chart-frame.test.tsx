import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ChartFrame } from '#ui/chart-frame.tsx'

const points = [
  { day: '1 Nov', revenue: 120 },
  { day: '2 Nov', revenue: 143 },
]

test('every chart can be switched to a table and back', async () => {
  render(
    <ChartFrame
      title="Revenue"
      figure="$263"
      data={points}
      pointKey={(point) => point.day}
      columns={[
        { header: 'Day', cell: (point) => point.day },
        { header: 'Revenue', cell: (point) => `$${point.revenue}`, isNumeric: true },
      ]}
    >
      {(data) => <p>A drawing of {data.length} days</p>}
    </ChartFrame>,
  )
  expect(screen.getByText('A drawing of 2 days')).not.toBeNull()
  expect(screen.queryByRole('table')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getByRole('table', { name: 'Revenue' })).not.toBeNull()
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1 Nov', '$120', '2 Nov', '$143'])
  expect(screen.queryByText('A drawing of 2 days')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Show as chart' }))
  expect(screen.getByText('A drawing of 2 days')).not.toBeNull()
})
