import type { DemoMod } from './demo-mod.ts'
import { boxtruck } from './vehicles/boxtruck.ts'
import { buggy } from './vehicles/buggy.ts'
import { coupe } from './vehicles/coupe.ts'
import { drift } from './vehicles/drift.ts'
import { hyper } from './vehicles/hyper.ts'
import { muscle } from './vehicles/muscle.ts'
import { offroad } from './vehicles/offroad.ts'
import { pickup } from './vehicles/pickup.ts'
import { rally } from './vehicles/rally.ts'
import { roadster } from './vehicles/roadster.ts'
import { semi } from './vehicles/semi.ts'
import { van } from './vehicles/van.ts'

/** In the order of their ids. */
export const DEMO_MODS: DemoMod[] = [
  hyper,
  drift,
  muscle,
  rally,
  offroad,
  coupe,
  roadster,
  pickup,
  semi,
  buggy,
  van,
  boxtruck,
]
