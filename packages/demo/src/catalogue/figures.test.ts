import { describe, expect, test } from 'vitest'
import { DRIVETRAINS } from '@slipstream/contract/spec-sheet'
import type { DemoConfiguration } from './demo-mod.ts'
import { DEMO_MODS } from './demo-mods.ts'

const AIR_KG_PER_M3 = 1.2
/** The smallest drag area that a demo vehicle could have, in square meters. */
const SMALLEST_DRAG_AREA = 0.5
/** The range in which an engine makes its power, in revolutions per minute. */
const ENGINE_SPEEDS: Record<string, [number, number]> = {
  Diesel: [1_200, 4_200],
  Petrol: [3_800, 9_000],
  Electric: [1_000, 16_000],
}

/** Seconds to 100 km/h by rule of thumb: mass per power, plus wheelspin with two driven wheels and a lot of power. */
const expectedSprint = ({ massKg, powerKw, drivetrain }: DemoConfiguration) => {
  const kgPerKw = massKg / powerKw
  const spins = kgPerKw < 5 && (drivetrain === 'RWD' || drivetrain === 'FWD')
  return 1.25 * kgPerKw ** 0.82 * (spins ? 1.12 : 1)
}

const speedAtPower = ({ powerKw, torqueNm }: DemoConfiguration) => (powerKw * 9_549) / torqueNm
const dragKw = ({ topSpeedKmh }: DemoConfiguration) =>
  (0.5 * AIR_KG_PER_M3 * SMALLEST_DRAG_AREA * (topSpeedKmh / 3.6) ** 3) / 1_000

describe.each(DEMO_MODS)('the figures of the $title', ({ configurations }) => {
  test('a demo vehicle has 2 to 14 configurations, each with a name and a known drivetrain', () => {
    const names = configurations.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(2)
    expect(names.length).toBeLessThanOrEqual(14)
    expect(DRIVETRAINS).toEqual(expect.arrayContaining(configurations.map(({ drivetrain }) => drivetrain)))
  })

  test.each(configurations)(
    '$name has torque that fits its power, a sprint that fits power and mass, and a top speed that drag allows',
    (one) => {
      const [slowest, fastest] = ENGINE_SPEEDS[one.fuel] ?? [0, 0]
      expect(speedAtPower(one)).toBeGreaterThan(slowest)
      expect(speedAtPower(one)).toBeLessThan(fastest)
      expect(one.sprintS / expectedSprint(one)).toBeGreaterThan(0.85)
      expect(one.sprintS / expectedSprint(one)).toBeLessThan(1.18)
      expect(dragKw(one)).toBeLessThan(one.powerKw)
    },
  )

  test('a demo configuration that should be clearly faster to 100 km/h by rule of thumb is faster', () => {
    for (const one of configurations) {
      const better = configurations.filter((other) => expectedSprint(other) < expectedSprint(one) * 0.9)
      for (const other of better) expect(other.sprintS, `${other.name} and ${one.name}`).toBeLessThan(one.sprintS)
    }
  })

  test('a demo configuration with more power has no lower top speed, unless a reason is given', () => {
    for (const one of configurations) {
      const weaker = configurations.filter(({ powerKw, slowerBecause }) => powerKw < one.powerKw && !slowerBecause)
      const isSlower = weaker.some(({ topSpeedKmh }) => topSpeedKmh > one.topSpeedKmh)
      expect(isSlower, one.name).toBe(one.slowerBecause !== undefined)
    }
  })
})
