import { expect, test } from 'vitest'
import type { ProposableFields } from './read-form.ts'
import { untouchedFields } from './use-fill.ts'

const empty: ProposableFields = { title: 'Strada Pack', make: '', description: '', tags: [], configurations: [] }
const archive = {
  fileName: 'strada_pack.zip',
  suggested: { title: 'Automotora Strada', make: 'Automotora', description: 'Fast.', tags: ['car'] },
}

test('an archive fills every field of an empty draft', () => {
  expect(untouchedFields(empty, archive)).toEqual(archive.suggested)
})

test('an archive does not overwrite fields that already have a value', () => {
  const typed = { ...empty, title: 'My Strada', description: 'Mine.', tags: ['own'] }
  expect(untouchedFields(typed, archive)).toEqual({ make: 'Automotora' })
})
