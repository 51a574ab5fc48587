import { expect, test } from 'vitest'
import { horsepower, horsepowerBand, POWER_BANDS } from './spec-sheet.ts'

test('the power bands in hp have the same limits as in kW, without a gap', () => {
  expect(POWER_BANDS.map(({ key }) => horsepowerBand(key))).toEqual([
    'Under 134 hp',
    '134–267 hp',
    '268–401 hp',
    '402–670 hp',
    '671 hp and more',
  ])
  expect(POWER_BANDS.map(({ fromKw }) => horsepower(fromKw))).toEqual([0, 134, 268, 402, 671])
})
