import { decodePlan } from '@slipstream/mod-archive/marking/plan-bytes'
import type { Storage } from '#gateways/storage.ts'

interface SplitPlan {
  id: number
  planKey: string | null
  planBytes: number | null
}

/** Reads the plan of a finished split. */
export const readPlan = async (storage: Pick<Storage, 'readPrivate'>, { id, planKey, planBytes }: SplitPlan) => {
  if (planKey === null || planBytes === null) throw new Error(`split ${id} has no plan`)
  return decodePlan(await storage.readPrivate(planKey, 0, planBytes))
}
