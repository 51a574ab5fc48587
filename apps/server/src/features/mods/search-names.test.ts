import { beforeEach, expect, test } from 'vitest'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import type { ModPage } from '@slipstream/contract/mods'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { openWorkbench, type Workbench } from '#testing/workbench.ts'

const store = await openEmptiedTestStore()
let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench(store)
})

const found = async (q: string) => {
  const answer = await store.call('GET', `/api/mods?${new URLSearchParams({ q }).toString()}`)
  return answer.json<ModPage>().items.map(({ title }) => title)
}

const EMPTY = {
  ...{ engine: null, fuel: null, powerKw: null, torqueNm: null, drivetrain: null },
  ...{ transmission: null, massKg: null, topSpeedKmh: null, sprintS: null },
}

test('a mod is found by the names of its category, its configurations and their body styles, also after a rename', async () => {
  const { id } = await bench.newShown({ title: 'Orsana Aurelion', make: 'Orsana', description: 'Drawn in the rain.' })
  await bench.newShown({ title: 'Merle Wayfarer', make: 'Merle', description: 'A van.' })
  const hypercars = { name: 'Hypercar', slug: 'hypercar', description: '' }
  const { id: categoryId } = await bench.ask<{ id: number }>('POST', '/api/admin/categories', hypercars)
  const { form } = await bench.ask<AdminMod>('GET', `/api/admin/mods/${id}`)
  const configurations = [
    { ...EMPTY, name: 'Leggera Manual', bodyStyle: 'Coupe' },
    { ...EMPTY, name: 'Longtail', bodyStyle: 'Targa' },
  ]
  const saved = await bench.ask<AdminMod>('PATCH', `/api/admin/mods/${id}`, { ...form, categoryId, configurations })
  for (const q of ['hypercar', 'leggera', 'longt', 'targa', 'leggera hypercar', 'orsana coupe']) {
    await expect.poll(() => found(q), { message: q }).toEqual(['Orsana Aurelion'])
  }

  await bench.ask('PATCH', `/api/admin/categories/${categoryId}`, { ...hypercars, name: 'Muscle' })
  const [first] = saved.form.configurations
  await bench.ask('PATCH', `/api/admin/mods/${id}`, { ...saved.form, configurations: [{ ...first, name: 'Corsa' }] })
  await expect.poll(() => found('muscle corsa')).toEqual(['Orsana Aurelion'])
  for (const gone of ['hypercar', 'leggera', 'targa']) expect(await found(gone), gone).toEqual([])
})
