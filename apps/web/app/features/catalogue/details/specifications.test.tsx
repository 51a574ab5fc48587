import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
// Preloads the lazy module so that no test waits for it.
import './configuration-comparison.tsx'
import { Specifications } from './specifications.tsx'
import { exampleConfiguration } from './testing/example-mod.ts'

beforeEach(() => localStorage.clear())

const street = exampleConfiguration(1, { name: 'Street', powerKw: 150, drivetrain: 'AWD', sprintS: 6 })
const pro = exampleConfiguration(2, { name: 'Pro', powerKw: 300, sprintS: 4.5 })
const many = Array.from({ length: 14 }, (_, place) => exampleConfiguration(place + 1))

const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const compare = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Compare ${name}` })

test('the spec sheet shows the first configuration until another is selected', async () => {
  render(<Specifications configurations={[street, pro]} />)
  expect(figure('Power')).toBe('150 kW')
  await userEvent.click(screen.getByRole('radio', { name: /^Pro/ }))
  expect(figure('Power')).toBe('300 kW')
  expect(figure('Drivetrain')).toBe('RWD')
})

test('imperial units apply to every value and are remembered', async () => {
  const { unmount } = render(<Specifications configurations={[pro]} />)
  expect(['Power', 'Torque', 'Mass', 'Top speed', '0–100 km/h'].map(figure)).toEqual([
    '300 kW',
    '500 Nm',
    '1,265 kg',
    '250 km/h',
    '4.5 s',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Imperial' }))
  const imperial = ['402 hp', '369 lb-ft', '2,789 lb', '155 mph', '4.5 s']
  expect(['Power', 'Torque', 'Mass', 'Top speed', '0–62 mph'].map(figure)).toEqual(imperial)

  unmount()
  expect(localStorage.getItem('units')).toBe('imperial')
  render(<Specifications configurations={[pro]} />)
  expect(['Power', 'Torque', 'Mass', 'Top speed', '0–62 mph'].map(figure)).toEqual(imperial)
})

test('the server renders metric units', () => {
  localStorage.setItem('units', 'imperial')
  expect(renderToString(<Specifications configurations={[pro]} />)).toContain('kW')
})

test('two configurations are compared side by side with their differences marked', async () => {
  render(<Specifications configurations={[street, pro]} />)
  await userEvent.click(compare('Street'))
  expect(screen.queryByRole('table')).toBeNull()
  await userEvent.click(compare('Pro'))

  const table = await screen.findByRole('table')
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((each) => each.textContent),
  ).toEqual(['Specification', 'Street', 'Pro'])
  const lines = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(lines()).toContainEqual(['Power (differs)', '150 kW', '300 kW (best)'])
  expect(lines()).toContainEqual(['0–100 km/h (differs)', '6.0 s', '4.5 s (best)'])
  expect(lines()).toContainEqual(['Torque', '500 Nm', '500 Nm'])
  expect(lines()).toHaveLength(10)

  await userEvent.click(screen.getByRole('switch', { name: 'Show only differences' }))
  expect(lines().map(([name]) => name)).toEqual(['Power (differs)', '0–100 km/h (differs)', 'Drivetrain (differs)'])
})

test('at most three configurations are compared, and removing one makes room for another', async () => {
  render(<Specifications configurations={many.slice(0, 4)} />)
  for (const name of ['Trim 1', 'Trim 2', 'Trim 3']) await userEvent.click(compare(name))
  expect(compare('Trim 4').disabled).toBe(true)

  await userEvent.click(await screen.findByRole('button', { name: 'Remove Trim 2 from the comparison' }))
  expect(compare('Trim 2').checked).toBe(false)
  await userEvent.click(compare('Trim 4'))
  expect(compare('Trim 2').disabled).toBe(true)

  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('table')).toBeNull()
})

test('a long list of configurations is collapsed', async () => {
  render(<Specifications configurations={many} />)
  expect(screen.getAllByRole('radio')).toHaveLength(6)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 14 configurations' }))
  expect(screen.getAllByRole('radio')).toHaveLength(14)
})

test('a single configuration shows no list and no comparison', () => {
  render(<Specifications configurations={[pro]} />)
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('missing values read "Not stated", and a mod without configurations shows an empty state', () => {
  const { unmount } = render(<Specifications configurations={[{ ...pro, fuel: null, powerKw: null }]} />)
  expect(figure('Fuel')).toBe('Not stated')
  expect(figure('Power')).toBe('Not stated')
  unmount()
  render(<Specifications configurations={[]} />)
  expect(screen.getByText('No spec sheet yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Imperial' })).toBeNull()
})
